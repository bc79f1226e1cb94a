package dev.parley.cli;

import dev.parley.session.Search;
import dev.parley.terminal.text.CleanText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Output of which only the lines that match are passed on, as plain text and once they are whole.
 */
final class MatchingLines extends OutputStream {
  /** A longer line is looked at in parts. */
  private static final int LONGEST = 1 << 16;

  private final Search search;
  private final PrintStream out;
  private final boolean toTerminal;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  MatchingLines(String expression, PrintStream out, boolean toTerminal) {
    this.search = Search.pattern(expression);
    this.out = out;
    this.toTerminal = toTerminal;
  }

  /** How much has come in that belongs to a line without an end. */
  int pending() {
    return line.size();
  }

  @Override
  public void write(int next) throws IOException {
    line.write(next);
    if (next == '\n' || line.size() == LONGEST) {
      look();
    }
  }

  private void look() throws IOException {
    var text = CleanText.of(line.toByteArray());
    line.reset();
    for (var match : search.lines(() -> text)) {
      out.println(toTerminal ? Printable.text(match) : match);
    }
    if (out.checkError()) {
      throw new IOException("Broken pipe");
    }
  }

  /** The last line may have no end. */
  @Override
  public void close() throws IOException {
    if (line.size() > 0) {
      look();
    }
  }
}
