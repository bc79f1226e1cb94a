package dev.parley.terminal.keys;

/** A key that exists but that the program, as it has set its terminal, could not receive. */
public final class UnsendableKeyException extends IllegalArgumentException {
  UnsendableKeyException(String message) {
    super(message);
  }
}
