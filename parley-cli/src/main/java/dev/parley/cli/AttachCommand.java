package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteSessions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley attach}: makes this terminal the terminal of a session. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description = "Makes this terminal the session's; Ctrl-] leaves it, and the session goes on.",
    footer = {
      "",
      "Examples:",
      "  parley attach vim",
      "  parley attach                          # the session started last",
      "  parley attach vim --detach-key ctrl+q  # so that Ctrl-] goes to vim",
      "  parley attach build --read-only"
    })
final class AttachCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SESSION",
      description = "An id, its beginning, or a name; without one, the session started last.")
  @Nullable String named;

  @Option(names = "--read-only", description = "Watch only: nothing is typed and no size changes.")
  boolean readOnly;

  @Option(
      names = "--detach-key",
      paramLabel = "KEY",
      converter = DetachKey.Reader.class,
      description =
          "The key that leaves, such as ctrl+q; default $PARLEY_DETACH_KEY, else ctrl+]. The other"
              + " keys go to the program.")
  @Nullable DetachKey detachKey;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var client = ToDaemon.open()) {
      var size = answering.seat.size().orElseThrow(AttachCommand::noTerminal);
      var session = named == null ? last(client) : named;
      var key = key();
      resume(session);
      var attached = new Attending(client, answering.seat, key).prepare(session, readOnly, size);
      try (var _ = answering.seat.raw().orElseThrow(AttachCommand::noTerminal)) {
        attached.run();
      }
      var parting = attached.parting();
      answering.say(
          ParleyClient.object().put("session", session).put("ended", attached.ended()), parting);
      return ExitCode.DONE;
    }
  }

  private DetachKey key() {
    return detachKey == null ? DetachKey.usual(answering.seat) : detachKey;
  }

  /** Another daemon goes on with the same session, whichever is the last one by then. */
  private void resume(String session) {
    if (named == null) {
      var words = new ArrayList<>(List.of("attach", session));
      if (readOnly) {
        words.add("--read-only");
      }
      if (detachKey != null) {
        words.add("--detach-key=" + detachKey);
      }
      answering.resumeAs(words.toArray(String[]::new));
    }
  }

  /** The session that was started last. */
  private static String last(ParleyClient client) {
    var all = RemoteSessions.over(client).standings(false).entries();
    if (all.isEmpty()) {
      throw new ClientException(
          ClientException.Code.NOT_FOUND,
          "There is no session to attach to",
          "Start one with 'parley start'");
    }
    return all.getLast().session();
  }

  private static ClientException noTerminal() {
    return new ClientException(
        ClientException.Code.UNSUPPORTED_HERE,
        "Attaching needs a terminal on stdin and stdout, on Linux",
        "Use 'parley read --follow' to watch, and 'parley send' to type");
  }
}
