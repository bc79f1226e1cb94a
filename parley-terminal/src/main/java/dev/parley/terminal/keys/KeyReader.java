package dev.parley.terminal.keys;

import dev.parley.terminal.keys.Key.Modifier;
import dev.parley.terminal.keys.Key.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the name of a key the way people write it: {@code ctrl+c}, {@code C-c}, {@code ^C}. */
final class KeyReader {
  private static final Pattern CHARACTER = Pattern.compile("\\X");
  private static final Pattern ANGLED = Pattern.compile("<(.{2,})>", Pattern.DOTALL);
  private static final Pattern CARET = Pattern.compile("\\^([@-_a-z?])");
  private static final Pattern ESCAPED =
      Pattern.compile("\\\\(?:([rnteb])|(?:x|u00|0)([0-9a-fA-F]{2}))");
  private static final Pattern HELD =
      Pattern.compile(
          "(ctrl|control|ctl|c|alt|meta|option|opt|a|m|shift|s|super|cmd|command|win|d)[-+_ ](?=.)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern MOUSE =
      Pattern.compile(
          "(?:mouse[-_ ]?)?(click|left[-_ ]?click|right[-_ ]?click|middle[-_ ]?click"
              + "|double[-_ ]?click|press|drag|release|move"
              + "|(?:wheel|scroll)[-_ ]?(?:up|down|left|right))"
              + "(?:\\s*[:=@]\\s*(.+)|\\s*\\((.+)\\))?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern CELL = Pattern.compile("(\\d{1,5})\\s*[,;x ]\\s*(\\d{1,5})");
  private static final Pattern QUOTED = Pattern.compile("([\"'“])(.+)[\"'”]", Pattern.DOTALL);

  private static final Map<Character, Modifier> MODIFIERS =
      Map.of(
          'c', Modifier.CTRL,
          'a', Modifier.ALT,
          'm', Modifier.ALT,
          'o', Modifier.ALT,
          's', Modifier.SHIFT,
          'w', Modifier.SUPER,
          'd', Modifier.SUPER);

  private KeyReader() {}

  static Key read(String name) {
    return one(name).orElseThrow(() -> unknown(name));
  }

  /** One key, or several written apart by blanks as in {@code C-x C-s}. */
  static List<Key> readAll(String names) {
    Optional<Key> single = one(names);
    if (single.isPresent()) {
      return List.of(single.get());
    }
    List<Key> keys = new ArrayList<>();
    for (String name : names.strip().split("\\s+")) {
      keys.add(one(name).orElseThrow(() -> unknown(names)));
    }
    return keys;
  }

  private static Optional<Key> one(String name) {
    if (CHARACTER.matcher(name).matches()) {
      return Optional.of(typed(name));
    }
    String trimmed = name.strip();
    Matcher angled = ANGLED.matcher(trimmed);
    String bare = angled.matches() ? angled.group(1).strip() : trimmed;
    Matcher escaped = ESCAPED.matcher(bare);
    if (escaped.matches()) {
      return Optional.of(typed(unescape(escaped)));
    }
    Matcher caret = CARET.matcher(bare);
    if (caret.matches()) {
      return Optional.of(held(typed(caret.group(1)), EnumSet.of(Modifier.CTRL)));
    }
    Set<Modifier> modifiers = EnumSet.noneOf(Modifier.class);
    Matcher held = HELD.matcher(bare);
    // A name such as “page-up” or “c” is looked up first, so that it is not taken apart.
    while (KeyNames.find(bare).isEmpty() && held.lookingAt()) {
      modifiers.add(modifier(held.group(1).toLowerCase(Locale.ROOT)));
      bare = bare.substring(held.end());
      held.reset(bare);
    }
    return base(bare).map(key -> held(key, modifiers));
  }

  private static Optional<Key> base(String name) {
    if (CHARACTER.matcher(name).matches()) {
      return Optional.of(typed(name));
    }
    Optional<Key> known = KeyNames.find(name);
    return known.isPresent() ? known : mouse(name);
  }

  private static Modifier modifier(String word) {
    return switch (word) {
      case "super", "cmd", "command" -> Modifier.SUPER;
      default -> Objects.requireNonNull(MODIFIERS.get(word.charAt(0)));
    };
  }

  /** The key that types this character; control characters are the keys that send them. */
  static Key typed(String character) {
    return switch (character) {
      case "\r", "\n", "\r\n" -> Key.of(KeyName.ENTER);
      case "\t" -> Key.of(KeyName.TAB);
      case "\u001b" -> Key.of(KeyName.ESCAPE);
      case "\u007f", "\b" -> Key.of(KeyName.BACKSPACE);
      default ->
          character.charAt(0) < ' '
              ? Key.ctrl(Character.toLowerCase((char) (character.charAt(0) + '@')))
              : new Key.Typed(character, Set.of());
    };
  }

  private static Key held(Key key, Set<Modifier> modifiers) {
    if (modifiers.isEmpty()) {
      return key;
    }
    Set<Modifier> all = EnumSet.copyOf(modifiers);
    all.addAll(key.modifiers());
    return switch (key) {
      // Ctrl+C is how people write ctrl+c; who means the shifted one says so.
      case Key.Typed(var text, _) when all.contains(Modifier.CTRL) ->
          new Key.Typed(text.toLowerCase(Locale.ROOT), all);
      case Key.Typed(var text, _) -> new Key.Typed(text, all);
      case Key.Named(var name, _) -> new Key.Named(name, all);
      case Key.Pointed(var act, var place, _) -> new Key.Pointed(act, place, all);
    };
  }

  private static Optional<Key> mouse(String name) {
    Matcher matcher = MOUSE.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String verb = matcher.group(1).toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    MouseAction act =
        switch (verb) {
          case "click", "leftclick" -> MouseAction.CLICK;
          case "rightclick" -> MouseAction.RIGHT_CLICK;
          case "middleclick" -> MouseAction.MIDDLE_CLICK;
          case "doubleclick" -> MouseAction.DOUBLE_CLICK;
          case "press" -> MouseAction.PRESS;
          case "drag" -> MouseAction.DRAG;
          case "release" -> MouseAction.RELEASE;
          case "move" -> MouseAction.MOVE;
          case "wheelup", "scrollup" -> MouseAction.WHEEL_UP;
          case "wheeldown", "scrolldown" -> MouseAction.WHEEL_DOWN;
          case "wheelleft", "scrollleft" -> MouseAction.WHEEL_LEFT;
          default -> MouseAction.WHEEL_RIGHT;
        };
    String target = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
    if (target != null) {
      return Optional.of(new Key.Pointed(act, place(name, target.strip()), Set.of()));
    }
    if (act.button >= MouseAction.WHEEL_UP.button) {
      return Optional.of(new Key.Pointed(act, new Place.Cell(0, 0), Set.of()));
    }
    throw new UnknownKeyException(
        "“%s” needs a place: %s:10,5 for column 10, row 5 (both count from one), or %s:\"OK\" for a text on the screen"
            .formatted(name, verb, verb));
  }

  private static Place place(String name, String target) {
    Matcher cell = CELL.matcher(target);
    if (cell.matches()) {
      int column = Integer.parseInt(cell.group(1));
      int row = Integer.parseInt(cell.group(2));
      if (column == 0 || row == 0) {
        throw new UnknownKeyException(
            "“%s”: columns and rows count from one; the top left cell is 1,1".formatted(name));
      }
      return new Place.Cell(column - 1, row - 1);
    }
    Matcher quoted = QUOTED.matcher(target);
    return new Place.Text(quoted.matches() ? quoted.group(2) : target);
  }

  private static String unescape(Matcher escaped) {
    if (escaped.group(2) != null) {
      return String.valueOf((char) Integer.parseInt(escaped.group(2), 16));
    }
    return switch (escaped.group(1)) {
      case "t" -> "\t";
      case "e" -> "\u001b";
      case "b" -> "\b";
      default -> "\r";
    };
  }

  private static UnknownKeyException unknown(String name) {
    if (name.isBlank()) {
      return new UnknownKeyException("A key needs a name, such as enter, ctrl+c, up or f5");
    }
    String shown = name.length() > 40 ? name.substring(0, 40) + "…" : name;
    List<String> near = KeyNames.near(lastWord(name));
    return new UnknownKeyException(
        near.isEmpty()
            ? "There is no key “%s”; keys are single characters or names such as enter, ctrl+c, alt+x, up, f5, click:10,5; to type text, send it as text"
                .formatted(shown)
            : "There is no key “%s”; did you mean %s? To type it as text, send it as text"
                .formatted(shown, String.join(", ", near)));
  }

  private static String lastWord(String name) {
    String bare = name.strip().replaceAll("^<|>$", "");
    Matcher held = HELD.matcher(bare);
    while (held.lookingAt()) {
      bare = bare.substring(held.end());
      held.reset(bare);
    }
    return bare.length() > 40 ? bare.substring(0, 40) : bare;
  }
}
