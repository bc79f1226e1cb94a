package dev.parley.session;

import dev.parley.terminal.Color;
import dev.parley.terminal.Row;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The error that a program with an input box shows as the last thing above that box: a block of
 * text by itself, all of it in the colour of an alarm, that says in words what went wrong. Output
 * of a tool that failed is no such thing, since the program says something after it; nor is what
 * stands above a shell's prompt, which has no frame.
 */
final class FailureShown {
  /** More rows than this between an error and the input box are something said after it. */
  private static final int MOST_FINE_PRINT = 4;

  /** A part of an error may be set off from the rest. */
  private static final int MOST_BLOCKS = 3;

  /** Words of errors, in the languages that coding agents speak to people. */
  private static final Pattern WORDS =
      Pattern.compile(
          "\\b(error|errors|failed|failure|fails|denied|refused|rejected|unavailable|unauthorized"
              + "|forbidden|overloaded|exceeded|exhausted|expired|invalid|unexpected|unable"
              + "|disconnected|timeout|timed out|cannot|can't|could not|couldn't|not found"
              + "|limit reached|(hit|reached) [\\w ]*limit|out of \\w+|went wrong"
              + "|fehler|fehlgeschlagen|erreur|échoué|échec|errore|fallito|erro|falhou|fallo|falló"
              + "|fout|mislukt|fel|misslyckades|błąd|ошибка|помилка|hata)\\b"
              + "|错误|失败|錯誤|失敗|エラー|오류|실패",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

  private FailureShown() {}

  /** What a row is to somebody who looks for an error. */
  private enum Look {
    /** Nothing to read: blank, a rule, a frame. */
    EMPTY,
    /** In the colour of an alarm, but for fine print behind it. */
    ALARM,
    /** All of it grey or faint, as hints beside an input box are. */
    FINE_PRINT,
    TEXT;

    static Look of(Row row) {
      var length = row.text().length();
      var alarm = 0;
      var faint = 0;
      var letters = 0;
      var first = 0;
      var begins = false;
      for (var column = 0; column < row.length() && length > 0; column++) {
        var cell = row.text(column);
        var sign = cell.isEmpty() ? ' ' : cell.codePointAt(0);
        first = first == 0 && !Character.isWhitespace(sign) ? sign : first;
        if (Character.isLetterOrDigit(sign)) {
          var style = row.style(column);
          letters++;
          if (isAlarm(style)) {
            begins |= letters == 1;
            alarm++;
          } else if (isFaint(style)) {
            faint++;
          }
        }
      }
      if (letters == 0) {
        return EMPTY;
      }
      if (alarm + faint == letters && begins) {
        return isPartOfSomething(first) ? TEXT : ALARM;
      }
      return faint == letters ? FINE_PRINT : TEXT;
    }

    /** A line of a diff or of a framed box, or a heading. */
    private static boolean isPartOfSomething(int first) {
      return "-+#|".indexOf(first) >= 0 || (first >= '─' && first <= '╿');
    }
  }

  /** The error that is shown above the input box. */
  static Optional<String> in(Screen screen) {
    return isBox(screen) ? above(screen, screen.cursor().row()) : Optional.empty();
  }

  /**
   * Whether it is an input box that the cursor stands at: the program draws below the line that is
   * typed in, or draws a cursor of its own, as no line editor does.
   */
  private static boolean isBox(Screen screen) {
    if (!screen.cursor().visible()) {
      return true;
    }
    for (var row = screen.cursor().row() + 1; row < screen.rows(); row++) {
      if (!screen.row(row).text().isBlank()) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a line or a ground of its own, as around an input box. */
  private static boolean isDrawn(Row row) {
    return !row.text().isBlank() || !(row.style(0).background() instanceof Color.Default);
  }

  private static Optional<String> above(Screen screen, int box) {
    var row = screen.cursor().visible() ? box - 1 : box;
    var framed = false;
    for (var finePrint = 0; row >= 0 && finePrint <= MOST_FINE_PRINT; row--) {
      var look = Look.of(screen.row(row));
      if (look == Look.ALARM || look == Look.TEXT) {
        break;
      }
      finePrint += look == Look.FINE_PRINT ? 1 : 0;
      framed |= look == Look.EMPTY && isDrawn(screen.row(row));
    }
    var blocks = new ArrayList<String>();
    while (framed && row >= 0 && blocks.size() < MOST_BLOCKS) {
      var lines = new ArrayList<String>();
      for (; row >= 0 && Look.of(screen.row(row)) == Look.ALARM; row--) {
        lines.addFirst(screen.row(row).text().strip());
      }
      if (lines.isEmpty() || (row >= 0 && Look.of(screen.row(row)) != Look.EMPTY)) {
        break; // part of something else
      }
      blocks.addFirst(said(lines));
      while (row >= 0 && Look.of(screen.row(row)) == Look.EMPTY) {
        row--;
      }
    }
    return blocks.stream().filter(block -> WORDS.matcher(block).find()).findFirst();
  }

  /** The lines without the mark before them. */
  private static String said(List<String> lines) {
    var text = String.join(" ", lines);
    var from = 0;
    while (from < text.length() && "[({\"'".indexOf(text.charAt(from)) < 0) {
      var sign = text.codePointAt(from);
      if (Character.isLetterOrDigit(sign)) {
        break;
      }
      from += Character.charCount(sign);
    }
    return text.substring(from);
  }

  /** Whether it is written in red, or in the yellow of a warning. */
  private static boolean isAlarm(Style style) {
    if (style.inverse()) {
      return false;
    }
    return switch (style.foreground()) {
      case Color.Default _ -> false;
      case Color.Indexed(var index) when index < 16 ->
          index == 1 || index == 9 || index == 3 || index == 11;
      case Color.Indexed(var index) -> isAlarm(rgb(index));
      case Color.Rgb(var value) -> isAlarm(value);
    };
  }

  /** From a pinkish red over orange to yellow, and far enough from grey. */
  private static boolean isAlarm(int rgb) {
    int red = rgb >> 16;
    int green = rgb >> 8 & 0xff;
    int blue = rgb & 0xff;
    int least = Math.min(green, blue);
    boolean colourful = red >= 96 && (red - least) * 10 >= red * 3;
    boolean notViolet = blue <= green || (blue - green) * 2 <= red - green;
    return colourful && red >= green && notViolet;
  }

  private static boolean isFaint(Style style) {
    return style.faint()
        || switch (style.foreground()) {
          case Color.Default _ -> false;
          case Color.Indexed(var index) -> index == 8 || (index >= 16 && isGrey(rgb(index)));
          case Color.Rgb(var value) -> isGrey(value);
        };
  }

  private static boolean isGrey(int rgb) {
    int red = rgb >> 16;
    int green = rgb >> 8 & 0xff;
    int blue = rgb & 0xff;
    int most = Math.max(red, Math.max(green, blue));
    return most - Math.min(red, Math.min(green, blue)) <= 32 && most <= 200;
  }

  /** An entry of the palette behind the sixteen: a cube of colours, then greys. */
  private static int rgb(int index) {
    if (index >= 232) {
      return (8 + (index - 232) * 10) * 0x010101;
    }
    var cube = index - 16;
    return step(cube / 36) << 16 | step(cube / 6 % 6) << 8 | step(cube % 6);
  }

  private static int step(int level) {
    return level == 0 ? 0 : 55 + level * 40;
  }
}
