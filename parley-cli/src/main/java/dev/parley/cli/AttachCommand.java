package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.pty.OwnTerminal;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley attach}: makes this terminal the terminal of a session. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description = "Makes this terminal the session's; Ctrl-] leaves it, and the session goes on.",
    footer = {"", "Examples:", "  parley attach vim", "  parley attach build --read-only"})
final class AttachCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(names = "--read-only", description = "Watch only: nothing is typed and no size changes.")
  boolean readOnly;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var client = ToDaemon.open()) {
      var size = answering.seat.size().orElseThrow(AttachCommand::noTerminal);
      if (!readOnly) {
        resize(client, size);
      }
      var attached =
          new Attached(
              client,
              session,
              readOnly,
              size,
              answering.seat,
              new Drawing(size.columns(), size.rows(), answering.seat.out()),
              OptionalLong.empty(),
              _ -> {});
      try (var _ = answering.seat.raw().orElseThrow(AttachCommand::noTerminal)) {
        attached.run();
      }
      var parting = attached.parting();
      answering.say(
          ParleyClient.object().put("session", session).put("ended", attached.ended()), parting);
      return ExitCode.DONE;
    }
  }

  /** The session takes our size before it is painted, so that what is painted fits. */
  private void resize(ParleyClient client, OwnTerminal.Size size) {
    try {
      client.call(
          "resize",
          ParleyClient.object()
              .put("session", session)
              .put("cols", size.columns())
              .put("rows", size.rows()));
    } catch (ClientException refused) {
      if (refused.code() != ClientException.Code.EXITED) {
        throw refused;
      }
    }
  }

  private static ClientException noTerminal() {
    return new ClientException(
        ClientException.Code.UNSUPPORTED_HERE,
        "Attaching needs a terminal on stdin and stdout, on Linux",
        "Use 'parley read --follow' to watch, and 'parley send' to type");
  }
}
