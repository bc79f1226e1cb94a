package dev.parley.terminal.keys;

import java.util.Locale;

/**
 * A key that has a name instead of a character, with its code in each protocol.
 *
 * <p>A cursor or function key is {@code CSI number final}; xterm and kitty agree on these. A keypad
 * key types a character, or sends {@code SS3 final} in application mode (DECKPAM).
 */
public enum KeyName {
  ENTER('\r'),
  TAB('\t'),
  BACKSPACE('\u007f'),
  ESCAPE('\u001b'),
  UP(Kind.CURSOR, 1, 'A'),
  DOWN(Kind.CURSOR, 1, 'B'),
  RIGHT(Kind.CURSOR, 1, 'C'),
  LEFT(Kind.CURSOR, 1, 'D'),
  BEGIN(Kind.CURSOR, 1, 'E'),
  END(Kind.CURSOR, 1, 'F'),
  HOME(Kind.CURSOR, 1, 'H'),
  INSERT(Kind.FUNCTION, 2, '~'),
  DELETE(Kind.FUNCTION, 3, '~'),
  PAGEUP(Kind.FUNCTION, 5, '~'),
  PAGEDOWN(Kind.FUNCTION, 6, '~'),
  MENU(Kind.FUNCTION, 29, '~'),
  F1(Kind.FUNCTION, 1, 'P'),
  F2(Kind.FUNCTION, 1, 'Q'),
  F3(Kind.FUNCTION, 1, 'R'),
  F4(Kind.FUNCTION, 1, 'S'),
  F5(Kind.FUNCTION, 15, '~'),
  F6(Kind.FUNCTION, 17, '~'),
  F7(Kind.FUNCTION, 18, '~'),
  F8(Kind.FUNCTION, 19, '~'),
  F9(Kind.FUNCTION, 20, '~'),
  F10(Kind.FUNCTION, 21, '~'),
  F11(Kind.FUNCTION, 23, '~'),
  F12(Kind.FUNCTION, 24, '~'),
  F13(F1, 57376),
  F14(F2, 57377),
  F15(F3, 57378),
  F16(F4, 57379),
  F17(F5, 57380),
  F18(F6, 57381),
  F19(F7, 57382),
  F20(F8, 57383),
  F21(F9, 57384),
  F22(F10, 57385),
  F23(F11, 57386),
  F24(F12, 57387),
  KP_0('0', 'p', 57399),
  KP_1('1', 'q', 57400),
  KP_2('2', 'r', 57401),
  KP_3('3', 's', 57402),
  KP_4('4', 't', 57403),
  KP_5('5', 'u', 57404),
  KP_6('6', 'v', 57405),
  KP_7('7', 'w', 57406),
  KP_8('8', 'x', 57407),
  KP_9('9', 'y', 57408),
  KP_DECIMAL('.', 'n', 57409),
  KP_DIVIDE('/', 'o', 57410),
  KP_MULTIPLY('*', 'j', 57411),
  KP_SUBTRACT('-', 'm', 57412),
  KP_ADD('+', 'k', 57413),
  KP_ENTER('\r', 'M', 57414),
  KP_EQUAL('=', 'X', 57415),
  KP_SEPARATOR(',', 'l', 57416);

  /** How a key's code is built. */
  enum Kind {
    CONTROL,
    CURSOR,
    FUNCTION,
    SHIFTED,
    KEYPAD
  }

  final Kind kind;

  /** The first parameter of the CSI sequence; for a shifted key the kitty code point. */
  final int number;

  /** The final byte, after CSI or SS3. */
  final char last;

  /** What a control or keypad key types by itself. */
  final char types;

  /** The key a shifted one is the shift of; itself for all others. */
  final KeyName unshifted;

  KeyName(char types) {
    this.kind = Kind.CONTROL;
    this.number = types;
    this.last = 'u';
    this.types = types;
    this.unshifted = this;
  }

  KeyName(Kind kind, int number, char last) {
    this.kind = kind;
    this.number = number;
    this.last = last;
    this.types = 0;
    this.unshifted = this;
  }

  /** Terminfo's xterm has no codes of their own for F13 to F24: they are shift and F1 to F12. */
  KeyName(KeyName unshifted, int kitty) {
    this.kind = Kind.SHIFTED;
    this.number = kitty;
    this.last = 'u';
    this.types = 0;
    this.unshifted = unshifted;
  }

  KeyName(char types, char last, int kitty) {
    this.kind = Kind.KEYPAD;
    this.number = kitty;
    this.last = last;
    this.types = types;
    this.unshifted = this;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
