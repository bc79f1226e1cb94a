package dev.parley.terminal.parser;

/** The numbers of a control sequence; those that follow a colon belong to the one before. */
public final class Parameters {
  private static final int MOST = 32;
  public static final int LARGEST = 65_535;

  private final int[] values = new int[MOST];
  private int count;
  private int colons;

  void clear() {
    count = 0;
    colons = 0;
  }

  void digit(int digit) {
    if (count == 0) {
      values[count++] = -1;
    }
    int value = Math.max(values[count - 1], 0) * 10 + digit;
    values[count - 1] = Math.min(value, LARGEST);
  }

  /**
   * Reads numbers without colons, as nearly all are, from where they begin; returns where they end.
   */
  int read(byte[] bytes, int from, int to) {
    int at = from;
    int number = 0;
    int value = -1;
    while (at < to) {
      int next = bytes[at];
      if (next >= '0' && next <= '9') {
        value = value < 0 ? next - '0' : Math.min(value * 10 + next - '0', LARGEST);
      } else if (next == ';' && number < MOST - 1) {
        values[number++] = value;
        value = -1;
      } else {
        break;
      }
      at++;
    }
    count = at == from ? 0 : number + 1;
    values[number] = value;
    colons = 0;
    return at;
  }

  void next(boolean colon) {
    if (count == 0) {
      values[count++] = -1;
    }
    if (count < MOST) {
      if (colon) {
        colons |= 1 << count;
      }
      values[count++] = -1;
    }
  }

  public int count() {
    return count;
  }

  /** Whether a colon stands before this number. */
  public boolean belongs(int index) {
    return (colons & 1 << index) != 0;
  }

  public boolean anyColon() {
    return colons != 0;
  }

  /** The number at this place, or {@code absent} when it was left out. */
  public int get(int index, int absent) {
    return index < count && values[index] >= 0 ? values[index] : absent;
  }

  /** A count: absent and zero both mean one. */
  public int amount(int index) {
    return Math.max(1, get(index, 1));
  }
}
