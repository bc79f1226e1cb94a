package dev.parley.cli;

import java.io.IOException;
import java.util.Locale;

/** A question to the person at a terminal that is answered with yes or no. */
final class Question {
  private Question() {}

  /** Whether the person says yes; anything else is a no. */
  static boolean ask(Seat seat, String question) throws IOException {
    seat.err().print(Printable.text(question) + " [y/N] ");
    seat.err().flush();
    var answer = new StringBuilder();
    for (var next = seat.in().read(); next >= 0 && next != '\n'; next = seat.in().read()) {
      answer.append((char) next);
    }
    return answer.toString().strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }
}
