package dev.parley.pty;

/**
 * A request to the operating system that could not be met, with the reason in words and as a code.
 */
public final class PtyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why it could not be met. */
  public enum Reason {
    /**
     * The request itself is wrong: no such command or directory, a bad size, a NUL in an argument.
     */
    BAD_INPUT,
    /** Something has run out: pseudo-terminals, descriptors, processes, room in the outbox. */
    LIMIT,
    /** The child has ended. */
    EXITED,
    /** This host or engine cannot do it. */
    UNSUPPORTED,
    /** The operating system failed in a way we did not foresee. */
    SYSTEM
  }

  private final Reason reason;

  public PtyException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
