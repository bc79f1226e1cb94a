package dev.parley.session.refusal;

import java.util.Locale;

/**
 * A request we decline: a code, a sentence that says what happened and what still works, and what
 * to try instead. Nothing that was running is harmed by it.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why a request is declined. */
  public enum Code {
    /** There is no such session. */
    NOT_FOUND,
    /** The session has ended; it can be read but not typed into. */
    EXITED,
    /** The output asked for is no longer kept. */
    EVICTED,
    /** A person has the floor. */
    HELD_BY_HUMAN,
    /** A person wants to type and has not taken the floor. */
    FLOOR_NEEDED,
    /** Something else is going on in this session that must end first. */
    BUSY,
    /** A bound was reached. */
    LIMIT,
    /** The request itself is wrong. */
    BAD_INPUT,
    /** This host cannot do it. */
    UNSUPPORTED_HERE,
    /** Another host takes no connections on that port. */
    CONNECTION_REFUSED,
    /** There is no way to another host. */
    UNREACHABLE,
    /** Another host does not accept who we say we are. */
    AUTHENTICATION,
    /** Another host's key is unknown, or not the one it was. */
    HOST_KEY,
    /** Another host did not answer in time. */
    TIMED_OUT;

    /** The code as it travels: {@code not_found}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Code code;
  private final String tryInstead;

  public Refusal(Code code, String sentence, String tryInstead) {
    super(sentence);
    this.code = code;
    this.tryInstead = tryInstead;
  }

  public Refusal(Code code, String sentence) {
    this(code, sentence, "");
  }

  public Code code() {
    return code;
  }

  /** What to do next; empty when there is nothing to suggest. */
  public String tryInstead() {
    return tryInstead;
  }
}
