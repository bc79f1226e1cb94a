package dev.parley.terminal.parser;

/** What the {@link Parser} can understand in a stream of bytes, one method for each kind. */
public interface Actions {
  /**
   * Printable text of any kind. Takes as much as it likes of what begins here, with line ends and
   * control sequences between and after it, and returns where it stopped: at the latest before any
   * other control character or a character that is broken or cut short.
   */
  int text(byte[] bytes, int from, int to);

  /** One character that {@link #text} did not take; broken UTF-8 comes as U+FFFD. */
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
