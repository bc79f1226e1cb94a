package dev.parley.cli;

import dev.parley.client.RemoteWait;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a command waits, for what, and what it shows: the fields every acting call has. */
final class WaitOptions {
  @Option(
      names = "--until",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Return on any of input, command, exit, match, quiet, change, control (a person hands it"
              + " back); default input,command,exit.")
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

  /** What was asked for. */
  RemoteWait asked(Duration usualTimeout) {
    var wait = until.isEmpty() ? RemoteWait.turn() : RemoteWait.until(wire(until));
    if (pattern != null) {
      wait = wait.matching(pattern);
    }
    if (quiet != null) {
      wait = wait.quietFor(quiet);
    }
    return wait.within(timeout(usualTimeout)).tokens(maxTokens).showing(view);
  }

  /** People say control where everything else says floor. */
  private static String[] wire(List<String> words) {
    return words.stream()
        .map(word -> word.equals("control") ? "floor" : word)
        .toArray(String[]::new);
  }

  Duration timeout(Duration usual) {
    return timeout == null ? usual : timeout;
  }
}
