package dev.parley.terminal.parser;

/** What the {@link Parser} can understand in a stream of bytes, one method for each kind. */
public interface Actions {
  /** Printable ASCII, as long a run as could be found. */
  void print(byte[] bytes, int from, int to);

  /**
   * Printable text of any kind. Takes as much as it likes of what begins here, and returns where it
   * stopped: at the latest before a control character or a character that is broken or cut short.
   */
  default int text(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int next = bytes[at];
      if (next < 0) {
        int character = Parser.wholeCharacter(bytes, at, to);
        if (character == 0) {
          break;
        }
        at += Parser.bytesOf(character);
        print(character);
      } else if (next >= 0x20 && next != 0x7f) {
        int run = at;
        do {
          at++;
        } while (at < to && (next = bytes[at]) >= 0x20 && next != 0x7f);
        print(bytes, run, at);
      } else {
        break;
      }
    }
    return at;
  }

  /** One character beyond ASCII; broken UTF-8 comes as U+FFFD. */
  void print(int codePoint);

  /** A control character (C0). */
  void control(int code);

  /** An escape sequence that is no more than that; intermediates are packed, the first highest. */
  void escape(int intermediates, int last);

  /** A control sequence (CSI); {@code prefix} is one of {@code < = > ?} or zero. */
  void csi(Parameters parameters, int prefix, int intermediates, int last);

  /**
   * A control string: {@code kind} is the character after the ESC that began it ({@code ]} for OSC,
   * {@code P} for DCS), {@code bell} says that BEL ended it rather than ST.
   */
  void string(int kind, byte[] bytes, int length, boolean bell);
}
