package dev.parley.terminal.parser;

/** The numbers of a control sequence; those that follow a colon belong to the one before. */
public final class Parameters {
  private static final int MOST = 32;
  public static final int LARGEST = 65_535;

  private final int[] values = new int[MOST];
  private int count;
  private int colons;
  private int end;

  public void clear() {
    count = 0;
    colons = 0;
    end = 0;
  }

  void digit(int digit) {
    if (count == 0) {
      values[count++] = -1;
    }
    int value = Math.max(values[count - 1], 0) * 10 + digit;
    values[count - 1] = Math.min(value, LARGEST);
  }

  /**
   * The short way for up to three digits a number and no colons, as nearly all are; returns where
   * they end, or where something else begins.
   */
  int read(byte[] bytes, int from, int to) {
    int at = from;
    int number = 0;
    while (number < MOST) {
      int value = digit(bytes, at, to);
      if (value < 10) {
        int digit = digit(bytes, ++at, to);
        if (digit < 10) {
          value = value * 10 + digit;
          digit = digit(bytes, ++at, to);
          if (digit < 10) {
            value = value * 10 + digit;
            at++;
          }
        }
      } else {
        value = -1;
      }
      values[number++] = value;
      if (at >= to || bytes[at] != ';') {
        break;
      }
      at++;
    }
    count = at == from ? 0 : number;
    colons = 0;
    return at;
  }

  /**
   * Reads a control sequence that begins here, is all there and holds nothing but such numbers;
   * returns whether it did and the sequence ends with this byte.
   */
  public boolean read(byte[] bytes, int from, int to, int last) {
    if (from + 2 >= to || bytes[from] != 0x1b || bytes[from + 1] != '[') {
      return false;
    }
    int at = read(bytes, from + 2, to);
    if (at == to || bytes[at] < 0x40 || bytes[at] == 0x7f) {
      return false;
    }
    end = at + 1;
    return bytes[at] == last;
  }

  /** Where the control sequence ends that was read last, or zero. */
  public int end() {
    return end;
  }

  /** The value of the digit that is here, or more than nine. */
  private static int digit(byte[] bytes, int at, int to) {
    return at < to ? (bytes[at] - '0') & 0xff : 0xff;
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
