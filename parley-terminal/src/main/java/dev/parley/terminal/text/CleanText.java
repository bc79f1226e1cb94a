package dev.parley.terminal.text;

import dev.parley.terminal.parser.Offsets;
import dev.parley.terminal.parser.Parser;

/**
 * What a program that works line by line has said, without a grid: the text a person would copy
 * from its screen and scrollback.
 *
 * <p>Escape sequences are gone; what was rewritten, by a carriage return, a backspace, an erased
 * line or a cursor sent back up, has its last state. Bytes may come in any pieces. Give the width
 * of the terminal where it is known: a long command line is then told from one that was rewritten.
 *
 * <p>To read from the middle of a stream, append some of what comes before, {@link #forget} it, and
 * go on: no torn sequence or character is left at the start.
 */
public final class CleanText {
  /** Rows of unknown width are joined again after so many columns, so that each stays small. */
  private static final int WIDE = 4096;

  private final Page page;
  private final Parser parser;
  private long appended;
  private boolean begins = true;

  /** For bytes whose terminal is not known. */
  public CleanText() {
    this(new Page(WIDE, false, 0));
  }

  /** For bytes written to a terminal of this size, from its start on. */
  public CleanText(int columns, int rows) {
    this(new Page(columns, true, rows));
  }

  private CleanText(Page page) {
    this.page = page;
    this.parser = new Parser(page, new Offsets());
  }

  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The text of a stretch of bytes; those before it only tell where it begins. */
  public static String of(byte[] bytes, int from, int to) {
    var clean = new CleanText();
    clean.append(bytes, 0, from);
    if (from > 0) {
      clean.forget();
    }
    clean.append(bytes, from, to);
    return clean.text();
  }

  public void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  public void append(byte[] bytes, int from, int to) {
    int start = from;
    if (begins) {
      // A stream that was cut begins with the rest of a character.
      while (start < to && (bytes[start] & 0xc0) == 0x80) {
        start++;
      }
      begins = start == to;
    }
    parser.parse(bytes, start, to, appended);
    appended += to - start;
  }

  /** Drops the text so far, but not where the cursor is or what sequence has begun. */
  public void forget() {
    page.forget();
  }

  /** The text so far; a character or sequence that is not complete yet is not in it. */
  public String text() {
    return page.text();
  }
}
