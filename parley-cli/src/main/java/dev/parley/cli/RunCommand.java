package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEnding;
import dev.parley.client.RemoteSessions;
import dev.parley.pty.OwnTerminal;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley run}: runs a command to its end and exits as it did. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description =
        "Runs a command on a terminal of its own, passes on input and output, exits with its code.",
    footer = {
      "",
      "Examples:",
      "  parley run -- make -j4 test",
      "  parley run --timeout 10m 'npm ci && npm test'",
      "  sort names.txt | parley run -- uniq -c"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(names = "--name", paramLabel = "NAME", description = "A name for the session.")
  @Nullable String name;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "Exit with 4 after so long; the command runs on.")
  @Nullable Duration timeout;

  @Option(
      names = {"-n", "--no-stdin"},
      description = "Leave stdin alone; the command finds nobody at its terminal.")
  boolean noStdin;

  @Option(names = "--resume", hidden = true, description = "Go on with a session.")
  @Nullable String resumed;

  @Option(names = "--from", hidden = true, description = "Where its output was read to.")
  long from;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "A program and its arguments, or one word for the shell.")
  List<String> command = List.of();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  RunCommand() {}

  @Override
  public Integer call() throws Exception {
    try (var client = ToDaemon.open()) {
      var session = resumed == null ? start(client) : resumed;
      resume(session, from);
      try (var _ = answering.seat.whenEnding(() -> interrupted(session))) {
        return isInteractive() ? converse(client, session) : stream(client, session);
      }
    }
  }

  /** Another daemon goes on where this one was, should it go away. */
  private void resume(String session, long offset) {
    var again = new ArrayList<>(List.of("run", "--resume", session, "--from", "" + offset));
    if (noStdin) {
      again.add("--no-stdin");
    }
    if (answering.json) {
      again.add("--json");
    }
    answering.resumeAs(again.toArray(String[]::new));
  }

  private String start(ParleyClient client) {
    if (command.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Say what to run");
    }
    var launch = CommandWords.launch(command);
    launch = name == null ? launch : launch.named(name);
    var size = answering.seat.size();
    return RemoteSessions.over(client)
        .start(size.isEmpty() ? launch : launch.sized(size.get().columns(), size.get().rows()))
        .id();
  }

  /** Ctrl-C at this command is meant for the one it runs. */
  private static void interrupted(String session) {
    try (var client = ToDaemon.running()) {
      RemoteSessions.over(client).by(session).end();
    } catch (ClientException gone) {
      // Nothing is left to end.
    }
  }

  private boolean isInteractive() {
    return !answering.json
        && !noStdin
        && timeout == null
        && answering.seat.hasTerminalIn()
        && answering.seat.hasTerminalOut()
        && answering.seat.isInFront();
  }

  /** With a person at the keyboard the command has this terminal, as if it ran here. */
  private int converse(ParleyClient client, String session) throws IOException {
    var size = answering.seat.size().orElse(new OwnTerminal.Size(80, 24));
    var to = new Attaching(client, session, false, false);
    var attached =
        new Attached(
            to,
            DetachKey.USUAL,
            size,
            answering.seat,
            new PassedOn(size.columns(), size.rows(), answering.seat.out()),
            to.from(from),
            from,
            offset -> resume(session, offset));
    try (var _ = answering.seat.raw().orElseThrow()) {
      attached.run();
    }
    if (attached.ending().isEmpty()) {
      answering.remark(attached.parting());
      return ExitCode.FAILED;
    }
    var end = Streaming.ending(attached.ending().get());
    return ended(end, session, new ByteArrayOutputStream());
  }

  private int stream(ParleyClient client, String session) throws Exception {
    var kept = new ByteArrayOutputStream();
    var out = answering.json ? new PlainLines(kept) : toStdout();
    var safe = !answering.json && answering.seat.hasTerminalOut() ? HarmlessOutput.to(out) : out;
    var ending = new CompletableFuture<RemoteEnding>();
    if (!noStdin && (!answering.seat.hasTerminalIn() || answering.seat.isInFront())) {
      new PipedInput(client, session, answering.seat.in(), ending::completeExceptionally).start();
    }
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                ending.complete(
                    new Streaming(
                            answering.seat,
                            client,
                            session,
                            safe,
                            offset -> resume(session, offset))
                        .run(from, resumed != null));
              } catch (IOException | RuntimeException failed) {
                ending.completeExceptionally(failed);
              }
            });
    try {
      var end =
          timeout == null ? ending.get() : ending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      out.flush();
      return ended(end, session, kept);
    } catch (TimeoutException late) {
      throw new ClientException(
          ClientException.Code.TIMEOUT,
          "The command still runs after %s, as session %s".formatted(Spans.exact(timeout), session),
          "Run 'parley wait %1$s' to wait on, or 'parley close %1$s' to end it".formatted(session));
    } catch (ExecutionException failed) {
      interrupted(session); // what it was to read is not all there
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  private int ended(RemoteEnding end, String session, ByteArrayOutputStream kept) {
    var code = end.exitCode();
    if (answering.json) {
      var fields = ParleyClient.object().put("session", session);
      code.ifPresent(number -> fields.put("exit_code", number));
      answering.json(fields.put("output", kept.toString(StandardCharsets.UTF_8)));
    }
    if (code.isEmpty()) {
      answering.remark("session %s was lost before its end was seen".formatted(session));
    }
    return code.orElse(ExitCode.FAILED);
  }

  private OutputStream toStdout() {
    return answering.seat.hasTerminalOut()
        ? answering.out
        : new PlainLines(new BufferedOutputStream(answering.out, 1 << 16));
  }
}
