package dev.parley.server.alerts;

import dev.parley.session.Attention;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A rule: who is called, how, and what for.
 *
 * @param id short, for people to type
 * @param after how long the need must last before anybody is called
 * @param withText whether the call says what it is about, which may be output of the program
 */
public record Alert(
    String id, Set<Attention.Kind> when, Duration after, Destination to, boolean withText) {
  public Alert {
    if (when.isEmpty() || when.contains(Attention.Kind.NONE) || after.isNegative()) {
      throw new IllegalArgumentException("An alert needs something to call for");
    }
    when = Collections.unmodifiableSet(EnumSet.copyOf(when));
  }
}
