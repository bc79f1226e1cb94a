package dev.parley.terminal.parser;

/**
 * The character sets a program chose for the seven-bit codes (SCS), and which of the four is in use
 * (SI, SO, LS2, LS3, and SS2, SS3 for one character).
 */
public final class Charsets {
  private static final char ASCII = 'B';
  private static final char GRAPHICS = '0';

  /** DEC special graphics from 0x5f on: the lines and corners that dialogs are drawn with. */
  private static final String LINES = " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

  private char[] sets = {ASCII, ASCII, ASCII, ASCII};
  private int left;
  private int single;

  private boolean plain = true;

  public Charsets() {}

  private Charsets(Charsets other) {
    sets = other.sets.clone();
    left = other.left;
  }

  public Charsets copy() {
    return new Charsets(this);
  }

  public void restore(Charsets saved) {
    sets = saved.sets.clone();
    left = saved.left;
    update();
  }

  public void reset() {
    single = 0;
    restore(new Charsets());
  }

  public void designate(int set, int charset) {
    sets[set] = (char) charset;
    update();
  }

  public void shift(int set) {
    left = set;
    update();
  }

  public void shiftOnce(int set) {
    single = set;
    update();
  }

  /** Whether printable ASCII stands for itself. */
  public boolean plain() {
    return plain;
  }

  private void update() {
    plain = sets[left] != GRAPHICS && sets[left] != 'A' && single == 0;
  }

  /** What a printable ASCII code stands for now. */
  public int map(int code) {
    char set = sets[single == 0 ? left : single];
    if (single != 0) {
      single = 0;
      update();
    }
    if (set == GRAPHICS && code >= 0x5f) {
      return LINES.charAt(code - 0x5f);
    }
    return set == 'A' && code == '#' ? '£' : code;
  }
}
