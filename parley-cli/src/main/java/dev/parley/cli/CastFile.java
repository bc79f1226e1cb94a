package dev.parley.cli;

import dev.parley.client.ClientException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording in asciicast version 2, from a session or from a file that anybody may have written.
 *
 * @param events in their order; what is none is left out
 */
record CastFile(int columns, int rows, List<Event> events) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int LARGEST = 1000;

  /** Output, so many seconds after the beginning. */
  record Event(double time, String output) {
    byte[] bytes() {
      return output.getBytes(StandardCharsets.UTF_8);
    }
  }

  CastFile {
    events = List.copyOf(events);
  }

  /**
   * Reads a recording.
   *
   * @param name what it is called, for a refusal
   */
  static CastFile of(String name, String text) {
    try {
      var lines = text.lines().filter(line -> !line.isBlank()).toList();
      var header = MAPPER.readTree(lines.isEmpty() ? "{}" : lines.getFirst());
      if (header.path("version").asInt(0) == 2) {
        return new CastFile(
            Math.clamp(header.path("width").asInt(80), 1, LARGEST),
            Math.clamp(header.path("height").asInt(24), 1, LARGEST),
            events(lines));
      }
    } catch (JacksonException noRecording) {
      // Said below.
    }
    throw new ClientException(
        ClientException.Code.BAD_INPUT,
        "'%s' is not a recording in asciicast version 2".formatted(name),
        "Make one with 'parley export SESSION -o FILE'");
  }

  private static List<Event> events(List<String> lines) {
    var events = new ArrayList<Event>();
    for (var line : lines.subList(1, lines.size())) {
      var event = MAPPER.readTree(line);
      if (event.path(1).asString("").equals("o")) {
        events.add(new Event(time(event), event.path(2).asString("")));
      }
    }
    return events;
  }

  private static double time(JsonNode event) {
    var time = event.path(0).asDouble(0);
    return Double.isFinite(time) ? time : 0;
  }

  double duration() {
    return events.isEmpty() ? 0 : events.getLast().time();
  }
}
