package dev.parley.cli;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Output that goes on in the person's terminal where that stands, as of a command that runs here:
 * what is known to be harmless passes. A terminal of our own follows along, so that we know what to
 * undo in the end.
 */
final class PassedOn implements Canvas {
  private final OutputStream out;
  private final Terminal shadow;
  private final HarmlessOutput harmless = new HarmlessOutput();

  PassedOn(int columns, int rows, OutputStream out) {
    this.out = out;
    this.shadow = new Terminal(columns, rows);
  }

  @Override
  public void paint(byte[] painting) throws IOException {
    show(painting);
  }

  @Override
  public synchronized void show(byte[] printed) throws IOException {
    var passed = harmless.pass(printed);
    shadow.feed(passed);
    out.write(passed);
    out.flush();
  }

  /** On the last row, until the program prints over it. */
  @Override
  public synchronized void notice(String line) throws IOException {
    var columns = shadow.screen().columns();
    var words = Printable.line(line);
    out.write(
        "\0337\033[%d;1H\033[0;7m%s\033[0m\033[K\0338"
            .formatted(
                shadow.screen().rows(), words.substring(0, Math.min(words.length(), columns)))
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void dismiss() {
    // What stood there before is the program's, and not known here.
  }

  @Override
  public void begin(int columns, int rows) {
    resize(columns, rows);
  }

  @Override
  public synchronized void resize(int columns, int rows) {
    shadow.resize(columns, rows);
  }

  @Override
  public synchronized void leave() throws IOException {
    var modes = shadow.inputModes();
    var undone = new StringBuilder("\033[0m\033[?25h\033[0 q");
    undoIf(undone, modes.applicationCursor(), "\033[?1l");
    undoIf(undone, modes.applicationKeypad(), "\033>");
    undoIf(undone, modes.bracketedPaste(), "\033[?2004l");
    undoIf(undone, modes.focusReports(), "\033[?1004l");
    undoIf(
        undone,
        modes.mouse() != InputModes.Mouse.NONE,
        "\033[?9l\033[?1000l\033[?1002l\033[?1003l");
    undoIf(undone, modes.sgrMouse(), "\033[?1006l");
    undoIf(undone, modes.kittyFlags() != 0, "\033[=0;1u");
    undoIf(undone, modes.modifyOtherKeys() != 0, "\033[>4;0m");
    undoIf(undone, shadow.screen().alternate(), "\033[?1049l");
    undoIf(undone, shadow.screen().cursor().column() > 0, "\r\n");
    out.write(undone.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void undoIf(StringBuilder undone, boolean set, String sequence) {
    if (set) {
      undone.append(sequence);
    }
  }
}
