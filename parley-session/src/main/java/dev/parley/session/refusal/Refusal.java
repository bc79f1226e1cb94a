package dev.parley.session.refusal;

import java.util.Locale;
import java.util.Optional;

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
    /** The policy of this host does not allow it. */
    NOT_ALLOWED,
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
    TIMED_OUT,
    /** It may have been done or not: the way to another host was lost before its answer came. */
    UNKNOWN_OUTCOME;

    /** The code as it travels: {@code not_found}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Code code;

  @SuppressWarnings("serial") // a refusal is caught where it was thrown, or said in words
  private final Optional<Advice> advice;

  public Refusal(Code code, String sentence, Advice advice) {
    this(code, sentence, Optional.of(advice));
  }

  /** A refusal whose advice is the same whoever passes it on. */
  public Refusal(Code code, String sentence, String advice) {
    this(code, sentence, new Advice.Plain(advice));
  }

  public Refusal(Code code, String sentence) {
    this(code, sentence, Optional.empty());
  }

  private Refusal(Code code, String sentence, Optional<Advice> advice) {
    super(sentence);
    this.code = code;
    this.advice = advice;
  }

  public Code code() {
    return code;
  }

  /** What could be done about it; empty when there is nothing to suggest. */
  public Optional<Advice> advice() {
    return advice;
  }

  /** The advice in plain words; empty when there is none. A door has a {@link Wording} instead. */
  public String tryInstead() {
    return Wording.PLAIN.of(this);
  }
}
