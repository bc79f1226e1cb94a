package dev.parley.session;

/** A wait that its caller has given up; the program was not touched. */
public final class WaitCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WaitCancelledException() {
    super("The wait was cancelled; the program goes on");
  }
}
