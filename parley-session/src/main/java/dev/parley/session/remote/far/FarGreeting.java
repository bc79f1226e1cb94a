package dev.parley.session.remote.far;

import java.util.List;
import java.util.Optional;

/**
 * What the far side says first, as {@code hello;PID;TTY;SHELL}.
 *
 * @param shell the program that it becomes, by its path there
 */
record FarGreeting(long pid, String tty, String shell) {
  /** In place of one that nobody was there to hear. */
  static final FarGreeting UNHEARD = new FarGreeting(0, "-", "");

  static Optional<FarGreeting> parse(List<String> word) {
    return word.size() == 4 && word.get(1).matches("\\d{1,10}")
        ? Optional.of(new FarGreeting(Long.parseLong(word.get(1)), word.get(2), word.get(3)))
        : Optional.empty();
  }
}
