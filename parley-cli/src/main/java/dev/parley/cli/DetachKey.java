package dev.parley.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
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

  /** What is typed before the key; all of it, where the key is not in it. */
  int before(byte[] keys, int count) {
    var text = new String(keys, 0, count, StandardCharsets.ISO_8859_1);
    return forms().stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(count);
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
