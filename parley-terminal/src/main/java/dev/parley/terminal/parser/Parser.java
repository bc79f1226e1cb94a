package dev.parley.terminal.parser;

import dev.parley.terminal.image.Sixel;
import java.util.Arrays;

/**
 * Turns bytes into {@link Actions}: a state machine after Paul Williams' description of DEC's
 * terminals, with UTF-8 in place of 8-bit controls.
 *
 * <p>Each byte below 0x80 is looked up in a table by state and value; the entry says what to do and
 * which state follows. Printable text in the ground state does not go through the table but is
 * handed on in runs. All state is kept between calls, so where the stream was cut makes no
 * difference.
 */
public final class Parser {
  private static final int GROUND = 0;
  private static final int ESCAPE = 1;
  private static final int ESCAPE_INTERMEDIATE = 2;
  private static final int CSI_ENTRY = 3;
  private static final int CSI_PARAMETERS = 4;
  private static final int CSI_INTERMEDIATE = 5;
  private static final int CSI_IGNORE = 6;
  private static final int STRING = 7;

  /** An ESC inside a string: the string is over if a backslash follows, and dropped otherwise. */
  private static final int STRING_ESCAPE = 8;

  private static final int STATES = 9;

  private static final int IGNORE = 0;
  private static final int EXECUTE = 1;
  private static final int CLEAR = 2;
  private static final int COLLECT = 3;
  private static final int DIGIT = 4;
  private static final int SEPARATOR = 5;
  private static final int PREFIX = 6;
  private static final int DISPATCH_ESCAPE = 7;
  private static final int DISPATCH_CSI = 8;
  private static final int START_STRING = 9;
  private static final int PUT = 10;
  private static final int BELL_IN_STRING = 11;
  private static final int END_STRING = 12;
  private static final int DROP_STRING = 13;

  private static final int BEL = 0x07;
  private static final int CAN = 0x18;
  private static final int SUB = 0x1a;
  private static final int ESC = 0x1b;
  private static final int DEL = 0x7f;

  /** A string longer than this is swallowed whole rather than acted upon in part. */
  private static final int STRING_LIMIT = 64 << 10;

  /** The clipboard (OSC 52) may be larger. */
  private static final int CLIPBOARD_LIMIT = 1 << 20;

  /** A picture of sixels, still larger. */
  private static final int PICTURE_LIMIT = 4 << 20;

  private static final byte[] CLIPBOARD = {'5', '2', ';'};
  private static final int FIRST_STRING_CAPACITY = 128;

  /** Entry: the action in the high nibble, the state that follows in the low one. */
  private static final byte[] TABLE = table();

  private static byte[] table() {
    var table = new byte[STATES * 128];
    for (int state = 0; state < STATES; state++) {
      set(table, state, 0, DEL, IGNORE, state);
    }
    for (int state : new int[] {GROUND, ESCAPE, ESCAPE_INTERMEDIATE}) {
      set(table, state, 0, 0x1f, EXECUTE, state);
    }
    for (int state = CSI_ENTRY; state <= CSI_IGNORE; state++) {
      set(table, state, 0, 0x1f, EXECUTE, state);
    }
    set(table, ESCAPE, 0x20, 0x2f, COLLECT, ESCAPE_INTERMEDIATE);
    set(table, ESCAPE, 0x30, 0x7e, DISPATCH_ESCAPE, GROUND);
    set(table, ESCAPE, '[', '[', CLEAR, CSI_ENTRY);
    for (char kind : "]PX^_k".toCharArray()) {
      set(table, ESCAPE, kind, kind, START_STRING, STRING);
    }
    set(table, ESCAPE_INTERMEDIATE, 0x20, 0x2f, COLLECT, ESCAPE_INTERMEDIATE);
    set(table, ESCAPE_INTERMEDIATE, 0x30, 0x7e, DISPATCH_ESCAPE, GROUND);
    for (int state : new int[] {CSI_ENTRY, CSI_PARAMETERS}) {
      set(table, state, 0x20, 0x2f, COLLECT, CSI_INTERMEDIATE);
      set(table, state, '0', '9', DIGIT, CSI_PARAMETERS);
      set(table, state, ':', ';', SEPARATOR, CSI_PARAMETERS);
      set(table, state, 0x40, 0x7e, DISPATCH_CSI, GROUND);
    }
    set(table, CSI_ENTRY, '<', '?', PREFIX, CSI_PARAMETERS);
    set(table, CSI_PARAMETERS, '<', '?', IGNORE, CSI_IGNORE);
    set(table, CSI_INTERMEDIATE, 0x20, 0x2f, COLLECT, CSI_INTERMEDIATE);
    set(table, CSI_INTERMEDIATE, 0x30, 0x3f, IGNORE, CSI_IGNORE);
    set(table, CSI_INTERMEDIATE, 0x40, 0x7e, DISPATCH_CSI, GROUND);
    set(table, CSI_IGNORE, 0x40, 0x7e, IGNORE, GROUND);
    set(table, STRING, 0x20, 0x7e, PUT, STRING);
    set(table, STRING, '\t', '\t', PUT, STRING);
    set(table, STRING, BEL, BEL, BELL_IN_STRING, STRING);
    set(table, STRING_ESCAPE, 0, DEL, DROP_STRING, ESCAPE);
    set(table, STRING_ESCAPE, '\\', '\\', END_STRING, GROUND);
    for (int state = 0; state < STATES; state++) {
      set(table, state, CAN, CAN, IGNORE, GROUND);
      set(table, state, SUB, SUB, IGNORE, GROUND);
      set(table, state, ESC, ESC, CLEAR, ESCAPE);
    }
    set(table, STRING, ESC, ESC, IGNORE, STRING_ESCAPE);
    return table;
  }

  private static void set(byte[] table, int state, int from, int to, int action, int next) {
    Arrays.fill(table, state << 7 | from, (state << 7 | to) + 1, (byte) (action << 4 | next));
  }

  private final Actions actions;
  private final Parameters parameters = new Parameters();
  private int state = GROUND;
  private int prefix;
  private int intermediates;

  private byte[] string = new byte[0];
  private int stringLength;
  private int stringKind;
  private int stringLimit;

  private int utf8Missing;
  private int utf8Length;
  private int codePoint;

  private final Offsets offsets;
  private long start;
  private long characterStart;

  /** Hands what it understands to {@code actions}, and tells {@code offsets} where it stands. */
  public Parser(Actions actions, Offsets offsets) {
    this.actions = actions;
    this.offsets = offsets;
  }

  /** Reads a stretch of the stream; {@code offset} is where in the stream it begins. */
  public void parse(byte[] bytes, int from, int to, long offset) {
    long base = offset - from;
    offsets.base(base);
    int at = from;
    while (at < to) {
      if (state == GROUND && utf8Missing == 0) {
        at = ground(bytes, at, to, base);
        if (at == to) {
          return;
        }
      }
      int next = bytes[at];
      if ((next < 0 || utf8Missing > 0) && !inString()) {
        at = utf8(at, next & 0xff, base + at);
        continue;
      }
      at++;
      if (next < 0) {
        inString(next);
        continue;
      }
      step(next, base + at - 1);
    }
  }

  /**
   * The short way for what is all there and of a frequent kind: text, line ends and control
   * sequences.
   *
   * @return where something else begins
   */
  private int ground(byte[] bytes, int from, int to, long base) {
    int at = from;
    while (at < to) {
      int next = bytes[at];
      int after = at;
      if (next == ESC) {
        after = at + 2 < to && bytes[at + 1] == '[' ? wholeCsi(bytes, at, to, base) : at;
      } else if (next >= 0x20 ? next != DEL : next < 0) {
        after = actions.text(bytes, at, to);
      } else if (next == '\n' || next == '\r') {
        if (offsets.everywhere) {
          offsets.set(base + at, base + at + 1);
        }
        actions.control(next);
        after = at + 1;
      }
      if (after == at) {
        break;
      }
      at = after;
    }
    return at;
  }

  /**
   * The short way for a control sequence that is all there and holds nothing but numbers, as nearly
   * all do.
   *
   * @return where it ends, or where it began when it has to go through the table
   */
  private int wholeCsi(byte[] bytes, int from, int to, long base) {
    int at = from + 2;
    int first = bytes[at];
    boolean prefixed = first >= '<' && first <= '?';
    at = parameters.read(bytes, prefixed ? at + 1 : at, to);
    if (at == to || bytes[at] < 0x40 || bytes[at] == DEL) {
      return from;
    }
    if (offsets.everywhere) {
      offsets.set(base + from, base + at + 1);
    }
    actions.csi(parameters, prefixed ? first : 0, 0, bytes[at]);
    return at + 1;
  }

  private boolean inString() {
    return state == STRING || state == STRING_ESCAPE;
  }

  private void inString(int next) {
    if (state == STRING) {
      put(next);
    } else {
      state = GROUND;
    }
  }

  private void step(int next, long position) {
    int entry = TABLE[state << 7 | next] & 0xff;
    state = entry & 0xf;
    switch (entry >> 4) {
      case IGNORE -> {
        // A title in the manner of screen ends with its line, for want of a terminator.
        if (state == STRING && stringKind == 'k' && (next == '\n' || next == '\r')) {
          state = GROUND;
          offsets.set(position, position + 1);
          actions.control(next);
        }
      }
      case EXECUTE -> {
        // A control inside a sequence acts at once, and the sequence goes on after it.
        offsets.set(position, position + 1);
        actions.control(next);
      }
      case CLEAR -> {
        if (next == ESC) {
          start = position;
        }
        clear();
      }
      case COLLECT -> intermediates = intermediates << 8 | next;
      case DIGIT -> parameters.digit(next - '0');
      case SEPARATOR -> parameters.next(next == ':');
      case PREFIX -> prefix = next;
      case DISPATCH_ESCAPE -> {
        offsets.set(start, position + 1);
        actions.escape(intermediates, next);
      }
      case DISPATCH_CSI -> {
        offsets.set(start, position + 1);
        actions.csi(parameters, prefix, intermediates, next);
      }
      case START_STRING -> startString(next);
      case PUT -> put(next);
      case BELL_IN_STRING -> {
        if (stringKind == ']') {
          state = GROUND;
          offsets.set(start, position + 1);
          endString(true);
        }
      }
      case END_STRING -> {
        offsets.set(start, position + 1);
        endString(false);
      }
      case DROP_STRING -> {
        start = position - 1;
        clear();
        step(next, position);
      }
      default -> throw new AssertionError(entry);
    }
  }

  private void clear() {
    prefix = 0;
    intermediates = 0;
    parameters.clear();
  }

  private void startString(int kind) {
    stringKind = kind;
    stringLength = 0;
    stringLimit = STRING_LIMIT;
    if (string.length > STRING_LIMIT) {
      string = new byte[0];
    }
  }

  private void put(int next) {
    if (stringLength == stringLimit && stringLimit == STRING_LIMIT) {
      stringLimit = limit();
    }
    if (stringLength < stringLimit) {
      if (stringLength == string.length) {
        string = Arrays.copyOf(string, Math.max(FIRST_STRING_CAPACITY, stringLength * 2));
      }
      string[stringLength] = (byte) next;
    }
    if (stringLength <= stringLimit) {
      stringLength++;
    }
  }

  /** How long the string may become, which shows by how it begins. */
  private int limit() {
    return switch (stringKind) {
      case ']' ->
          Arrays.equals(string, 0, CLIPBOARD.length, CLIPBOARD, 0, CLIPBOARD.length)
              ? CLIPBOARD_LIMIT
              : STRING_LIMIT;
      case 'P' -> Sixel.is(string, stringLength) ? PICTURE_LIMIT : STRING_LIMIT;
      default -> STRING_LIMIT;
    };
  }

  private void endString(boolean bell) {
    if (stringLength <= stringLimit) {
      actions.string(stringKind, string, stringLength, bell);
    }
  }

  /**
   * Takes one byte of a character beyond ASCII. What is wrong is replaced as xterm does: one U+FFFD
   * for a sequence cut short, for one that is complete but not allowed (overlong, a surrogate,
   * beyond Unicode), and for each byte that cannot begin one.
   *
   * @return where to go on; the same place when the byte belongs to something else
   */
  private int utf8(int at, int next, long position) {
    if (utf8Missing == 0) {
      characterStart = position;
      if (next < 0xc0 || next >= 0xfe) {
        character(0xfffd, position + 1);
      } else {
        utf8Length = Integer.numberOfLeadingZeros(~(next << 24));
        utf8Missing = utf8Length - 1;
        codePoint = next & 0x3f >> utf8Missing;
      }
      return at + 1;
    }
    if ((next & 0xc0) != 0x80) {
      utf8Missing = 0;
      character(0xfffd, position);
      return at;
    }
    codePoint = codePoint << 6 | (next & 0x3f);
    if (--utf8Missing == 0) {
      character(isAllowed() ? codePoint : 0xfffd, position + 1);
    }
    return at + 1;
  }

  private boolean isAllowed() {
    return switch (utf8Length) {
          case 2 -> codePoint >= 0x80;
          case 3 -> codePoint >= 0x800;
          case 4 -> codePoint >= 0x1_0000;
          default -> false;
        }
        && codePoint <= 0x10_ffff
        && (codePoint < 0xd800 || codePoint > 0xdfff)
        && codePoint != 0xfffe
        && codePoint != 0xffff;
  }

  private void character(int character, long end) {
    if (state == GROUND) {
      // 8-bit controls that come as UTF-8 are nothing at all.
      if (character >= 0xa0) {
        offsets.set(characterStart, end);
        actions.print(character);
      }
    } else if (character >= 0xa0) {
      // A character where a sequence expects none ends the sequence, and goes with it.
      state = GROUND;
    }
  }
}
