package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley replay}: plays a recording in this terminal. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Plays a session, or an asciicast file, in this terminal.",
    footer = {"", "Examples:", "  parley replay build --speed 4", "  parley replay demo.cast"})
final class ReplayCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(
      index = "0",
      paramLabel = "SESSION|FILE",
      description = "A session, or a file in asciicast version 2.")
  String what = "";

  @Option(names = "--speed", paramLabel = "FACTOR", description = "How much faster; default 1.")
  double speed = 1;

  @Option(
      names = "--idle-limit",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "The longest pause; default 2s.")
  Duration idleLimit = Duration.ofSeconds(2);

  @Override
  public Integer call() throws IOException, InterruptedException {
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
    var canvas = new Drawing(cast.columns(), cast.rows(), answering.out);
    try {
      var before = 0.0;
      for (var event : cast.events()) {
        var pause = Math.min(event.time() - before, idleLimit.toMillis() / 1000.0) / speed;
        before = event.time();
        if (pause > 0) {
          Thread.sleep(Duration.ofNanos((long) (pause * 1e9)));
        }
        canvas.show(event.bytes());
      }
    } finally {
      canvas.leave();
    }
    answering.out.println();
  }
}
