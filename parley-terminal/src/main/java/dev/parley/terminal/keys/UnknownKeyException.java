package dev.parley.terminal.keys;

/** A key name nobody knows; the message lists the names that look most like it. */
public final class UnknownKeyException extends IllegalArgumentException {
  UnknownKeyException(String message) {
    super(message);
  }
}
