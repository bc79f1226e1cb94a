package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code parley send}: types into a session, waits for the answer and prints it. */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    description =
        "Types into a session, waits until the program is ready again, prints the answer.",
    footer = {
      "",
      "Examples:",
      "  parley send py '6 * 7'",
      "  parley send py --key ctrl+c",
      "  parley send vim --key escape --key : --key q --key enter"
    })
final class SendCommand implements Callable<Integer> {
  static final Duration USUAL_WAIT = Duration.ofSeconds(15);

  @Mixin Answering answering = new Answering();
  @Mixin WaitOptions waiting = new WaitOptions();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TEXT",
      description = "Typed, with a blank between words, then Enter; - reads it from stdin.")
  List<String> text = List.of();

  @Option(names = "--no-enter", description = "Do not press Enter after the text.")
  boolean noEnter;

  @Option(
      names = {"-k", "--key"},
      paramLabel = "KEY",
      description = "Press a key, such as ctrl+c, up, enter or f1; may be repeated.")
  List<String> keys = List.of();

  @Option(names = "--paste", description = "Paste the text instead of typing it.")
  boolean paste;

  @Option(names = "--secret", paramLabel = "NAME", description = "Type a value a person supplied.")
  @Nullable String secret;

  @Option(
      names = "--if-state",
      paramLabel = "STATE",
      description = "Type only in this state, such as waiting; otherwise exit with 1.")
  @Nullable String ifState;

  @Option(
      names = "--if-offset",
      paramLabel = "N",
      description = "Type only if nothing was printed after this offset.")
  @Nullable Long ifOffset;

  @Override
  public Integer call() throws IOException {
    var params = ParleyClient.object().put("session", session);
    input(params);
    if (ifState != null) {
      params.put("if_state", ifState);
    }
    if (ifOffset != null) {
      params.put("if_offset", ifOffset);
    }
    waiting.into(params, USUAL_WAIT);
    try (var client = ToDaemon.open()) {
      var turn = client.call("session_send", params);
      return TurnPrinter.print(turn, answering, waiting.timeout(USUAL_WAIT));
    }
  }

  private void input(ObjectNode params) throws IOException {
    if (!keys.isEmpty()) {
      var array = params.putArray("keys");
      keys.forEach(array::add);
    }
    if (secret != null) {
      params.put("secret", secret);
    }
    if (!text.isEmpty()) {
      if (paste) {
        params.put("paste", words());
      } else {
        params.put("text", words()).put("enter", !noEnter);
      }
    }
  }

  private String words() throws IOException {
    return text.equals(List.of("-"))
        ? new String(answering.seat.in().readAllBytes(), StandardCharsets.UTF_8).stripTrailing()
        : String.join(" ", text);
  }
}
