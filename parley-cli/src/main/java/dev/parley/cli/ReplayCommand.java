package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code parley replay}: plays a recording in this terminal. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Plays a session, or an asciicast file, in this terminal.",
    footer = {"", "Examples:", "  parley replay build --speed 4", "  parley replay demo.cast"})
final class ReplayCommand implements Callable<Integer> {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int LARGEST = 1000;

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
    var lines = text().lines().toList();
    var events = events(lines);
    if (answering.json) {
      answering.out.println(
          ParleyClient.object()
              .put("events", events.size())
              .put("duration_s", events.isEmpty() ? 0 : time(events.getLast())));
      return ExitCode.DONE;
    }
    play(MAPPER.readTree(lines.getFirst()), events);
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

  private List<JsonNode> events(List<String> lines) {
    try {
      if (!lines.isEmpty() && MAPPER.readTree(lines.getFirst()).path("version").asInt(0) == 2) {
        return lines.stream()
            .skip(1)
            .filter(line -> !line.isBlank())
            .map(MAPPER::readTree)
            .toList();
      }
    } catch (JacksonException noRecording) {
      // Said below.
    }
    throw new ClientException(
        "bad_input",
        "'%s' is not a recording in asciicast version 2".formatted(what),
        "Make one with 'parley export SESSION -o FILE'");
  }

  /** A recording may come from anybody, so what it shows is drawn and never sent as it is. */
  private void play(JsonNode header, List<JsonNode> events)
      throws IOException, InterruptedException {
    var canvas =
        new Drawing(
            Math.clamp(header.path("width").asInt(80), 1, LARGEST),
            Math.clamp(header.path("height").asInt(24), 1, LARGEST),
            answering.out);
    try {
      play(canvas, events);
    } finally {
      canvas.leave();
    }
    answering.out.println();
  }

  private void play(Canvas canvas, List<JsonNode> events) throws IOException, InterruptedException {
    var before = 0.0;
    for (var event : events) {
      var pause = Math.min(time(event) - before, idleLimit.toMillis() / 1000.0) / speed;
      before = time(event);
      if (pause > 0) {
        Thread.sleep(Duration.ofNanos((long) (pause * 1e9)));
      }
      if (event.path(1).asString("").equals("o")) {
        canvas.show(event.path(2).asString("").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static double time(JsonNode event) {
    return event.path(0).asDouble(0);
  }
}
