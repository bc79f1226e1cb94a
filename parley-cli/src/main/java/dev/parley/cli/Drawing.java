package dev.parley.cli;

import dev.parley.terminal.Event;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A session on a person's terminal. Nothing that a program printed goes to it as it is: an emulator
 * of ours takes it, and what that shows is drawn, as a terminal multiplexer does. So no question of
 * a program's reaches the person's terminal, whose answers would be typed, and no mode is left on.
 */
final class Drawing implements Canvas {
  /** More lines than this leave the screen between two pictures only in a flood. */
  private static final long MOST_LINES_ABOVE = 2000;

  private final Terminal terminal;
  private final OutputStream out;
  private Screen drawn;
  private InputModes modes;
  private long above;
  private boolean everything = true;

  Drawing(int columns, int rows, OutputStream out) {
    this.terminal = new Terminal(columns, rows);
    this.out = out;
    this.drawn = terminal.screen();
    this.modes = terminal.inputModes();
  }

  @Override
  public synchronized void resize(int columns, int rows) {
    terminal.resize(columns, rows);
    everything = true;
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

  private void draw() throws IOException {
    var screen = terminal.screen();
    var picture = new StringBuilder("\033[?25l\033[?7l");
    if (screen.alternate() != drawn.alternate()) {
      picture.append(screen.alternate() ? "\033[?1049h" : "\033[?1049l");
      everything = true;
    }
    if (screen.reversed() != drawn.reversed()) {
      picture.append(screen.reversed() ? "\033[?5h" : "\033[?5l");
    }
    linesAbove(screen, picture);
    for (var row : rows(screen)) {
      picture.append("\033[%d;1H\033[0m\033[2K".formatted(row + 1)).append(screen.ansi(row));
    }
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
    if (some <= 0) {
      return;
    }
    var lines = terminal.scrollback().ansi((int) some).split("\n", -1);
    for (var line = 0; line < lines.length - 1; line++) {
      picture
          .append("\033[1;1H\033[0m\033[2K")
          .append(lines[line])
          .append("\033[0m\033[%d;1H\n".formatted(screen.rows()));
    }
    everything = true;
  }

  private List<Integer> rows(Screen screen) {
    return everything || screen.columns() != drawn.columns()
        ? IntStream.range(0, screen.rows()).boxed().toList()
        : screen.changedSince(drawn.revision());
  }

  private static void cursor(Screen screen, StringBuilder picture) {
    var shape =
        switch (screen.cursorShape()) {
          case BLOCK -> 2;
          case UNDERLINE -> 4;
          case BAR -> 6;
        };
    picture
        .append("\033[0m\033[%d q".formatted(shape))
        .append("\033[%d;%dH".formatted(screen.cursor().row() + 1, screen.cursor().column() + 1))
        .append(screen.cursor().visible() ? "\033[?25h" : "");
  }

  /** Keys and the mouse are to be reported as the program has asked for it. */
  private void modes(StringBuilder picture) {
    var now = terminal.inputModes();
    if (!now.equals(modes)) {
      picture.append(modes.takenBack()).append(now.asked());
      modes = now;
    }
  }

  /** Gives the terminal back as it was, below what was drawn last. */
  @Override
  public synchronized void leave() throws IOException {
    var parting = new StringBuilder("\033[0m\033[?7h\033[?25h\033[0 q").append(modes.takenBack());
    if (drawn.reversed()) {
      parting.append("\033[?5l");
    }
    if (drawn.alternate()) {
      parting.append("\033[?1049l");
    }
    if (drawn.cursor().column() > 0) {
      parting.append("\r\n");
    }
    write(parting);
  }

  private void write(StringBuilder text) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
