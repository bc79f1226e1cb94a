package dev.parley.session;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What must hold for input to be typed: the state, and that nothing was printed since an offset.
 * Checked and typed in one step.
 */
public record Guard(Optional<String> state, OptionalLong offset) {
  public static final Guard NONE = new Guard(Optional.empty(), OptionalLong.empty());

  /** The session must be in this state, named as it travels: {@code waiting}. */
  public static Guard state(String state) {
    return new Guard(Optional.of(state), OptionalLong.empty());
  }

  /** Nothing may have been printed after this offset. */
  public static Guard offset(long offset) {
    return new Guard(Optional.empty(), OptionalLong.of(offset));
  }

  boolean holds(SessionState now, long end) {
    return state.map(wanted -> wanted.equals(now.wire())).orElse(true)
        && (offset.isEmpty() || offset.getAsLong() == end);
  }
}
