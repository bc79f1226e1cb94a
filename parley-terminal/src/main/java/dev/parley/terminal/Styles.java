package dev.parley.terminal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The styles on a Terminal as numbers, one for each cell.
 *
 * <p>Nearly every style fits into its number: 25 bits for the colour of the text, 25 for what is
 * behind it and 11 for the attributes. One with a link, or with a colour for the line below, is
 * listed once, and its number says where. A {@link Row} keeps the {@link Entries} it was made with,
 * so that it reads the same for ever, also on other threads.
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

  /** Colours as numbers: zero is the default, then the palette, then true colours. */
  static final int INDEXED = 1 << 8;

  static final int RGB = 1 << 24;

  private static final int BACKGROUND_SHIFT = 25;
  private static final int ATTRIBUTES_SHIFT = 50;
  private static final int COLOR = (1 << BACKGROUND_SHIFT) - 1;
  private static final int ATTRIBUTES = (1 << 11) - 1;

  /** Every bit that a style may have in its number. */
  static final long ALL = (1L << (ATTRIBUTES_SHIFT + 11)) - 1;

  /** Set in the number of a listed style; its place in the list is below. */
  private static final long LISTED = 1L << 62;

  private static final List<Underline> UNDERLINES = List.of(Underline.values());

  /** A style that does not fit into a number; {@code packed} is the part of it that does. */
  private record Listed(long packed, int underlineColor, String link) {}

  /** A style made of a number, kept because the next cell mostly has the same. */
  private record Made(long number, Style style) {}

  /** What the numbers mean; its list is only ever appended to. */
  static final class Entries {
    private final Listed[] list;
    private Made last = new Made(0, Style.PLAIN);

    private Entries(Listed[] list) {
      this.list = list;
    }

    private @Nullable Listed listed(long number) {
      return isListed(number) ? list[(int) number] : null;
    }

    private long packed(long number) {
      Listed listed = listed(number);
      return listed == null ? number : listed.packed;
    }

    int foreground(long number) {
      return foregroundOf(packed(number));
    }

    int background(long number) {
      return backgroundOf(packed(number));
    }

    int attributes(long number) {
      return attributesOf(packed(number));
    }

    int underlineColor(long number) {
      Listed listed = listed(number);
      return listed == null ? 0 : listed.underlineColor;
    }

    String link(long number) {
      Listed listed = listed(number);
      return listed == null ? "" : listed.link;
    }

    Style style(long number) {
      Made made = last;
      if (made.number != number) {
        made = new Made(number, make(number));
        last = made;
      }
      return made.style;
    }

    private Style make(long number) {
      int attributes = attributes(number);
      return new Style(
          color(foreground(number)),
          color(background(number)),
          color(underlineColor(number)),
          UNDERLINES.get((attributes & UNDERLINE) >> UNDERLINE_SHIFT),
          (attributes & BOLD) != 0,
          (attributes & FAINT) != 0,
          (attributes & ITALIC) != 0,
          (attributes & BLINK) != 0,
          (attributes & INVERSE) != 0,
          (attributes & INVISIBLE) != 0,
          (attributes & STRUCK) != 0,
          (attributes & OVERLINE) != 0,
          link(number));
    }
  }

  private Entries entries = new Entries(new Listed[0]);
  private final Map<Listed, Integer> places = new HashMap<>(0);

  /** Forgets what is listed. */
  void clear() {
    entries = new Entries(new Listed[0]);
    places.clear();
  }

  Entries entries() {
    return entries;
  }

  /** How many styles are listed. */
  int size() {
    return places.size();
  }

  /** The number of a style; the same style always gets the same one. */
  long number(int foreground, int background, int underlineColor, int attributes, String link) {
    return number(
        foreground(foreground) | background(background) | attributes(attributes),
        underlineColor,
        link);
  }

  /** The number of a style of which the most part is a number already. */
  long number(long packed, int underlineColor, String link) {
    return underlineColor == 0 && link.isEmpty()
        ? packed
        : number(new Listed(packed, underlineColor, link));
  }

  /** The colour of the text in a number that is not listed. */
  static int foregroundOf(long number) {
    return (int) number & COLOR;
  }

  /** The colour behind it in a number that is not listed. */
  static int backgroundOf(long number) {
    return (int) (number >>> BACKGROUND_SHIFT) & COLOR;
  }

  /** The attributes in a number that is not listed. */
  static int attributesOf(long number) {
    return (int) (number >>> ATTRIBUTES_SHIFT) & ATTRIBUTES;
  }

  /** The part of a number that says the colour of the text. */
  static long foreground(int color) {
    return color;
  }

  /** The part of a number that says the colour behind it. */
  static long background(int color) {
    return (long) color << BACKGROUND_SHIFT;
  }

  /** The same but for the colour of the text. */
  static long withForeground(long number, int color) {
    return (number & ~foreground(COLOR)) | foreground(color);
  }

  /** The same but for the colour behind it. */
  static long withBackground(long number, int color) {
    return (number & ~background(COLOR)) | background(color);
  }

  /** The part of a number that says attributes. */
  static long attributes(int attributes) {
    return (long) attributes << ATTRIBUTES_SHIFT;
  }

  /** The number here of a style that had another one when these were the entries. */
  long number(long number, Entries before) {
    Listed listed = before.listed(number);
    return listed == null ? number : number(listed) | (number & Cells.PROTECTED);
  }

  private long number(Listed style) {
    Integer place = places.get(style);
    if (place == null) {
      place = places.size();
      if (place == entries.list.length) {
        entries = new Entries(Arrays.copyOf(entries.list, Math.max(4, place * 2)));
      }
      entries.list[place] = style;
      places.put(style, place);
    }
    return LISTED | place;
  }

  /** Whether a cell of this style shows what is written, and the number alone says how. */
  static boolean isSimple(long number) {
    long special = LISTED | Cells.PROTECTED | attributes(INVISIBLE);
    return (number & special) == 0;
  }

  /** Whether nothing is behind the text in a number that is not listed. */
  static boolean isWithoutBackground(long number) {
    return backgroundOf(number) == 0;
  }

  static boolean isListed(long number) {
    return (number & LISTED) != 0;
  }

  static Color color(int packed) {
    if (packed == 0) {
      return Color.DEFAULT;
    }
    return packed < RGB ? new Color.Indexed(packed & 0xff) : new Color.Rgb(packed & 0xffffff);
  }
}
