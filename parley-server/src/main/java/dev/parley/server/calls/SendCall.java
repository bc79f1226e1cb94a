package dev.parley.server.calls;

import dev.parley.session.Guard;
import dev.parley.session.Input;

/**
 * Type into a session, and wait until its program is ready for the next turn.
 *
 * @param session an id, the beginning of one, or a name
 */
public record SendCall(String session, Typed typed, Guard guard, Waiting waiting) {

  /** What is typed. */
  public sealed interface Typed {}

  /** What the caller gives. */
  public record Given(Input input) implements Typed {}

  /** A secret that a person has supplied under a name; only the session knows it. */
  public record KeptSecret(String name) implements Typed {}

  /** The same for a session by another name. */
  public SendCall to(String other) {
    return new SendCall(other, typed, guard, waiting);
  }
}
