package dev.parley.pty;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A signal that can be sent to a child. The numbers are Linux's, the same on every architecture we
 * know.
 */
public enum Signal {
  HUP(1),
  INT(2),
  QUIT(3),
  KILL(9),
  USR1(10),
  USR2(12),
  TERM(15),
  CONT(18),
  STOP(19),
  TSTP(20),
  WINCH(28);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** Finds a signal by name or number, with or without {@code SIG}, in any case. */
  public static Optional<Signal> named(String name) {
    var wanted = name.strip().toUpperCase(Locale.ROOT);
    var bare = wanted.startsWith("SIG") ? wanted.substring(3) : wanted;
    return Arrays.stream(values())
        .filter(signal -> signal.name().equals(bare) || bare.equals("" + signal.number))
        .findFirst();
  }

  /** Who receives a signal. */
  public enum To {
    /** The foreground group: what Ctrl-C at the keyboard would reach. */
    FOREGROUND,
    /** Every process of the child's session. */
    SESSION
  }
}
