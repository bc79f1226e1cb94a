package dev.parley.session.recording;

import dev.parley.session.launch.Launch;
import dev.parley.session.storage.Index;
import dev.parley.session.storage.StoredJson;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A session's output with its times and sizes, as far as they are kept, to be played again. */
public final class Recording {
  private static final String TERM = "xterm-256color";

  /** Where the bytes are read from. */
  public interface Bytes {
    byte[] between(long from, long to);
  }

  private final Launch launch;
  private final Instant startedAt;
  private final List<Index.Entry> entries;
  private final long first;
  private final long end;
  private final Bytes bytes;

  /**
   * A recording of the output between two offsets.
   *
   * @param entries when things happened, in order
   */
  public Recording(
      Launch launch,
      Instant startedAt,
      List<Index.Entry> entries,
      long first,
      long end,
      Bytes bytes) {
    this.launch = launch;
    this.startedAt = startedAt;
    this.entries = entries;
    this.first = first;
    this.end = end;
    this.bytes = bytes;
  }

  /**
   * As asciicast version 2: a header, then a line for each piece of output, change of size, and end
   * of a command (as a marker).
   */
  public String asciicast() {
    var header = new LinkedHashMap<String, Object>();
    header.put("version", 2);
    header.put("width", launch.columns());
    header.put("height", launch.rows());
    about(header);
    header.put("env", Map.of("TERM", TERM));
    var out = new StringBuilder(StoredJson.write(header)).append('\n');
    events().forEach(event -> line(out, event.millis(), event));
    return out.toString();
  }

  /** The same as version 3, where each time counts from the event before. */
  public String asciicastV3() {
    var header = new LinkedHashMap<String, Object>();
    header.put("version", 3);
    var term = new LinkedHashMap<String, Object>();
    term.put("cols", launch.columns());
    term.put("rows", launch.rows());
    term.put("type", TERM);
    header.put("term", term);
    about(header);
    var out = new StringBuilder(StoredJson.write(header)).append('\n');
    var before = 0L;
    for (var event : events()) {
      line(out, event.millis() - before, event);
      before = event.millis();
    }
    return out.toString();
  }

  private void about(Map<String, Object> header) {
    header.put("timestamp", startedAt.toEpochMilli() / 1000);
    header.put("command", String.join(" ", launch.command()));
    launch.name().ifPresent(name -> header.put("title", name));
  }

  /** What happened, so many milliseconds after the start: a kind of asciicast's, and its data. */
  private record Event(long millis, String kind, String data) {}

  private List<Event> events() {
    var events = new ArrayList<Event>();
    var start = startedAt.toEpochMilli();
    var text = new Utf8Pieces();
    var offset = first;
    var last = 0L;
    for (var entry : entries) {
      last = Math.max(last, entry.millis() - start); // a clock set back must not play backwards
      var to = Math.min(entry.offset(), end);
      if (to > offset) {
        output(events, last, text.add(bytes.between(offset, to)));
        offset = to;
      }
      switch (entry) {
        case Index.Entry.Output _ -> {}
        case Index.Entry.Size size ->
            events.add(new Event(last, "r", "%dx%d".formatted(size.columns(), size.rows())));
        case Index.Entry.Command command ->
            events.add(new Event(last, "m", "exit code %d".formatted(command.exitCode())));
      }
    }
    if (offset < end) {
      output(events, last, text.add(bytes.between(offset, end)));
    }
    return events;
  }

  private static void output(List<Event> events, long millis, String text) {
    if (!text.isEmpty()) {
      events.add(new Event(millis, "o", text));
    }
  }

  private static void line(StringBuilder out, long millis, Event event) {
    out.append('[')
        .append(String.format(Locale.ROOT, "%.3f", millis / 1000.0))
        .append(", \"")
        .append(event.kind())
        .append("\", ")
        .append(StoredJson.write(event.data()))
        .append("]\n");
  }

  /** Turns bytes into text piece by piece; a character cut in two comes with the second piece. */
  private static final class Utf8Pieces {
    private byte[] rest = new byte[0];

    String add(byte[] bytes) {
      var all = new ByteArrayOutputStream();
      all.writeBytes(rest);
      all.writeBytes(bytes);
      var in = ByteBuffer.wrap(all.toByteArray());
      var out = CharBuffer.allocate(in.remaining() + 1);
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE)
          .decode(in, out, false);
      rest = new byte[in.remaining()];
      in.get(rest);
      return out.flip().toString();
    }
  }
}
