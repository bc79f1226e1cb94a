package dev.parley.terminal;

/** How one character looks; {@code link} is the address it leads to (OSC 8), or empty. */
public record Style(
    Color foreground,
    Color background,
    Color underlineColor,
    Underline underline,
    boolean bold,
    boolean faint,
    boolean italic,
    boolean blink,
    boolean inverse,
    boolean invisible,
    boolean struck,
    boolean overline,
    String link) {

  /** Default colours, nothing set. */
  public static final Style PLAIN =
      new Style(
          Color.DEFAULT,
          Color.DEFAULT,
          Color.DEFAULT,
          Underline.NONE,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          "");
}
