package dev.parley.session;

import dev.parley.terminal.keys.Key;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What was typed last, and how far a program that echoes by itself has come with it. Such a program
 * may take a line from the terminal at once and work through it slowly; while half of the line is
 * shown it has not read the other half, whatever it waits for in between.
 *
 * @param prompt the text left of the cursor when it was typed
 * @param text what was typed, without its Enter; empty for what has no echo
 * @param entered whether Enter was typed behind it
 */
record EchoExpected(String prompt, String text, boolean entered) {
  static final EchoExpected NONE = new EchoExpected("", "", false);

  /** The shortest part of a line that is taken for one where it was broken. */
  private static final int PART = 3;

  /** Of several lines only the first can be followed, so those are left alone. */
  static EchoExpected of(String prompt, Input input) {
    return switch (input) {
      case Input.Line(var text) when isPlain(text) -> new EchoExpected(prompt, text, true);
      case Input.Text(var text) when isPlain(text) -> new EchoExpected(prompt, text, false);
      case Input.Keys(var keys) -> new EchoExpected(prompt, controlEcho(keys), false);
      case Input.Line _, Input.Text _, Input.Paste _, Input.Secret _, Input.Raw _, Input.Send _ ->
          NONE;
    };
  }

  /** What the terminal shows of a control key, such as {@code ^C}; empty for other keys. */
  private static String controlEcho(List<Key> keys) {
    return keys.size() == 1
            && keys.getFirst() instanceof Key.Typed(var letter, var modifiers)
            && modifiers.equals(Set.of(Key.Modifier.CTRL))
            && letter.length() == 1
        ? "^" + letter.toUpperCase(Locale.ROOT)
        : "";
  }

  private static boolean isPlain(String text) {
    return !text.isEmpty() && text.chars().noneMatch(Character::isISOControl);
  }

  /**
   * Whether the echo has begun and is not over.
   *
   * @param left the text left of the cursor now
   */
  boolean lags(String left) {
    if (text.isEmpty() || left.isEmpty()) {
      return false;
    }
    if (left.length() > prompt.length() && left.startsWith(prompt)) {
      return isUnfinished(0, left.substring(prompt.length()));
    }
    var at = left.length() < PART ? -1 : text.indexOf(left); // a long line goes on in the next row
    return at > 0 && isUnfinished(at, left);
  }

  /** The sign of a control key is no question; what the program makes of the key comes after it. */
  private boolean isControl() {
    return !entered && text.length() == 2 && text.charAt(0) == '^';
  }

  private boolean isUnfinished(int from, String shown) {
    var end = from + shown.length();
    return text.startsWith(shown, from)
        && (end < text.length() || ((entered || isControl()) && end == text.length()));
  }
}
