package dev.parley.session;

import dev.parley.session.storage.Journal;
import dev.parley.terminal.text.CleanText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The journal as text for a reader. A long stretch keeps its head and its tail and says what is
 * missing; both are cut between lines where there are lines, and never inside a character.
 */
final class Transcript {
  private static final int FAR_FOR_A_LINE = 4096;

  /** How much of what stands before a stretch tells where in a line it begins. */
  private static final int BEFORE = 2048;

  private final Journal journal;
  private final int columns;
  private final int rows;

  /** Zero columns stand for the bytes as they came. */
  private Transcript(Journal journal, int columns, int rows) {
    this.journal = journal;
    this.columns = columns;
    this.rows = rows;
  }

  /** With escape sequences gone and rewrites of a line collapsed, for a terminal of this size. */
  static Transcript clean(Journal journal, int columns, int rows) {
    return new Transcript(journal, columns, rows);
  }

  /** As the bytes came. */
  static Transcript raw(Journal journal) {
    return new Transcript(journal, 0, 0);
  }

  int columns() {
    return columns;
  }

  int rows() {
    return rows;
  }

  /** The oldest offset that can be read. */
  long start() {
    return journal.start();
  }

  byte[] bytes(long from, long to) {
    return journal.slice(from, to);
  }

  /** Text without a byte yet that goes on from this offset and knows its offsets. */
  CleanText follow(long from) {
    var start = before(from);
    return begun(CleanText.traced(columns, rows, start), start, from);
  }

  private CleanText begun(CleanText text, long before, long from) {
    if (before < from) {
      text.append(journal.slice(before, from));
      text.forget();
    }
    return text;
  }

  private long before(long from) {
    return Math.min(from, Math.max(journal.start(), from - BEFORE));
  }

  Excerpt excerpt(long from, long to, int characters) {
    // Text may be far shorter than its bytes (colours, progress bars), so a generous stretch is
    // tried whole.
    if (to - from <= 16L * characters + FAR_FOR_A_LINE) {
      var whole = text(from, to);
      if (whole.length() <= characters) {
        return new Excerpt(whole, from, to, Optional.empty());
      }
    }
    var half = Math.max(1, characters / 2);
    var head = head(from, to, half);
    var tail = tail(head, to, half);
    if (tail <= head) {
      return new Excerpt(text(from, to), from, to, Optional.empty());
    }
    var omitted = new Excerpt.Omitted(tail - head, lines(head, tail), head, tail);
    var text = new StringBuilder(text(from, head));
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    text.append(
        "[… %d bytes, %d lines omitted, read from %d to %d …]\n"
            .formatted(omitted.bytes(), omitted.lines(), omitted.from(), omitted.to()));
    text.append(text(tail, to));
    return new Excerpt(text.toString(), from, to, Optional.of(omitted));
  }

  /** All of the text between two offsets. */
  String text(long from, long to) {
    if (columns == 0) {
      return new String(journal.slice(from, to), StandardCharsets.UTF_8);
    }
    var bytes = journal.slice(from, to);
    if (PlainText.is(journal.slice(before(from), from), bytes)) {
      return PlainText.of(bytes);
    }
    var text = begun(new CleanText(columns, rows), before(from), from);
    text.append(bytes);
    return text.text();
  }

  /** Where the head ends: as many whole lines as fit. */
  private long head(long from, long to, int characters) {
    var best = from;
    for (var size = (long) characters; ; size *= 2) {
      var end = backToLineStart(from, Math.min(to, from + size));
      if (text(from, end).length() > characters) {
        return best > from ? best : backToCharacter(from, from + Math.min(characters, to - from));
      }
      best = end;
      if (from + size >= to) {
        return best;
      }
    }
  }

  /** Where the tail begins: as many whole lines as fit. */
  private long tail(long head, long to, int characters) {
    var best = to;
    for (var size = (long) characters; ; size *= 2) {
      var start = onToLineStart(Math.max(head, to - size), to);
      if (text(start, to).length() > characters) {
        return best < to ? best : onToCharacter(to - Math.min(characters, to - head), to);
      }
      best = start;
      if (to - size <= head) {
        return best;
      }
    }
  }

  private long backToLineStart(long from, long end) {
    var far = Math.max(from, end - FAR_FOR_A_LINE);
    var bytes = journal.slice(far, end);
    for (var at = bytes.length; at > 0; at--) {
      if (bytes[at - 1] == '\n') {
        return far + at;
      }
    }
    return backToCharacter(from, end);
  }

  private long onToLineStart(long start, long to) {
    var bytes = journal.slice(start, Math.min(to, start + FAR_FOR_A_LINE));
    for (var at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        return start + at + 1;
      }
    }
    return onToCharacter(start, to);
  }

  private long backToCharacter(long from, long end) {
    var far = Math.max(from, end - 4);
    var bytes = journal.slice(far, Math.min(journal.end(), end + 1));
    for (var at = (int) (end - far); at > 0; at--) {
      if (at >= bytes.length || !continues(bytes[at])) {
        return far + at;
      }
    }
    return end;
  }

  private long onToCharacter(long start, long to) {
    var bytes = journal.slice(start, Math.min(to, start + 4));
    for (var at = 0; at < bytes.length; at++) {
      if (!continues(bytes[at])) {
        return start + at;
      }
    }
    return start;
  }

  private static boolean continues(byte utf8) {
    return (utf8 & 0xc0) == 0x80;
  }

  private long lines(long from, long to) {
    var lines = 0L;
    var buffer = new byte[1 << 16];
    for (var at = from; at < to; ) {
      var count = journal.read(at, buffer, 0, (int) Math.min(buffer.length, to - at));
      if (count == 0) {
        break;
      }
      for (var index = 0; index < count; index++) {
        if (buffer[index] == '\n') {
          lines++;
        }
      }
      at += count;
    }
    return lines;
  }
}
