package dev.parley.cli;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** How long a command waits, for what, and what it shows: the fields every acting call has. */
final class WaitOptions {
  @Option(
      names = "--until",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Return on any of input, command, exit, match, quiet, change, floor; default"
              + " input,command,exit.")
  List<String> until = List.of();

  @Option(
      names = "--pattern",
      paramLabel = "REGEX",
      description = "Also return when new output matches this RE2 expression.")
  @Nullable String pattern;

  @Option(
      names = "--quiet",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "How long no output counts as quiet; default 1500ms.")
  @Nullable Duration quiet;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "The longest wait, such as 500ms, 30s or 2m; 0 returns at once.")
  @Nullable Duration timeout;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description = "Keep the answer to about so many tokens; the middle is cut.")
  int maxTokens = 100_000;

  @Option(
      names = "--view",
      paramLabel = "VIEW",
      description = "What to show: text, screen, raw or none; default text.")
  String view = "text";

  /** Puts what was asked for into the parameters of a call. */
  void into(ObjectNode params, Duration usualTimeout) {
    if (!until.isEmpty()) {
      var list = params.putArray("until");
      until.forEach(list::add);
    }
    if (pattern != null) {
      params.put("pattern", pattern);
    }
    if (quiet != null) {
      params.put("quiet_ms", quiet.toMillis());
    }
    params
        .put("timeout_ms", timeout(usualTimeout).toMillis())
        .put("max_tokens", maxTokens)
        .put("view", view);
  }

  Duration timeout(Duration usual) {
    return timeout == null ? usual : timeout;
  }
}
