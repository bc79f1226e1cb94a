package dev.parley.terminal.keys;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.keys.Key.Modifier;
import dev.parley.terminal.keys.KeyName.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns what is typed into the bytes the program expects, which depend on what it has asked for.
 *
 * <p>Three protocols are spoken. Without a wish of the program: the codes of xterm, where a control
 * key is one byte, alt is a leading escape and some chords cannot be told apart. With xterm's
 * modifyOtherKeys: {@code CSI 27 ; modifiers ; code ~} for those. With the kitty keyboard protocol:
 * {@code CSI code ; modifiers u}, for every key once flag 8 is set. Key releases are never sent:
 * programs that ask for them cope without.
 */
public final class KeyEncoder {
  private static final String ESC = "\u001b";
  private static final String CSI = "\u001b[";
  private static final String SS3 = "\u001bO";

  private static final int DISAMBIGUATE = 1;
  private static final int ALTERNATE_KEYS = 4;
  private static final int ALL_AS_ESCAPES = 8;
  private static final int ASSOCIATED_TEXT = 16;

  /** The end mark of a bracketed paste, however its parameter is written. */
  private static final Pattern END_OF_PASTE = Pattern.compile("(?:\u001b\\[|\u009b)0*201[0-9;:]*~");

  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");

  /** What shift does to the keys of an American keyboard, which is what agents have in mind. */
  private static final String UNSHIFTED = "`1234567890-=[]\\;',./";

  private static final String SHIFTED = "~!@#$%^&*()_+{}|:\"<>?";

  private KeyEncoder() {}

  /** The bytes these keys send, in order. */
  public static byte[] encode(List<Key> keys, InputModes modes) {
    var bytes = new ByteArrayOutputStream();
    for (Key key : keys) {
      bytes.writeBytes(encode(key, modes));
    }
    return bytes.toByteArray();
  }

  /** The bytes this key sends. */
  public static byte[] encode(Key key, InputModes modes) {
    return switch (key) {
      case Key.Typed typed -> utf8(typed(typed, modes));
      case Key.Named named -> utf8(named(named, modes));
      case Key.Pointed pointed -> MouseEncoder.encode(pointed, modes);
    };
  }

  /** The bytes of text typed by hand; the end of a line is the enter key. */
  public static byte[] text(String text, InputModes modes) {
    String lines = text.replace("\r\n", "\r").replace('\n', '\r');
    if ((modes.kittyFlags() & ALL_AS_ESCAPES) != 0) {
      return encode(
          lines.codePoints().mapToObj(Character::toString).map(KeyReader::typed).toList(), modes);
    }
    return utf8(modes.newLineMode() ? lines.replace("\r", "\r\n") : lines);
  }

  /**
   * The bytes of a paste: framed if the program asked for it, lines ended by carriage returns, and
   * free of control characters, so that no text can end the frame or press a key.
   */
  public static byte[] paste(String text, InputModes modes) {
    String lines =
        END_OF_PASTE.matcher(text).replaceAll("").replace("\r\n", "\n").replace('\r', '\n');
    String clean = CONTROLS.matcher(lines).replaceAll("").replace('\n', '\r');
    return utf8(modes.bracketedPaste() ? CSI + "200~" + clean + CSI + "201~" : clean);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String typed(Key.Typed key, InputModes modes) {
    Set<Modifier> modifiers = EnumSet.noneOf(Modifier.class);
    modifiers.addAll(key.modifiers());
    String text = modifiers.contains(Modifier.SHIFT) ? shifted(key.text()) : key.text();
    boolean shiftOnly = modifiers.isEmpty() || modifiers.equals(Set.of(Modifier.SHIFT));

    if ((modes.kittyFlags() & ALL_AS_ESCAPES) != 0) {
      return key.text().codePointCount(0, key.text().length()) > 1
          ? text
          : kitty(text, modifiers, modes);
    }
    if (shiftOnly) {
      return text;
    }
    if ((modes.kittyFlags() & DISAMBIGUATE) != 0) {
      return kitty(text, modifiers, modes);
    }
    int other = modes.modifyOtherKeys();
    if (other >= 2) {
      return otherKey(text.codePointAt(0), modifiers);
    }
    if (modifiers.contains(Modifier.SUPER)) {
      throw unsendable(key);
    }
    String alt = modifiers.contains(Modifier.ALT) ? ESC : "";
    if (!modifiers.contains(Modifier.CTRL)) {
      return alt + text;
    }
    int control = control(key.text());
    if (control >= 0) {
      return alt + (char) control;
    }
    if (other == 1) {
      return otherKey(text.codePointAt(0), modifiers);
    }
    throw unsendable(key);
  }

  private static String named(Key.Named key, InputModes modes) {
    return switch (key.name().kind) {
      case CONTROL -> control(key, modes);
      case CURSOR, FUNCTION -> function(key.name(), key.modifiers(), modes);
      case SHIFTED -> shifted(key, modes);
      case KEYPAD -> keypad(key, modes);
    };
  }

  /** Enter, tab, backspace and escape: keys older than escape sequences. */
  private static String control(Key.Named key, InputModes modes) {
    Set<Modifier> modifiers = key.modifiers();
    KeyName name = key.name();
    boolean all = (modes.kittyFlags() & ALL_AS_ESCAPES) != 0;
    boolean told =
        (modes.kittyFlags() & DISAMBIGUATE) != 0
            && (!modifiers.isEmpty() || name == KeyName.ESCAPE);
    if (all || told) {
      return sequence(name.number, modifiers, 'u');
    }
    if (name == KeyName.TAB && modifiers.equals(Set.of(Modifier.SHIFT))) {
      return CSI + "Z";
    }
    if (!modifiers.isEmpty() && modes.modifyOtherKeys() > 0 && name != KeyName.BACKSPACE) {
      return otherKey(name.types, modifiers);
    }
    String alt = modifiers.contains(Modifier.ALT) ? ESC : "";
    return alt
        + switch (name) {
          case ENTER -> modes.newLineMode() ? "\r\n" : "\r";
          case BACKSPACE ->
              modes.backarrowSendsBackspace() != modifiers.contains(Modifier.CTRL)
                  ? "\b"
                  : "\u007f";
          case TAB -> modifiers.contains(Modifier.SHIFT) ? CSI + "Z" : "\t";
          default -> String.valueOf(name.types);
        };
  }

  private static String function(KeyName name, Set<Modifier> modifiers, InputModes modes) {
    boolean kitty = (modes.kittyFlags() & (DISAMBIGUATE | ALL_AS_ESCAPES)) != 0;
    if (kitty && name == KeyName.F3) {
      // CSI R is also the answer to a question for the cursor's place, so kitty moved F3.
      return sequence(13, modifiers, '~');
    }
    if (modifiers.isEmpty() && name.last != '~') {
      boolean single = name.kind == Kind.FUNCTION || modes.applicationCursor();
      return (single && !kitty ? SS3 : CSI) + name.last;
    }
    return sequence(name.number, modifiers, name.last);
  }

  private static String shifted(Key.Named key, InputModes modes) {
    if ((modes.kittyFlags() & (DISAMBIGUATE | ALL_AS_ESCAPES)) != 0) {
      return sequence(key.name().number, key.modifiers(), 'u');
    }
    Set<Modifier> modifiers = EnumSet.of(Modifier.SHIFT);
    modifiers.addAll(key.modifiers());
    return function(key.name().unshifted, modifiers, modes);
  }

  private static String keypad(Key.Named key, InputModes modes) {
    KeyName name = key.name();
    Set<Modifier> modifiers = key.modifiers();
    boolean all = (modes.kittyFlags() & ALL_AS_ESCAPES) != 0;
    boolean told =
        (modes.kittyFlags() & DISAMBIGUATE) != 0
            && (!modifiers.isEmpty() || name == KeyName.KP_ENTER);
    if (all || told) {
      return sequence(name.number, modifiers, 'u');
    }
    if (modes.applicationKeypad()) {
      return modifiers.isEmpty()
          ? SS3 + name.last
          : SS3 + Modifier.parameter(modifiers) + name.last;
    }
    return name == KeyName.KP_ENTER
        ? control(new Key.Named(KeyName.ENTER, modifiers), modes)
        : typed(new Key.Typed(String.valueOf(name.types), modifiers), modes);
  }

  private static String sequence(int number, Set<Modifier> modifiers, char last) {
    return modifiers.isEmpty()
        ? CSI + number + last
        : CSI + number + ";" + Modifier.parameter(modifiers) + last;
  }

  private static String otherKey(int codePoint, Set<Modifier> modifiers) {
    Set<Modifier> held = EnumSet.copyOf(modifiers);
    if (unshifted(codePoint) != codePoint) {
      held.add(Modifier.SHIFT);
    }
    return CSI + "27;" + Modifier.parameter(held) + ";" + codePoint + "~";
  }

  /** A typed key in the kitty protocol, which names the key before shift and case. */
  private static String kitty(String text, Set<Modifier> modifiers, InputModes modes) {
    int typed = text.codePointAt(0);
    int key = unshifted(typed);
    boolean shift = modifiers.contains(Modifier.SHIFT) || key != typed;
    Set<Modifier> held = EnumSet.noneOf(Modifier.class);
    held.addAll(modifiers);
    if (shift) {
      held.add(Modifier.SHIFT);
    }
    String code = String.valueOf(key);
    if ((modes.kittyFlags() & ALTERNATE_KEYS) != 0 && shift && key != typed) {
      code += ":" + typed;
    }
    boolean withText =
        (modes.kittyFlags() & ASSOCIATED_TEXT) != 0
            && !held.contains(Modifier.CTRL)
            && !held.contains(Modifier.ALT)
            && !held.contains(Modifier.SUPER);
    if (withText) {
      return CSI
          + code
          + ";"
          + (held.isEmpty() ? "" : Modifier.parameter(held))
          + ";"
          + typed
          + "u";
    }
    return held.isEmpty() ? CSI + code + "u" : CSI + code + ";" + Modifier.parameter(held) + "u";
  }

  private static String shifted(String text) {
    int place = text.length() == 1 ? UNSHIFTED.indexOf(text.charAt(0)) : -1;
    return place >= 0 ? String.valueOf(SHIFTED.charAt(place)) : text.toUpperCase(Locale.ROOT);
  }

  private static int unshifted(int codePoint) {
    int place = codePoint < 128 ? SHIFTED.indexOf(codePoint) : -1;
    return place >= 0 ? UNSHIFTED.charAt(place) : Character.toLowerCase(codePoint);
  }

  /** The control character a key makes with ctrl, or -1: there are only thirty-three. */
  private static int control(String text) {
    if (text.length() != 1) {
      return -1;
    }
    char c = text.charAt(0);
    return switch (c) {
      case ' ', '@', '2' -> 0;
      case '[', '{', '3' -> 27;
      case '\\', '|', '4' -> 28;
      case ']', '}', '5' -> 29;
      case '^', '~', '`', '6' -> 30;
      case '_', '/', '-', '7' -> 31;
      case '?', '8' -> 127;
      default -> (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? c & 0x1f : -1;
    };
  }

  private static UnsendableKeyException unsendable(Key key) {
    return new UnsendableKeyException(
        "%s has no code in this program's keyboard mode, so nothing was typed; only programs that switch on the kitty or modifyOtherKeys protocol can receive it"
            .formatted(key));
  }
}
