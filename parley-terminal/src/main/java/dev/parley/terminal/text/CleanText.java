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
 * <p>The text can be read as it grows: {@link #changed} says from where on it is new, and a {@link
 * #traced} text knows the bytes of each of its characters.
 *
 * <p>To read from the middle of a stream, append some of what comes before, {@link #forget} it, and
 * go on: no torn sequence or character is left at the start.
 */
public final class CleanText {
  /** Rows of unknown width are joined again after so many columns, so that each stays small. */
  private static final int WIDE = 4096;

  private final Page page;
  private final Parser parser;
  private long begin;
  private long offset;
  private boolean begins = true;

  /**
   * A stretch of the stream, {@code to} exclusive. Where text was rewritten it is the smallest that
   * holds all of its bytes.
   */
  public record Range(long from, long to) {}

  /** For bytes whose terminal is not known. */
  public CleanText() {
    this(WIDE, false, 0, 0, false);
  }

  /** For bytes written to a terminal of this size, from its start on. */
  public CleanText(int columns, int rows) {
    this(columns, true, rows, 0, false);
  }

  private CleanText(int columns, boolean widthKnown, int rows, long begin, boolean traced) {
    var offsets = Offsets.everywhere();
    this.page = new Page(columns, widthKnown, rows, traced);
    this.parser = new Parser(new PageActions(page, offsets), offsets);
    this.begin = begin;
    this.offset = begin;
  }

  /** A text that remembers where its characters come from; the first byte has this offset. */
  public static CleanText traced(int columns, int rows, long offset) {
    return new CleanText(columns, true, rows, offset, true);
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
    parser.parse(bytes, start, to, offset + start - from);
    offset += to - from;
  }

  /** Drops the text so far, but not where the cursor is or what sequence has begun. */
  public void forget() {
    page.forget();
    begin = offset;
  }

  /** The text so far; a character or sequence that is not complete yet is not in it. */
  public String text() {
    TracedText text = page.text();
    return text.substring(0, text.length());
  }

  /** The offset of the next byte. */
  public long offset() {
    return offset;
  }

  public int length() {
    return page.text().length();
  }

  /** The text from this position up to another. */
  public String text(int from, int to) {
    return page.text().substring(from, to);
  }

  /** Where the line begins that this position is in. */
  public int lineStart(int position) {
    return page.text().lineStart(position);
  }

  /**
   * The first position where the text may differ from what it was when this was last asked. Asking
   * costs as much as what came since.
   */
  public int changed() {
    return page.changed();
  }

  /**
   * Drops so many of the oldest characters, but none that can still be rewritten; all positions
   * move by what is gone.
   *
   * @return how many are gone
   */
  public int drop(int most) {
    int before = length();
    page.drop(most);
    return before - length();
  }

  /** The bytes that the characters from {@code start} up to {@code end} come from. */
  public Range range(int start, int end) {
    return page.text().range(start, end, begin);
  }
}
