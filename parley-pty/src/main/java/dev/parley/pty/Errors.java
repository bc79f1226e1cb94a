package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;

/** Error numbers of the operating system as sentences. */
final class Errors {

  private Errors() {}

  /** Passes a result on, or says that the act failed and why. */
  static int check(int result, String act) {
    if (result >= 0) {
      return result;
    }
    throw failed(-result, act);
  }

  static PtyException failed(int errno, String act) {
    return switch (errno) {
      case Sys.EMFILE, Sys.ENFILE ->
          new PtyException(
              Reason.LIMIT,
              "No descriptor is left to %s; close sessions or raise the limit on open files"
                  .formatted(act));
      case Sys.ENOMEM ->
          new PtyException(Reason.LIMIT, "There is not enough memory to %s".formatted(act));
      default -> new PtyException(Reason.SYSTEM, "Could not %s: error %d".formatted(act, errno));
    };
  }
}
