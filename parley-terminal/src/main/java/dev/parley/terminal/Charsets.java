package dev.parley.terminal;

/**
 * The character sets a program chose for the seven-bit codes (SCS), and which of the four is in use
 * (SI, SO, LS2, LS3, and SS2, SS3 for one character).
 */
final class Charsets {
  private static final char ASCII = 'B';
  private static final char GRAPHICS = '0';

  /** DEC special graphics from 0x5f on: the lines and corners that dialogs are drawn with. */
  private static final String LINES = " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

  private char[] sets = {ASCII, ASCII, ASCII, ASCII};
  private int left;
  private int single;

  Charsets() {}

  private Charsets(Charsets other) {
    sets = other.sets.clone();
    left = other.left;
  }

  Charsets copy() {
    return new Charsets(this);
  }

  void restore(Charsets saved) {
    sets = saved.sets.clone();
    left = saved.left;
  }

  void reset() {
    restore(new Charsets());
    single = 0;
  }

  void designate(int set, int charset) {
    sets[set] = (char) charset;
  }

  void shift(int set) {
    left = set;
  }

  void shiftOnce(int set) {
    single = set;
  }

  /** Whether printable ASCII stands for itself. */
  boolean plain() {
    return sets[left] != GRAPHICS && sets[left] != 'A' && single == 0;
  }

  /** What a printable ASCII code stands for now. */
  int map(int code) {
    char set = sets[single == 0 ? left : single];
    single = 0;
    if (set == GRAPHICS && code >= 0x5f) {
      return LINES.charAt(code - 0x5f);
    }
    return set == 'A' && code == '#' ? '£' : code;
  }
}
