package dev.parley.terminal;

import dev.parley.terminal.parser.Offsets;
import dev.parley.terminal.parser.Parser;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The emulator: fed the bytes a child writes, it keeps the Screen a person would see, and answers
 * the child's queries. It belongs to one thread at a time; the Screens it gives away belong to
 * anyone.
 */
public final class Terminal {
  /**
   * What a Terminal keeps of the lines that leave its screen, and whether it tells checksums of its
   * cells (DECRQCRA), which only test suites need.
   */
  public record Options(int scrollbackLines, long scrollbackBytes, boolean checksums) {
    public static final Options DEFAULT = new Options(10_000, 16 << 20, false);

    public Options withScrollback(int lines) {
      return new Options(lines, scrollbackBytes, checksums);
    }

    public Options withChecksums(boolean told) {
      return new Options(scrollbackLines, scrollbackBytes, told);
    }
  }

  /** Larger stretches of input are taken in slices, so that tables are swept in between. */
  private static final int SLICE = 64 << 10;

  /** What there is to see beside the rows. */
  private record Frame(
      Cursor cursor,
      CursorShape cursorShape,
      String title,
      boolean alternate,
      boolean reversed,
      boolean pendingWrap,
      Map<Integer, Integer> colors) {}

  private final QueryReplies replies = new QueryReplies();
  private final Display display;
  private final TerminalModes modes;
  private final KeyboardModes keyboard = new KeyboardModes();
  private final Appearance appearance = new Appearance();
  private final Offsets offsets = Offsets.ofEvents();
  private final Events events = new Events(offsets);
  private final Parser parser;

  private long fed;
  private long revision;
  private long paints;
  private Frame frame;
  private @Nullable Screen screen;

  public Terminal(int columns, int rows) {
    this(columns, rows, Options.DEFAULT);
  }

  public Terminal(int columns, int rows, Options options) {
    check(columns, rows);
    display =
        new Display(
            columns, rows, new Scrollback(options.scrollbackLines(), options.scrollbackBytes()));
    modes = new TerminalModes(display);
    parser =
        new Parser(
            new Interpreter(
                display, modes, keyboard, appearance, replies, events, options.checksums()),
            offsets);
    frame = frame();
  }

  private static void check(int columns, int rows) {
    if (columns < 1 || rows < 1 || columns > 10_000 || rows > 10_000) {
      throw new IllegalArgumentException(
          "A terminal has 1 to 10,000 columns and rows, not %d×%d".formatted(columns, rows));
    }
  }

  /** Takes what the child wrote; returns what the child should read, often nothing. */
  public byte[] feed(byte[] bytes) {
    return feed(bytes, 0, bytes.length);
  }

  /** Takes the bytes from {@code from} up to {@code to}; see {@link #feed(byte[])}. */
  public byte[] feed(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at += SLICE) {
      int end = Math.min(to, at + SLICE);
      parser.parse(bytes, at, end, fed);
      fed += end - at;
      display.sweep();
    }
    update();
    return replies.take();
  }

  /** How often text on the screen was written or erased; a title or the cursor is no text. */
  public long paints() {
    return paints;
  }

  private void update() {
    Frame now = frame();
    boolean painted = display.changed();
    if (painted) {
      paints++;
    }
    if (painted || !now.equals(frame)) {
      frame = now;
      revision = display.stamp++;
    }
  }

  private Frame frame() {
    return new Frame(
        new Cursor(display.column, display.row, modes.cursorVisible),
        appearance.cursorShape(),
        appearance.title,
        display.alternate(),
        modes.reversed,
        display.pendingWrap,
        appearance.palette.changed());
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
    return events.take();
  }

  /** What a person would see now; the same object as long as nothing changes. */
  public Screen screen() {
    Screen now = screen;
    if (now == null || now.revision() != revision) {
      now =
          new Screen(
              display.columns,
              display.picture(),
              frame.cursor,
              frame.cursorShape,
              frame.title,
              frame.alternate,
              frame.reversed,
              frame.pendingWrap,
              frame.colors,
              revision);
      screen = now;
    }
    return now;
  }

  /**
   * Whether the screen is drawn rather than written: its rows were addressed in any order, or again
   * and again from the first place on with no cursor shown. A program that does so without the
   * alternate screen takes the whole screen nevertheless.
   */
  public boolean drawing() {
    return display.drawn || (display.homed && !modes.cursorVisible);
  }

  /** A number that grows whenever the picture changes. */
  public long revision() {
    return revision;
  }

  /**
   * Changes the size. Text of the primary screen that did not fit its line is wrapped anew, and the
   * cursor stays with its text; the alternate screen is cut, as its program will draw it again.
   */
  public void resize(int columns, int rows) {
    check(columns, rows);
    if (columns != display.columns || rows != display.rows) {
      display.resize(columns, rows);
      update();
    }
  }

  /** What the program has asked of keyboard and mouse. */
  public InputModes inputModes() {
    return new InputModes(
        modes.applicationCursor,
        modes.applicationKeypad,
        modes.bracketedPaste,
        modes.focusReports,
        modes.mouse(),
        modes.sgrMouse(),
        keyboard.flags(display.alternate()),
        keyboard.modifyOtherKeys,
        display.newLine,
        modes.backarrowSendsBackspace);
  }

  /** Whether the program is in the middle of drawing and asked not to be looked at (mode 2026). */
  public boolean synchronizing() {
    return modes.synchronizing;
  }

  /**
   * Escape sequences for margins, modes and the pen, as far as they are not what a new Terminal
   * has; to be fed after {@link Screen#toBytes}.
   */
  public byte[] settings() {
    return StateSequences.of(display).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** The lines that left the top of the screen. */
  public Scrollback scrollback() {
    return display.scrollback;
  }
}
