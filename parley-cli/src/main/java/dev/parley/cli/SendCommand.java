package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.RemoteInput;
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
    var input = input();
    if (ifState != null) {
      input = input.ifState(ifState);
    }
    if (ifOffset != null) {
      input = input.ifOffset(ifOffset);
    }
    try (var sessions = ToDaemon.sessions()) {
      var turn = sessions.by(session).send(input, waiting.asked(USUAL_WAIT));
      return TurnPrinter.print(turn, answering, waiting.timeout(USUAL_WAIT));
    }
  }

  private RemoteInput input() throws IOException {
    var things = (text.isEmpty() ? 0 : 1) + (keys.isEmpty() ? 0 : 1) + (secret == null ? 0 : 1);
    if (things != 1) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          things == 0 ? "There is nothing to type" : "One call types one thing",
          "Give exactly one of TEXT, --key and --secret");
    }
    if (secret != null) {
      return RemoteInput.secret(secret);
    }
    if (!keys.isEmpty()) {
      return RemoteInput.keys(keys);
    }
    if (paste) {
      return RemoteInput.paste(words());
    }
    return noEnter ? RemoteInput.text(words()) : RemoteInput.line(words());
  }

  private String words() throws IOException {
    return text.equals(List.of("-"))
        ? new String(answering.seat.in().readAllBytes(), StandardCharsets.UTF_8).stripTrailing()
        : String.join(" ", text);
  }
}
