package dev.parley.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A key as {@code parley top} knows it. */
sealed interface TopKey {
  /** A letter, or what else can be written. */
  record Letter(String text) implements TopKey {}

  /** A key that does something. */
  enum Named implements TopKey {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    ESCAPE,
    BACKSPACE,
    /** Ctrl-C, or the end of the input. */
    INTERRUPT
  }

  /** What terminals send behind ESC [ or ESC O. */
  Map<String, Named> SEQUENCES =
      Map.ofEntries(
          Map.entry("A", Named.UP),
          Map.entry("B", Named.DOWN),
          Map.entry("H", Named.HOME),
          Map.entry("F", Named.END),
          Map.entry("1~", Named.HOME),
          Map.entry("7~", Named.HOME),
          Map.entry("4~", Named.END),
          Map.entry("8~", Named.END),
          Map.entry("5~", Named.PAGE_UP),
          Map.entry("6~", Named.PAGE_DOWN));

  /** The keys in what a terminal sent; sequences that are none of these are left out. */
  static List<TopKey> read(byte[] bytes) {
    var keys = new ArrayList<TopKey>();
    var text = new String(bytes, StandardCharsets.UTF_8);
    for (var at = 0; at < text.length(); ) {
      var letter = text.codePointAt(at);
      if (letter == 0x1b && at + 1 < text.length() && "[O".indexOf(text.charAt(at + 1)) >= 0) {
        var end = at + 2;
        while (end < text.length() && "0123456789;:?<>=".indexOf(text.charAt(end)) >= 0) {
          end++;
        }
        end = Math.min(text.length(), end + 1);
        Optional.ofNullable(SEQUENCES.get(text.substring(at + 2, end))).ifPresent(keys::add);
        at = end;
      } else {
        one(letter).ifPresent(keys::add);
        at += Character.charCount(letter);
      }
    }
    return keys;
  }

  private static Optional<TopKey> one(int letter) {
    return switch (letter) {
      case '\r', '\n' -> Optional.of(Named.ENTER);
      case 0x1b -> Optional.of(Named.ESCAPE);
      case 0x7f, '\b' -> Optional.of(Named.BACKSPACE);
      case 3 -> Optional.of(Named.INTERRUPT);
      default ->
          Character.isISOControl(letter)
              ? Optional.empty()
              : Optional.of(new Letter(Character.toString(letter)));
    };
  }
}
