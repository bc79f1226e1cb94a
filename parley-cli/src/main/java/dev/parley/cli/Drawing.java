package dev.parley.cli;

import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.Event;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A session on a person's terminal. Nothing that a program printed goes to it as it is: an emulator
 * of ours takes it, and what that shows is drawn, as a terminal multiplexer does. So no question of
 * a program's reaches the person's terminal, whose answers would be typed, and no mode is left on.
 *
 * <p>Where the person's terminal is smaller than the session, the part with the cursor is drawn,
 * and the last row says so.
 */
final class Drawing implements Canvas {
  /** More lines than this leave the screen between two pictures only in a flood. */
  private static final long MOST_LINES_ABOVE = 2000;

  private final OutputStream out;
  private final boolean forTyping;
  private Terminal terminal;
  private Size window;
  private Viewport view = Viewport.NONE;
  private Screen drawn;
  private InputModes modes;
  private Optional<String> notice = Optional.empty();
  private long above;
  private boolean everything = true;
  private boolean left;

  private Drawing(Size window, Size session, boolean forTyping, OutputStream out) {
    this.window = window;
    this.forTyping = forTyping;
    this.terminal = new Terminal(session.columns(), session.rows());
    this.out = out;
    this.drawn = terminal.screen();
    this.modes = terminal.inputModes();
  }

  /** For a person who types: keys and the mouse report as the program has asked for it. */
  Drawing(int columns, int rows, OutputStream out) {
    this(new Size(columns, rows), new Size(columns, rows), true, out);
  }

  /** The same at a session that may have another size than the person's terminal. */
  static Drawing typing(Size window, Size session, OutputStream out) {
    return new Drawing(window, session, true, out);
  }

  /** For a person who only looks, at something of another size than their terminal perhaps. */
  static Drawing watching(Size window, Size session, OutputStream out) {
    return new Drawing(window, session, false, out);
  }

  @Override
  public synchronized void resize(int columns, int rows) throws IOException {
    window = new Size(columns, rows);
    everything = true;
    draw();
  }

  @Override
  public synchronized void begin(int columns, int rows) {
    terminal = new Terminal(columns, rows);
    above = terminal.scrollback().last() + 1;
    everything = true;
  }

  /** What was shown goes on in another size, as of a recording in which the size changes. */
  synchronized void resizeSession(int columns, int rows) {
    terminal.resize(columns, rows);
    everything = true;
  }

  /** Takes in what was printed without showing it yet. */
  synchronized void take(byte[] printed) {
    terminal.feed(printed);
  }

  /** Nothing is answered here: the session has done so. */
  @Override
  public synchronized void show(byte[] printed) throws IOException {
    terminal.feed(printed);
    draw();
  }

  /** A painting is output too, for a terminal of the session's size. */
  @Override
  public void paint(byte[] painting) throws IOException {
    show(painting);
  }

  @Override
  public synchronized void notice(String line) throws IOException {
    notice = Optional.of(Printable.line(line));
    everything = true;
    draw();
  }

  @Override
  public synchronized void dismiss() throws IOException {
    if (notice.isPresent()) {
      notice = Optional.empty();
      everything = true;
      draw();
    }
  }

  private void draw() throws IOException {
    if (left) {
      return; // told to end in the middle of something
    }
    var screen = terminal.screen();
    var picture = new StringBuilder("\033[?25l\033[?7l");
    if (screen.alternate() != drawn.alternate()) {
      picture.append(screen.alternate() ? "\033[?1049h" : "\033[?1049l");
      everything = true;
    }
    if (screen.reversed() != drawn.reversed()) {
      picture.append(screen.reversed() ? "\033[?5h" : "\033[?5l");
    }
    var now = view.following(screen, window);
    everything |= !now.equals(view);
    view = now;
    linesAbove(screen, picture);
    rows(screen, picture);
    words(screen, picture);
    if (!screen.title().equals(drawn.title())) {
      picture.append("\033]2;").append(Printable.line(screen.title())).append('\007');
    }
    if (terminal.takeEvents().stream().anyMatch(Event.Bell.class::isInstance)) {
      picture.append('\007');
    }
    modes(picture);
    cursor(screen, picture.append("\033[?7h"));
    drawn = screen;
    everything = false;
    write(picture);
  }

  /**
   * Lines that have left the screen are pushed out at the top, into the terminal's own scrollback.
   */
  private void linesAbove(Screen screen, StringBuilder picture) {
    var last = terminal.scrollback().last() + 1;
    var some = Math.min(last - above, MOST_LINES_ABOVE);
    above = last;
    if (some <= 0 || !view.isAllOf(screen)) {
      return;
    }
    var lines = terminal.scrollback().ansi((int) some).split("\n", -1);
    for (var line = 0; line < lines.length - 1; line++) {
      picture
          .append("\033[1;1H\033[0m\033[2K")
          .append(lines[line])
          .append("\033[0m\033[%d;1H\n".formatted(window.rows()));
    }
    everything = true;
  }

  private void rows(Screen screen, StringBuilder picture) {
    for (var row : changed(screen)) {
      if (row >= view.top() && row < view.top() + view.rows()) {
        at(picture, row - view.top())
            .append(screen.ansi(row, view.left(), view.left() + view.columns()));
      }
    }
    if (everything) {
      for (var row = view.rows(); row < window.rows(); row++) {
        at(picture, row);
      }
    }
  }

  private List<Integer> changed(Screen screen) {
    return everything || screen.columns() != drawn.columns()
        ? IntStream.range(0, screen.rows()).boxed().toList()
        : screen.changedSince(drawn.revision());
  }

  /** An empty row of the person's terminal. */
  private static StringBuilder at(StringBuilder picture, int row) {
    return picture.append("\033[%d;1H\033[0m\033[2K".formatted(row + 1));
  }

  /** What is not the program's: in the last row, unless the program's own cursor stands there. */
  private void words(Screen screen, StringBuilder picture) {
    var part = view.isAllOf(screen) ? Optional.<String>empty() : Optional.of(view.of(screen));
    var words = notice.or(() -> part);
    if (words.isPresent()) {
      var last = window.rows() - 1;
      var line = words.get();
      var shown = line.substring(0, Math.min(line.length(), window.columns()));
      var covered = part.isEmpty() && screen.cursor().row() == last;
      at(picture, covered ? 0 : last).append("\033[7m").append(shown).append("\033[0m");
    }
  }

  private void cursor(Screen screen, StringBuilder picture) {
    var shape =
        switch (screen.cursorShape()) {
          case BLOCK -> 2;
          case UNDERLINE -> 4;
          case BAR -> 6;
        };
    var cursor = screen.cursor();
    picture
        .append("\033[0m\033[%d q".formatted(shape))
        .append(
            "\033[%d;%dH"
                .formatted(cursor.row() - view.top() + 1, cursor.column() - view.left() + 1))
        .append(cursor.visible() && view.shows(cursor.column(), cursor.row()) ? "\033[?25h" : "");
  }

  /** Keys and the mouse are to be reported as the program has asked for it. */
  private void modes(StringBuilder picture) {
    var now = terminal.inputModes();
    if (forTyping && !now.equals(modes)) {
      picture.append(modes.takenBack()).append(now.asked());
      modes = now;
    }
  }

  /** Gives the terminal back as it was, below what was drawn last. */
  @Override
  public synchronized void leave() throws IOException {
    if (left) {
      return;
    }
    left = true;
    var parting = new StringBuilder("\033[0m\033[?7h\033[?25h\033[0 q").append(modes.takenBack());
    if (drawn.reversed()) {
      parting.append("\033[?5l");
    }
    if (drawn.alternate()) {
      parting.append("\033[?1049l\r\n");
    } else {
      below(parting);
    }
    write(parting);
  }

  private void below(StringBuilder parting) {
    var used = (int) drawn.text().lines().count();
    var row = Math.max(drawn.cursor().row(), used - 1) - view.top();
    if (notice.isPresent() || !view.isAllOf(drawn)) {
      at(parting, window.rows() - 1);
    } else if (row > drawn.cursor().row() - view.top() || drawn.cursor().column() > 0) {
      parting.append("\033[%d;1H\r\n".formatted(row + 1));
    }
  }

  private void write(StringBuilder text) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
