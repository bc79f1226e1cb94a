package dev.parley.pty;

/** How a child ended: with a code of its own, or by a signal. */
public sealed interface Exit {

  /** The child ended by itself and left this code. */
  record Code(int code) implements Exit {
    @Override
    public String toString() {
      return "exit code " + code;
    }
  }

  /** The child was ended by a signal; {@code name} as in {@code SIGKILL}. */
  record Killed(int number, String name) implements Exit {
    @Override
    public String toString() {
      return "signal " + name;
    }
  }

  /** The code a shell would report: the code itself, or 128 and the signal's number. */
  default int shellCode() {
    return switch (this) {
      case Code(var code) -> code;
      case Killed(var number, _) -> 128 + number;
    };
  }
}
