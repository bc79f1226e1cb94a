package dev.parley.cli;

import dev.parley.client.ClientException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording in asciicast version 2 or 3, from a session or from a file that anybody may have
 * written.
 *
 * @param events in their order; what is none is left out
 */
record CastFile(int columns, int rows, List<Event> events) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int LARGEST = 1000;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,6})x(\\d{1,6})");

  /** Something that happened, so many seconds after the beginning. */
  sealed interface Event {
    double time();

    /** The program printed something. */
    record Output(double time, String text) implements Event {
      byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
      }
    }

    /** The terminal got another size. */
    record Size(double time, int columns, int rows) implements Event {}
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
      // Version 3 has comments.
      var lines = text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
      var header = MAPPER.readTree(lines.isEmpty() ? "{}" : lines.getFirst());
      switch (header.path("version").asInt(0)) {
        case 2 -> {
          return read(header.path("width"), header.path("height"), lines, false);
        }
        case 3 -> {
          var term = header.path("term");
          return read(term.path("cols"), term.path("rows"), lines, true);
        }
        default -> {}
      }
    } catch (JacksonException noRecording) {
      // Said below.
    }
    throw new ClientException(
        ClientException.Code.BAD_INPUT,
        "'%s' is not a recording in asciicast version 2 or 3".formatted(name),
        "Make one with 'parley export SESSION -o FILE.cast'");
  }

  private static CastFile read(
      JsonNode columns, JsonNode rows, List<String> lines, boolean intervals) {
    return new CastFile(
        bounded(columns.asInt(80)), bounded(rows.asInt(24)), events(lines, intervals));
  }

  private static int bounded(int size) {
    return Math.clamp(size, 1, LARGEST);
  }

  /**
   * The events of all lines but the first.
   *
   * @param intervals whether each time counts from the event before, whatever that was
   */
  private static List<Event> events(List<String> lines, boolean intervals) {
    var events = new ArrayList<Event>();
    var now = 0.0;
    for (var line : lines.subList(1, lines.size())) {
      JsonNode event;
      try {
        event = MAPPER.readTree(line);
      } catch (JacksonException cut) {
        if (line.equals(lines.getLast())) {
          break; // who recorded was interrupted
        }
        throw cut;
      }
      var time = Math.max(0, time(event));
      now = intervals ? now + time : Math.max(now, time);
      event(now, event).ifPresent(events::add);
    }
    return events;
  }

  private static Optional<Event> event(double time, JsonNode event) {
    var text = event.path(2).asString("");
    return switch (event.path(1).asString("")) {
      case "o" -> Optional.of(new Event.Output(time, text));
      case "r" -> size(time, text);
      default -> Optional.empty();
    };
  }

  private static Optional<Event> size(double time, String text) {
    var size = SIZE.matcher(text);
    return size.matches()
        ? Optional.of(
            new Event.Size(
                time,
                bounded(Integer.parseInt(size.group(1))),
                bounded(Integer.parseInt(size.group(2)))))
        : Optional.empty();
  }

  private static double time(JsonNode event) {
    var time = event.path(0).asDouble(0);
    return Double.isFinite(time) ? time : 0;
  }

  double duration() {
    return events.isEmpty() ? 0 : events.getLast().time();
  }
}
