package dev.parley.terminal.keys;

import dev.parley.terminal.Screen;
import java.util.ArrayList;
import java.util.List;

/** Keys in the order they are pressed. */
public final class Keys {
  private Keys() {}

  /** The keys for these names; one string may hold several, apart by blanks: {@code C-x C-s}. */
  public static List<Key> parse(List<String> names) {
    List<Key> keys = new ArrayList<>();
    for (String name : names) {
      keys.addAll(KeyReader.readAll(name));
    }
    return List.copyOf(keys);
  }

  public static List<Key> parse(String... names) {
    return parse(List.of(names));
  }

  /** The same keys with each click on a text aimed at the cell where the screen shows it. */
  public static List<Key> aim(List<Key> keys, Screen screen) {
    return keys.stream().map(key -> aim(key, screen)).toList();
  }

  private static Key aim(Key key, Screen screen) {
    return key instanceof Key.Pointed(var act, Key.Place.Text(var text), var modifiers)
        ? new Key.Pointed(act, ClickTarget.at(text, screen), modifiers)
        : key;
  }
}
