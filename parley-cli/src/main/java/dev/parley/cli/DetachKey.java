package dev.parley.cli;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The key that leaves a session: Ctrl and a character. A terminal sends it as one byte, or, where
 * the program has asked for it, as a sequence (kitty's keyboard protocol, xterm's modifyOtherKeys).
 *
 * @param letter in small letters
 */
record DetachKey(char letter) {
  /** Ctrl-], as in telnet. */
  static final DetachKey USUAL = new DetachKey(']');

  private static final String POSSIBLE = "abcdefghijklmnopqrstuvwxyz@[\\]^_";

  /** The key that the environment of a seat chooses, or the usual one. */
  static DetachKey usual(Seat seat) {
    var chosen = seat.variable("PARLEY_DETACH_KEY");
    return chosen.isEmpty() ? USUAL : new Reader().convert(chosen);
  }

  /** Reads {@code ctrl+]}, {@code Ctrl-]} and {@code ^]}. */
  static final class Reader implements ITypeConverter<DetachKey> {
    @Override
    public DetachKey convert(String text) {
      var key = text.toLowerCase(Locale.ROOT).replaceFirst("^(ctrl[+-]|c-|\\^(?=.))", "");
      if (key.length() != 1 || key.equals(text) || POSSIBLE.indexOf(key.charAt(0)) < 0) {
        throw new TypeConversionException(
            "'%s' cannot be the key that leaves; use Ctrl and a letter or one of @ [ \\ ] ^ _, such"
                    .formatted(text)
                + " as ctrl+q");
      }
      return new DetachKey(key.charAt(0));
    }
  }

  /** Where the key stands in what was typed. */
  record Found(int from, int to) {}

  /** Where it first stands in what was typed. */
  Optional<Found> in(byte[] keys) {
    var text = new String(keys, StandardCharsets.ISO_8859_1);
    return forms().stream()
        .filter(text::contains)
        .map(form -> new Found(text.indexOf(form), text.indexOf(form) + form.length()))
        .min(Comparator.comparingInt(Found::from));
  }

  private List<String> forms() {
    var code = (int) letter;
    return List.of(
        String.valueOf((char) (Character.toUpperCase(letter) & 0x1f)),
        "\033[%d;5u".formatted(code),
        "\033[%d;5:1u".formatted(code),
        "\033[27;5;%d~".formatted(code));
  }

  /** As people say it. */
  @Override
  public String toString() {
    return "Ctrl-" + Character.toUpperCase(letter);
  }
}
