package dev.parley.junit;

import dev.parley.terminal.Screen;
import org.assertj.core.api.AbstractAssert;

/** What a screen shows. Failures print the whole screen. */
public final class ScreenAssert extends AbstractAssert<ScreenAssert, Screen> {
  ScreenAssert(Screen actual) {
    super(actual, ScreenAssert.class);
  }

  /** This text stands somewhere; across several lines where it has line ends. */
  public ScreenAssert shows(String text) {
    isNotNull();
    if (!KeptScreens.text(actual).contains(text)) {
      failWithMessage("Expected to see “%s” on%n%s", text, KeptScreens.framed(actual));
    }
    return this;
  }

  /** This text stands nowhere. */
  public ScreenAssert doesNotShow(String text) {
    isNotNull();
    if (KeptScreens.text(actual).contains(text)) {
      failWithMessage("Expected not to see “%s” on%n%s", text, KeptScreens.framed(actual));
    }
    return this;
  }

  /** A line is this, but for blanks at its end; the first is line 1. */
  public ScreenAssert showsLine(int number, String text) {
    isNotNull();
    var line = number < 1 || number > actual.rows() ? "" : actual.lines().get(number - 1);
    if (!line.stripTrailing().equals(text)) {
      failWithMessage(
          "Expected line %d to be “%s” on%n%s", number, text, KeptScreens.framed(actual));
    }
    return this;
  }

  /** The cursor stands here, counted from 1. */
  public ScreenAssert hasCursorAt(int line, int column) {
    isNotNull();
    var cursor = actual.cursor();
    if (cursor.row() + 1 != line || cursor.column() + 1 != column) {
      failWithMessage(
          "Expected the cursor in line %d, column %d. It is in line %d, column %d of%n%s",
          line, column, cursor.row() + 1, cursor.column() + 1, KeptScreens.framed(actual));
    }
    return this;
  }

  /** It is the second screen, which full-screen programs draw on. */
  public ScreenAssert isFullScreen() {
    isNotNull();
    if (!actual.alternate()) {
      failWithMessage("Expected a full-screen program on%n%s", KeptScreens.framed(actual));
    }
    return this;
  }

  /** The window's title. */
  public ScreenAssert hasTitle(String title) {
    isNotNull();
    if (!actual.title().equals(title)) {
      failWithMessage("Expected the title “%s”. It is “%s”", title, actual.title());
    }
    return this;
  }
}
