package dev.parley.cli;

import dev.parley.cli.Seat.Undo;
import dev.parley.client.ParleyClient;
import dev.parley.pty.OwnTerminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley replay}: plays a recording in this terminal. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Plays a session, or an asciicast file, in this terminal.",
    footer = {
      "",
      "Keys: space pauses, . steps, left and right go back and ahead, up and down set the speed,"
          + " q quits.",
      "",
      "Examples:",
      "  parley replay build --speed 4",
      "  parley replay demo.cast"
    })
final class ReplayCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(
      index = "0",
      paramLabel = "SESSION|FILE",
      description = "A session, or a file in asciicast version 2 or 3.")
  String what = "";

  @Option(names = "--speed", paramLabel = "FACTOR", description = "How much faster; default 1.")
  double speed = 1;

  @Option(
      names = "--idle-limit",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "The longest pause; default 2s.")
  Duration idleLimit = Duration.ofSeconds(2);

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  ReplayCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(speed > 0)) {
      throw new ParameterException(spec.commandLine(), "The speed must be more than 0");
    }
    var cast = CastFile.of(what, text());
    if (answering.json) {
      answering.json(
          ParleyClient.object()
              .put("events", cast.events().size())
              .put("duration_s", cast.duration()));
      return ExitCode.DONE;
    }
    play(cast);
    return ExitCode.DONE;
  }

  private String text() throws IOException {
    var file = answering.seat.path(Path.of(what));
    if (Files.isRegularFile(file)) {
      return Files.readString(file);
    }
    try (var client = ToDaemon.open()) {
      return ExportCommand.of(client, what, "asciicast").text();
    }
  }

  /** A recording may come from anybody, so what it shows is drawn and never sent as it is. */
  private void play(CastFile cast) throws IOException, InterruptedException {
    var seat = answering.seat;
    var size = new Size(cast.columns(), cast.rows());
    var drawing = Drawing.watching(seat.size().orElse(size), size, answering.out);
    var wishes = new LinkedBlockingQueue<Player.Wish>();
    var player = new Player(cast, drawing, speed, idleLimit, wishes, System::nanoTime);
    seat.whenResized(() -> follow(drawing));
    try (var _ = seat.whenEnding(() -> leave(drawing))) {
      var raw = seat.hasTerminalOut() && seat.isInFront() ? seat.raw() : Optional.<Undo>empty();
      try (var _ = raw.orElse(() -> {})) {
        if (raw.isPresent()) {
          new PlayerKeys(seat.in(), wishes).start();
          player.tell();
        }
        player.play();
      } finally {
        drawing.leave();
      }
    }
    answering.out.println();
  }

  private void follow(Drawing drawing) {
    answering.seat.size().ifPresent(size -> resize(drawing, size));
  }

  private static void resize(Drawing drawing, Size size) {
    try {
      drawing.resize(size.columns(), size.rows());
    } catch (IOException gone) {
      // The next picture fails too, and says so.
    }
  }

  private static void leave(Drawing drawing) {
    try {
      drawing.leave();
    } catch (IOException gone) {
      // Nobody is left to look.
    }
  }
}
