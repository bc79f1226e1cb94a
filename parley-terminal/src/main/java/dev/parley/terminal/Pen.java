package dev.parley.terminal;

import dev.parley.terminal.parser.Parameters;

/** What the next character will look like, as select graphic rendition (SGR) left it. */
final class Pen {
  private final Styles styles;

  /** The style as far as it fits into its number. */
  private long look;

  private int underlineColor;
  private String link = "";
  boolean isProtected;

  /** Whether the style is more than that. */
  private boolean isMore;

  private boolean changed;
  private long id;
  private final ColorSgr colors = new ColorSgr();

  Pen(Styles styles) {
    this.styles = styles;
  }

  private Pen(Pen other) {
    this(other.styles);
    take(other);
  }

  Pen copy() {
    return new Pen(this);
  }

  /** Becomes like another pen, the link aside: that is no part of a saved cursor. */
  void restore(Pen saved) {
    String kept = link;
    take(saved);
    link(kept);
  }

  /** OSC 8: the address that text from here on leads to, or empty. */
  void link(String address) {
    link = address;
    changed();
  }

  private void take(Pen other) {
    look = other.look;
    underlineColor = other.underlineColor;
    link = other.link;
    isProtected = other.isProtected;
    changed();
  }

  /** Takes the style of this number, which is not listed. */
  void take(long number) {
    look = number;
    underlineColor = 0;
    changed();
  }

  void changed() {
    isMore = underlineColor != 0 || isProtected || !link.isEmpty();
    changed = true;
  }

  /** What to store in the style of a cell written with this pen. */
  long id() {
    return isMore ? number() : look;
  }

  private long number() {
    if (changed) {
      changed = false;
      id = styles.number(look, underlineColor, link) | (isProtected ? Cells.PROTECTED : 0);
    }
    return id;
  }

  /** Whether what is written is stored as blanks. */
  boolean invisible() {
    return (look & Styles.attributes(Styles.INVISIBLE)) != 0;
  }

  Style style() {
    long number = id(); // first: it may list the style, in entries that replace those of before
    return styles.entries().style(number & Cells.LOOK);
  }

  /** What to store in the style of an erased cell: the background stays, nothing else does. */
  long blank() {
    return Styles.background(Styles.backgroundOf(look));
  }

  /** SGR 0. */
  void plain() {
    take(0);
  }

  /** Everything, the link and the protection included. */
  void reset() {
    plain();
    link("");
    isProtected = false;
    changed();
  }

  /** SGR: each parameter changes one thing. */
  void select(Parameters parameters) {
    if (parameters.count() == 0) {
      plain();
      return;
    }
    int at = 0;
    boolean colons = parameters.anyColon();
    while (at < parameters.count()) {
      int end = at + 1;
      while (colons && end < parameters.count() && parameters.belongs(end)) {
        end++;
      }
      at = select(parameters, at, end);
    }
    changed();
  }

  /** SGR that says nothing but colours; returns where it ends, or {@code from} for any other. */
  int selectColors(byte[] bytes, int from, int to) {
    int end = colors.read(bytes, from, to, look);
    if (end > from) {
      look = colors.look();
      changed = true;
    }
    return end;
  }

  /** The number of a style after SGR, without what is listed. */
  static long change(long number, Parameters parameters) {
    var pen = new Pen(new Styles());
    pen.take(number);
    pen.select(parameters);
    return pen.id();
  }

  private int select(Parameters parameters, int at, int end) {
    int code = parameters.get(at, 0);
    switch (code) {
      case 0 -> plain();
      case 1 -> set(Styles.BOLD);
      case 2 -> set(Styles.FAINT);
      case 3 -> set(Styles.ITALIC);
      case 4 -> underline(end > at + 1 ? parameters.get(at + 1, 1) : 1);
      case 5, 6 -> set(Styles.BLINK);
      case 7 -> set(Styles.INVERSE);
      case 8 -> set(Styles.INVISIBLE);
      case 9 -> set(Styles.STRUCK);
      case 21 -> underline(2);
      case 22 -> clear(Styles.BOLD | Styles.FAINT);
      case 23 -> clear(Styles.ITALIC);
      case 24 -> underline(0);
      case 25 -> clear(Styles.BLINK);
      case 27 -> clear(Styles.INVERSE);
      case 28 -> clear(Styles.INVISIBLE);
      case 29 -> clear(Styles.STRUCK);
      case 38, 48, 58 -> {
        return color(parameters, code, at, end);
      }
      case 39 -> foreground(0);
      case 49 -> background(0);
      case 53 -> set(Styles.OVERLINE);
      case 55 -> clear(Styles.OVERLINE);
      case 59 -> underlineColor = 0;
      default -> {
        if (code >= 30 && code <= 37) {
          foreground(Styles.INDEXED | code - 30);
        } else if (code >= 40 && code <= 47) {
          background(Styles.INDEXED | code - 40);
        } else if (code >= 90 && code <= 97) {
          foreground(Styles.INDEXED | code - 90 + 8);
        } else if (code >= 100 && code <= 107) {
          background(Styles.INDEXED | code - 100 + 8);
        }
      }
    }
    return end;
  }

  private void set(int attributes) {
    look |= Styles.attributes(attributes);
  }

  private void clear(int attributes) {
    look &= ~Styles.attributes(attributes);
  }

  private void foreground(int color) {
    look = Styles.withForeground(look, color);
  }

  private void background(int color) {
    look = Styles.withBackground(look, color);
  }

  private void underline(int kind) {
    if (kind <= 5) {
      clear(Styles.UNDERLINE);
      set(kind << Styles.UNDERLINE_SHIFT);
    }
  }

  /**
   * SGR 38, 48 and 58 in both spellings: {@code 38:2::r:g:b}, with or without the colour space, and
   * {@code 38;2;r;g;b}, where the numbers after it belong to it by custom.
   *
   * @return the parameter to go on with
   */
  private int color(Parameters parameters, int code, int at, int end) {
    boolean colons = end > at + 1;
    int kind = parameters.get(at + 1, 0);
    if (kind == 5) {
      int last = colons ? end : at + 3;
      int index = parameters.get(at + 2, 0);
      if (index < 256 && (!colons || end > at + 2)) {
        color(code, Styles.INDEXED | index);
      }
      return last;
    }
    if (kind == 2) {
      int first = colons && end - at >= 6 ? at + 3 : at + 2;
      int red = parameters.get(first, 0);
      int green = parameters.get(first + 1, 0);
      int blue = parameters.get(first + 2, 0);
      if ((red | green | blue) < 256 && (!colons || end >= first + 3)) {
        color(code, Styles.RGB | red << 16 | green << 8 | blue);
      }
      return colons ? end : at + 5;
    }
    return colons ? end : at + 2;
  }

  private void color(int code, int packed) {
    switch (code) {
      case 38 -> foreground(packed);
      case 48 -> background(packed);
      default -> underlineColor = packed;
    }
  }
}
