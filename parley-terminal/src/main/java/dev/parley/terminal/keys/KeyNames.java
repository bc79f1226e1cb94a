package dev.parley.terminal.keys;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Every name a key answers to: ours, and those of tmux, vim, xdotool and browsers.
 *
 * <p>Names are compared without regard to case, blanks, {@code -} and {@code _}.
 */
final class KeyNames {
  /** Names as people read them, our own name first. */
  static final SequencedMap<Key, List<String>> ALL = new LinkedHashMap<>();

  private static final Map<String, Key> BY_NAME = new LinkedHashMap<>();

  static {
    name(KeyName.ENTER, "enter", "return", "ret", "cr", "newline", "nl", "linefeed");
    name(KeyName.TAB, "tab");
    name(Key.of(KeyName.TAB, Key.Modifier.SHIFT), "backtab", "btab", "iso_left_tab");
    name(KeyName.BACKSPACE, "backspace", "bspace", "bs", "rubout", "erase");
    name(KeyName.ESCAPE, "escape", "esc");
    name(KeyName.UP, "up", "arrowup", "uparrow", "kp_up");
    name(KeyName.DOWN, "down", "arrowdown", "downarrow", "kp_down");
    name(KeyName.RIGHT, "right", "arrowright", "rightarrow", "kp_right");
    name(KeyName.LEFT, "left", "arrowleft", "leftarrow", "kp_left");
    name(KeyName.HOME, "home", "kp_home");
    name(KeyName.END, "end", "kp_end");
    name(KeyName.PAGEUP, "pageup", "pgup", "ppage", "prior", "kp_pageup", "kp_prior");
    name(KeyName.PAGEDOWN, "pagedown", "pgdn", "pgdown", "npage", "next", "kp_pagedown", "kp_next");
    name(KeyName.INSERT, "insert", "ins", "ic", "kp_insert");
    name(KeyName.DELETE, "delete", "del", "dc", "kp_delete");
    name(KeyName.BEGIN, "begin", "kp_begin");
    name(KeyName.MENU, "menu", "contextmenu", "apps");
    for (int n = 1; n <= 24; n++) {
      name(KeyName.valueOf("F" + n), "f" + n);
    }
    for (int n = 0; n <= 9; n++) {
      name(KeyName.valueOf("KP_" + n), "kp_" + n, "numpad" + n);
    }
    name(KeyName.KP_ENTER, "kp_enter", "numpadenter");
    name(KeyName.KP_ADD, "kp_add", "kp_plus", "kp+", "numpadadd");
    name(KeyName.KP_SUBTRACT, "kp_subtract", "kp_minus", "numpadsubtract");
    name(KeyName.KP_MULTIPLY, "kp_multiply", "kp*", "numpadmultiply");
    name(KeyName.KP_DIVIDE, "kp_divide", "kp/", "numpaddivide");
    name(KeyName.KP_DECIMAL, "kp_decimal", "kp_point", "kp.", "numpaddecimal");
    name(KeyName.KP_EQUAL, "kp_equal", "kp=", "numpadequal");
    name(KeyName.KP_SEPARATOR, "kp_separator", "kp_comma", "numpadcomma");
    name(' ', "space", "spc", "spacebar");
    name('+', "plus");
    name('-', "minus", "dash", "hyphen");
    name('_', "underscore");
    name('=', "equal", "equals");
    name('\\', "backslash", "bslash");
    name('/', "slash");
    name('|', "bar", "pipe");
    name('<', "lt", "less");
    name('>', "gt", "greater");
    name('[', "leftbracket", "bracketleft");
    name(']', "rightbracket", "bracketright");
    name('^', "caret", "circumflex", "asciicircum");
    name('@', "at");
    name('?', "question", "questionmark");
    name('.', "period", "dot");
    name(',', "comma");
    name(':', "colon");
    name(';', "semicolon");
    name('~', "tilde", "asciitilde");
    name('`', "backtick", "grave");
    name('\'', "quote", "apostrophe");
    name('"', "doublequote", "quotedbl");
    name('#', "hash", "numbersign");
    name('%', "percent");
    name('&', "ampersand");
    name('*', "asterisk", "star");
    name('$', "dollar");
    name('!', "exclam", "exclamation");
    name('(', "leftparen", "parenleft");
    name(')', "rightparen", "parenright");
  }

  private KeyNames() {}

  static Optional<Key> find(String name) {
    return Optional.ofNullable(BY_NAME.get(plain(name)));
  }

  /** The names nearest to one that is unknown, best first, by edit distance. */
  static List<String> near(String name) {
    String wanted = plain(name);
    record Candidate(String name, int distance) {}
    return ALL.values().stream()
        .flatMap(List::stream)
        .map(known -> new Candidate(known, distance(wanted, plain(known))))
        .filter(candidate -> candidate.distance <= Math.max(2, wanted.length() / 2))
        .sorted(
            Comparator.comparingInt(Candidate::distance)
                .thenComparing(candidate -> candidate.name.length()))
        .limit(4)
        .map(Candidate::name)
        .toList();
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("(?<=.)[-_ ]", "");
  }

  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }

  private static void name(char character, String... names) {
    name(new Key.Typed(String.valueOf(character), Set.of()), names);
  }

  private static void name(KeyName key, String... names) {
    name(Key.of(key), names);
  }

  private static void name(Key key, String... names) {
    ALL.put(key, List.of(names));
    for (String name : names) {
      BY_NAME.put(plain(name), key);
    }
  }
}
