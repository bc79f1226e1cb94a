package dev.parley.terminal.keys;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One key with its modifiers, or one act of the mouse: what an agent presses. */
public sealed interface Key {

  Set<Modifier> modifiers();

  /** The key for a name such as {@code ctrl+c}, {@code <Enter>} or {@code click:10,5}. */
  static Key parse(String name) {
    return KeyReader.read(name);
  }

  static Key ctrl(char letter) {
    return new Typed(String.valueOf(letter), Set.of(Modifier.CTRL));
  }

  static Key alt(char letter) {
    return new Typed(String.valueOf(letter), Set.of(Modifier.ALT));
  }

  static Key of(KeyName name, Modifier... modifiers) {
    return new Named(name, Set.of(modifiers));
  }

  /** A held key that changes what another one means. */
  enum Modifier {
    SHIFT(1),
    ALT(2),
    CTRL(4),
    SUPER(8);

    private final int bit;

    Modifier(int bit) {
      this.bit = bit;
    }

    /** What xterm and kitty add up, plus one, to say which modifiers are held. */
    static int parameter(Set<Modifier> modifiers) {
      return 1 + modifiers.stream().mapToInt(modifier -> modifier.bit).sum();
    }

    static Set<Modifier> copy(Set<Modifier> modifiers) {
      return modifiers.isEmpty()
          ? Set.of()
          : Collections.unmodifiableSet(EnumSet.copyOf(modifiers));
    }

    private static String prefix(Set<Modifier> modifiers) {
      return Stream.of(SUPER, CTRL, ALT, SHIFT)
          .filter(modifiers::contains)
          .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + "+")
          .collect(joining());
    }
  }

  /** A key that types a character, as a person sees one: {@code a}, {@code é}, a whole emoji. */
  record Typed(String text, Set<Modifier> modifiers) implements Key {
    private static final Pattern CHARACTER = Pattern.compile("\\X");

    public Typed {
      if (!CHARACTER.matcher(text).matches()) {
        throw new IllegalArgumentException("A key types one character, not “" + text + "”");
      }
      modifiers = Modifier.copy(modifiers);
    }

    @Override
    public String toString() {
      return Modifier.prefix(modifiers) + (text.equals(" ") ? "space" : text);
    }
  }

  /** A key that has a name instead of a character. */
  record Named(KeyName name, Set<Modifier> modifiers) implements Key {
    public Named {
      modifiers = Modifier.copy(modifiers);
    }

    @Override
    public String toString() {
      return Modifier.prefix(modifiers) + name;
    }
  }

  /** An act of the mouse at a place on the screen. */
  record Pointed(MouseAction act, Place place, Set<Modifier> modifiers) implements Key {
    public Pointed {
      modifiers = Modifier.copy(modifiers);
    }

    @Override
    public String toString() {
      return Modifier.prefix(modifiers) + act + ":" + place;
    }
  }

  /** Where the mouse points. */
  sealed interface Place {

    /** A cell counted from zero; people write {@code 1,1} for the top left one. */
    record Cell(int column, int row) implements Place {
      public Cell {
        if (column < 0 || row < 0) {
          throw new IllegalArgumentException("Columns and rows count from one");
        }
      }

      @Override
      public String toString() {
        return (column + 1) + "," + (row + 1);
      }
    }

    /** The middle of a text that is on the screen. */
    record Text(String text) implements Place {
      @Override
      public String toString() {
        return '"' + text + '"';
      }
    }
  }
}
