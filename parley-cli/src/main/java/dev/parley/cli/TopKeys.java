package dev.parley.cli;

import dev.parley.cli.TopKey.Letter;
import dev.parley.cli.TopKey.Named;
import dev.parley.cli.TopKey.Pasted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes keys of the bytes that a terminal sends. A letter, a sequence or a paste may come in
 * pieces; what is not whole yet is kept for the next. A lone ESC is the key.
 */
final class TopKeys {
  /** Asks a terminal to mark what is pasted. */
  static final String MARK_PASTES = "\033[?2004h";

  static final String STOP_MARKING_PASTES = "\033[?2004l";

  private static final String PASTE = "\033[200~";
  private static final String PASTE_END = "\033[201~";

  /** Nobody answers with more. */
  private static final int LONGEST_PASTE = 1 << 20;

  /** What terminals send behind ESC [ or ESC O. */
  private static final Map<String, Named> SEQUENCES =
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

  private byte[] rest = {};

  /** The keys that are whole by now; sequences that are none of ours are left out. */
  List<TopKey> read(byte[] bytes) {
    var all = Arrays.copyOf(rest, rest.length + bytes.length);
    System.arraycopy(bytes, 0, all, rest.length, bytes.length);
    var whole = wholeLetters(all);
    var keys = new ArrayList<TopKey>();
    var text = new String(all, 0, whole, StandardCharsets.UTF_8);
    var at = 0;
    while (at < text.length()) {
      var next = one(text, at, keys);
      if (next < 0) {
        break;
      }
      at = next;
    }
    var kept = text.substring(at).getBytes(StandardCharsets.UTF_8);
    rest = Arrays.copyOf(kept, kept.length + all.length - whole);
    System.arraycopy(all, whole, rest, kept.length, all.length - whole);
    if (rest.length > LONGEST_PASTE) {
      rest = new byte[0];
    }
    return keys;
  }

  /** How many of the bytes are whole letters; the last one may be on its way. */
  private static int wholeLetters(byte[] bytes) {
    for (var back = 1; back <= Math.min(3, bytes.length); back++) {
      var one = bytes[bytes.length - back] & 0xff;
      if (one >= 0xc0) {
        var length = one >= 0xf0 ? 4 : one >= 0xe0 ? 3 : 2;
        return length > back ? bytes.length - back : bytes.length;
      } else if (one < 0x80) {
        break;
      }
    }
    return bytes.length;
  }

  /** Takes one key; returns the place behind it, or -1 when it is not whole. */
  private static int one(String text, int at, List<TopKey> keys) {
    if (text.startsWith(PASTE, at)) {
      var end = text.indexOf(PASTE_END, at);
      if (end < 0) {
        return -1;
      }
      keys.add(new Pasted(text.substring(at + PASTE.length(), end)));
      return end + PASTE_END.length();
    }
    var letter = text.codePointAt(at);
    if (letter == 0x1b && at + 1 < text.length() && "[O".indexOf(text.charAt(at + 1)) >= 0) {
      var end = at + 2;
      while (end < text.length() && "0123456789;:?<>=".indexOf(text.charAt(end)) >= 0) {
        end++;
      }
      if (end == text.length()) {
        return -1;
      }
      Optional.ofNullable(SEQUENCES.get(text.substring(at + 2, end + 1))).ifPresent(keys::add);
      return end + 1;
    }
    key(letter).ifPresent(keys::add);
    return at + Character.charCount(letter);
  }

  private static Optional<TopKey> key(int letter) {
    return switch (letter) {
      case '\r', '\n' -> Optional.of(Named.ENTER);
      case 0x1b -> Optional.of(Named.ESCAPE);
      case 0x7f, '\b' -> Optional.of(Named.BACKSPACE);
      case 3 -> Optional.of(Named.INTERRUPT);
      case 21 -> Optional.of(Named.CLEAR);
      default ->
          Character.isISOControl(letter)
              ? Optional.empty()
              : Optional.of(new Letter(Character.toString(letter)));
    };
  }
}
