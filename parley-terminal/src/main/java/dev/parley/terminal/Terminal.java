package dev.parley.terminal;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The emulator: fed the bytes a child writes, it keeps the Screen a person would see, and answers
 * the child's queries.
 */
public final class Terminal {
  /** What a Terminal keeps of the lines that leave its screen. */
  public record Options(int scrollbackLines, int scrollbackBytes) {
    public static final Options DEFAULT = new Options(10_000, 16 << 20);
  }

  private static final byte[] NO_ANSWER = new byte[0];

  private int columns;
  private int rows;
  private final Styles styles = new Styles();
  private final Scrollback scrollback = new Scrollback();
  private long fed;

  public Terminal(int columns, int rows) {
    this(columns, rows, Options.DEFAULT);
  }

  public Terminal(int columns, int rows, Options options) {
    this.columns = columns;
    this.rows = rows;
  }

  /** Takes what the child wrote; answers what the child should read, often nothing. */
  public byte[] feed(byte[] bytes) {
    return feed(bytes, 0, bytes.length);
  }

  /** Takes the bytes from {@code from} up to {@code to}; see {@link #feed(byte[])}. */
  public byte[] feed(byte[] bytes, int from, int to) {
    fed += to - from;
    return NO_ANSWER;
  }

  /** How many bytes were fed: the place in the stream where the next one goes. */
  public long fed() {
    return fed;
  }

  /**
   * Says where in the stream the first byte stands, for a Terminal that takes over from another.
   */
  public void startAt(long offset) {
    fed = offset;
  }

  /** What the child said since the last call that is not part of the picture. */
  public List<Event> takeEvents() {
    return List.of();
  }

  /** What a person would see now. */
  public Screen screen() {
    var blank = new Line(new int[columns]);
    return new Screen(
        columns,
        IntStream.range(0, rows)
            .mapToObj(_ -> new Row(blank, 0, styles.entries(), new String[0]))
            .toList(),
        new Cursor(0, 0, true),
        CursorShape.BLOCK,
        "",
        false,
        false,
        false,
        0);
  }

  /** A number that grows whenever the picture changes. */
  public long revision() {
    return 0;
  }

  public void resize(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What the program has asked of keyboard and mouse. */
  public InputModes inputModes() {
    return InputModes.PLAIN;
  }

  /** Whether the program is in the middle of drawing and asked not to be looked at (mode 2026). */
  public boolean synchronizing() {
    return false;
  }

  public Scrollback scrollback() {
    return scrollback;
  }
}
