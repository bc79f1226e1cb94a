package dev.parley.session;

import dev.parley.pty.Signal;
import dev.parley.session.refusal.Refusal;
import dev.parley.terminal.keys.Key;
import dev.parley.terminal.keys.UnknownKeyException;
import java.util.List;

/** What is typed: text, a line, keys, a paste, a secret, bytes, or a signal in their place. */
public sealed interface Input {

  /** Text as typed at a keyboard; a line break is the Enter key. */
  record Text(String text) implements Input {}

  /** Text and the Enter key. */
  record Line(String text) implements Input {}

  /** Keys and chords, in order. */
  record Keys(List<Key> keys) implements Input {
    public Keys {
      keys = List.copyOf(keys);
    }
  }

  /** Text from a clipboard: the program is told that it is one where it asked to be. */
  record Paste(String text) implements Input {}

  /** A value for a password prompt, with the Enter key; it is never shown again. */
  record Secret(String value) implements Input {
    @Override
    public String toString() {
      return "Secret";
    }
  }

  /** Bytes, exactly. */
  @SuppressWarnings("ArrayRecordComponent") // passed on once and never compared
  record Raw(byte[] bytes) implements Input {}

  /** A signal to the program in front. */
  record Send(Signal signal) implements Input {}

  static Input text(String text) {
    return new Text(text);
  }

  static Input line(String text) {
    return new Line(text);
  }

  static Input keys(Key... keys) {
    return new Keys(List.of(keys));
  }

  /** Keys by name, such as {@code ctrl+c}. */
  static Input keys(List<String> names) {
    try {
      return new Keys(names.stream().map(Key::parse).toList());
    } catch (UnknownKeyException unknown) {
      throw new Refusal(Refusal.Code.BAD_INPUT, String.valueOf(unknown.getMessage()));
    }
  }

  static Input paste(String text) {
    return new Paste(text);
  }

  static Input secret(String value) {
    return new Secret(value);
  }

  static Input raw(byte[] bytes) {
    return new Raw(bytes.clone());
  }

  static Input signal(Signal signal) {
    return new Send(signal);
  }
}
