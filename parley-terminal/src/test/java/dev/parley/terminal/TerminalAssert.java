package dev.parley.terminal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** Compares a terminal with a picture: one line a row, {@code |} where the cursor is. */
final class TerminalAssert extends AbstractAssert<TerminalAssert, TerminalAssert.Fed> {
  /** A terminal that was fed text, and what it answered. */
  record Fed(Terminal terminal, StringBuilder answers) {
    Fed feed(String text) {
      answers.append(
          new String(terminal.feed(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
      return this;
    }

    Fed feed(byte[] bytes) {
      terminal.feed(bytes);
      return this;
    }
  }

  private TerminalAssert(Fed fed) {
    super(fed, TerminalAssert.class);
  }

  static TerminalAssert assertThat(Fed fed) {
    return new TerminalAssert(fed);
  }

  static Fed terminal(int columns, int rows) {
    return new Fed(new Terminal(columns, rows), new StringBuilder());
  }

  /** Rows missing at the end of the picture are blank. */
  TerminalAssert shows(String picture) {
    Assertions.assertThat(draw(actual.terminal().screen())).isEqualTo(trimmed(picture));
    return this;
  }

  TerminalAssert answered(String answers) {
    Assertions.assertThat(actual.answers().toString().replace("\033", "ESC"))
        .isEqualTo(answers.replace("\033", "ESC"));
    return this;
  }

  private static String draw(Screen screen) {
    var rows = new ArrayList<String>();
    for (int row = 0; row < screen.rows(); row++) {
      rows.add(drawRow(screen, row));
    }
    return trimmed(String.join("\n", rows));
  }

  private static String drawRow(Screen screen, int number) {
    Row row = screen.row(number);
    Cursor cursor = screen.cursor();
    if (!cursor.visible() || cursor.row() != number) {
      return row.text();
    }
    int column = cursor.column();
    String before = row.text(0, column);
    String after = row.text(column, row.length()).stripTrailing();
    return before + "|" + after;
  }

  private static String trimmed(String picture) {
    var lines = new ArrayList<>(List.of(picture.split("\n", -1)));
    while (!lines.isEmpty() && lines.getLast().isBlank()) {
      lines.removeLast();
    }
    lines.replaceAll(String::stripTrailing);
    return String.join("\n", lines);
  }
}
