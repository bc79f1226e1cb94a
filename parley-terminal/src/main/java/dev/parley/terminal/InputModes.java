package dev.parley.terminal;

/**
 * What the program has asked of the keyboard and the mouse; it decides the bytes a key becomes.
 *
 * @param applicationCursor arrow, home and end keys send SS3 sequences (DECCKM)
 * @param applicationKeypad the numeric keypad sends SS3 sequences (DECKPAM)
 * @param bracketedPaste a paste is framed, so that the program can tell it from typing (mode 2004)
 * @param focusReports the program wants to hear of focus gained and lost (mode 1004)
 * @param mouse what the program wants to hear of the mouse
 * @param sgrMouse mouse reports are decimal and unbounded (mode 1006)
 * @param kittyFlags flags of the kitty keyboard protocol now in force, 0 for none
 * @param modifyOtherKeys level of xterm's modifyOtherKeys, 0 to 2 (XTMODKEYS)
 * @param newLineMode enter sends carriage return and line feed (LNM)
 * @param backarrowSendsBackspace the backspace key sends BS rather than DEL (DECBKM)
 */
public record InputModes(
    boolean applicationCursor,
    boolean applicationKeypad,
    boolean bracketedPaste,
    boolean focusReports,
    Mouse mouse,
    boolean sgrMouse,
    int kittyFlags,
    int modifyOtherKeys,
    boolean newLineMode,
    boolean backarrowSendsBackspace) {

  /** What a terminal has before the program asked for anything. */
  public static final InputModes PLAIN =
      new InputModes(false, false, false, false, Mouse.NONE, false, 0, 0, false, false);

  /** Which doings of the mouse a program wants to hear of. */
  public enum Mouse {
    /** None: nothing can be clicked. */
    NONE,
    /** Presses only (mode 9). */
    X10,
    /** Presses and releases (mode 1000). */
    CLICKS,
    /** Presses, releases, and motion while a button is held (mode 1002). */
    DRAG,
    /** All of it, motion without a button included (mode 1003). */
    MOTION
  }

  /**
   * The sequences that ask another terminal to report keys and the mouse in the same way. What a
   * lone enter or backspace sends is left out: it would also change how that terminal prints.
   */
  public String asked() {
    var reports =
        switch (mouse) {
          case NONE -> "";
          case X10 -> "\033[?9h";
          case CLICKS -> "\033[?1000h";
          case DRAG -> "\033[?1002h";
          case MOTION -> "\033[?1003h";
        };
    return (applicationCursor ? "\033[?1h" : "")
        + (applicationKeypad ? "\033=" : "")
        + (bracketedPaste ? "\033[?2004h" : "")
        + (focusReports ? "\033[?1004h" : "")
        + reports
        + (sgrMouse ? "\033[?1006h" : "")
        + (kittyFlags == 0 ? "" : "\033[=%d;1u".formatted(kittyFlags))
        + (modifyOtherKeys == 0 ? "" : "\033[>4;%dm".formatted(modifyOtherKeys));
  }

  /** The sequences that take back what {@link #asked} asks for. */
  public String takenBack() {
    return (applicationCursor ? "\033[?1l" : "")
        + (applicationKeypad ? "\033>" : "")
        + (bracketedPaste ? "\033[?2004l" : "")
        + (focusReports ? "\033[?1004l" : "")
        + (mouse == Mouse.NONE ? "" : "\033[?9l\033[?1000l\033[?1002l\033[?1003l")
        + (sgrMouse ? "\033[?1006l" : "")
        + (kittyFlags == 0 ? "" : "\033[=0;1u")
        + (modifyOtherKeys == 0 ? "" : "\033[>4;0m");
  }
}
