package dev.parley.terminal;

import java.util.Arrays;
import java.util.List;

/**
 * The styles in use on a Terminal, each kept once and named by a small number.
 *
 * <p>A style is two packed longs and a link. Numbers are handed out upwards; a {@link Row} keeps
 * the {@link Entries} it was made with, so that it reads the same for ever, also on other threads.
 */
final class Styles {
  static final int BOLD = 1;
  static final int FAINT = 1 << 1;
  static final int ITALIC = 1 << 2;
  static final int BLINK = 1 << 3;
  static final int INVERSE = 1 << 4;
  static final int INVISIBLE = 1 << 5;
  static final int STRUCK = 1 << 6;
  static final int OVERLINE = 1 << 7;
  static final int UNDERLINE_SHIFT = 8;
  static final int UNDERLINE = 7 << UNDERLINE_SHIFT;

  /** Set when there is a link, so that the link of any other style need not be looked at. */
  static final int LINKED = 1 << 11;

  /** Colours as numbers: zero is the default, then the palette, then true colours. */
  static final int INDEXED = 1 << 24;

  static final int RGB = 2 << 24;

  private static final List<Underline> UNDERLINES = List.of(Underline.values());
  private static final int FIRST_CAPACITY = 16;
  private static final int TAG_SHIFT = 24;
  private static final int NUMBER = (1 << TAG_SHIFT) - 1;

  /** Where each number's style is written down; only ever appended to, replaced when it grows. */
  static final class Entries {
    final long[] colors;
    final long[] rest;
    final String[] links;
    private final Style[] made;

    private Entries(long[] colors, long[] rest, String[] links, Style[] made) {
      this.colors = colors;
      this.rest = rest;
      this.links = links;
      this.made = made;
    }

    private Entries grown() {
      int capacity = colors.length * 2;
      return new Entries(
          Arrays.copyOf(colors, capacity),
          Arrays.copyOf(rest, capacity),
          Arrays.copyOf(links, capacity),
          Arrays.copyOf(made, capacity));
    }

    int attributes(int id) {
      return (int) (rest[id] >>> 32);
    }

    int background(int id) {
      return (int) (colors[id] >>> 32);
    }

    int foreground(int id) {
      return (int) colors[id];
    }

    int underlineColor(int id) {
      return (int) rest[id];
    }

    Style style(int id) {
      Style style = made[id];
      if (style == null) {
        style = make(id);
        made[id] = style;
      }
      return style;
    }

    private Style make(int id) {
      int attributes = attributes(id);
      return new Style(
          color(foreground(id)),
          color(background(id)),
          color(underlineColor(id)),
          UNDERLINES.get((attributes & UNDERLINE) >> UNDERLINE_SHIFT),
          (attributes & BOLD) != 0,
          (attributes & FAINT) != 0,
          (attributes & ITALIC) != 0,
          (attributes & BLINK) != 0,
          (attributes & INVERSE) != 0,
          (attributes & INVISIBLE) != 0,
          (attributes & STRUCK) != 0,
          (attributes & OVERLINE) != 0,
          links[id]);
    }
  }

  private Entries entries = new Entries(new long[0], new long[0], new String[0], new Style[0]);
  private int size;

  /**
   * Open addressing: the number of a style plus one, with the high bits of its hash above it so
   * that another style is told apart without looking it up; or zero.
   */
  private int[] table = {};

  Styles() {
    clear();
  }

  /** Forgets all styles but the plain one, which is number zero. */
  final void clear() {
    // A table that was large once will be so again; half as large is a fair guess.
    int capacity = Math.max(FIRST_CAPACITY, entries.colors.length / 2);
    entries =
        new Entries(
            new long[capacity], new long[capacity], new String[capacity], new Style[capacity]);
    table = new int[capacity * 2];
    size = 0;
    id(0, 0, "");
  }

  Entries entries() {
    return entries;
  }

  int size() {
    return size;
  }

  int id(int foreground, int background, int underlineColor, int attributes, String link) {
    return id(
        (foreground & 0xffffffffL) | (long) background << 32,
        (underlineColor & 0xffffffffL) | (long) attributes << 32,
        link);
  }

  /** The number of a style; the same style always gets the same one. */
  int id(long colors, long rest, String link) {
    int hash = hash(colors, rest, link);
    int mask = table.length - 1;
    int slot = hash & mask;
    int entry;
    while ((entry = table[slot]) != 0) {
      int id = (entry & NUMBER) - 1;
      if ((entry ^ hash) >>> TAG_SHIFT == 0
          && entries.colors[id] == colors
          && entries.rest[id] == rest
          && ((rest >>> 32 & LINKED) == 0 || entries.links[id].equals(link))) {
        return id;
      }
      slot = slot + 1 & mask;
    }
    return add(colors, rest, link, slot, hash);
  }

  private int add(long colors, long rest, String link, int slot, int hash) {
    if (size == entries.colors.length) {
      entries = entries.grown();
      table = new int[entries.colors.length * 2];
      int mask = table.length - 1;
      for (int id = 0; id < size; id++) {
        int known = hash(entries.colors[id], entries.rest[id], entries.links[id]);
        int free = known & mask;
        while (table[free] != 0) {
          free = (free + 1) & mask;
        }
        table[free] = (known & ~NUMBER) | (id + 1);
      }
      return id(colors, rest, link);
    }
    entries.colors[size] = colors;
    entries.rest[size] = rest;
    entries.links[size] = link;
    table[slot] = (hash & ~NUMBER) | (size + 1);
    return size++;
  }

  private static int hash(long colors, long rest, String link) {
    long mixed = (colors * 0x9e3779b97f4a7c15L ^ rest) * 0xff51afd7ed558ccdL;
    int hash = (int) (mixed >>> 32) ^ (int) (mixed >>> 17);
    return (rest >>> 32 & LINKED) == 0 ? hash : hash * 31 + link.hashCode();
  }

  static Color color(int packed) {
    return switch (packed >>> 24) {
      case 0 -> Color.DEFAULT;
      case 1 -> new Color.Indexed(packed & 0xff);
      default -> new Color.Rgb(packed & 0xffffff);
    };
  }
}
