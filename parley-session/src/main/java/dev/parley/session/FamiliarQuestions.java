package dev.parley.session;

import java.util.HashSet;
import java.util.Set;

/**
 * How the questions of a session have ended so far: with {@code $}, with a colon, with a word. A
 * program that does several things at once and rests after a text that ends in another way may have
 * said only what it is doing.
 */
final class FamiliarQuestions {
  private static final int MOST = 64;

  private final Set<Integer> endings = new HashSet<>();

  void asked(String prompt) {
    if (endings.size() < MOST) {
      endings.add(ending(prompt));
    }
  }

  /** Whether there were questions, and none that ended so. */
  boolean isUnfamiliar(String prompt) {
    return !endings.isEmpty() && !endings.contains(ending(prompt));
  }

  /** The last sign that is no blank; all letters and digits are one. */
  private static int ending(String prompt) {
    var text = prompt.stripTrailing();
    if (text.isEmpty()) {
      return ' ';
    }
    var last = text.codePointBefore(text.length());
    return Character.isLetterOrDigit(last) ? 'a' : last;
  }
}
