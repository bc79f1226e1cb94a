package dev.parley.terminal;

import dev.parley.terminal.parser.Actions;
import dev.parley.terminal.parser.Parameters;
import dev.parley.terminal.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what the {@link Parser} understood: finds the function a sequence stands for and
 * hands it to the part that does it.
 */
final class Interpreter implements Actions {
  private final Display display;
  private final TerminalModes modes;
  private final KeyboardModes keyboard;
  private final Appearance appearance;
  private final Reports reports;
  private final Rectangles rectangles;
  private final OscCommands commands;
  private final Events events;
  private final Parameters sequence = new Parameters();
  private final PassingLines passing;
  private final PlacedText placed;
  private final Erasing erasing;
  private final Shifting shifting;
  private @Nullable Images images; // hardly any program sends one

  Interpreter(
      Display display,
      TerminalModes modes,
      KeyboardModes keyboard,
      Appearance appearance,
      QueryReplies replies,
      Events events,
      boolean checksums) {
    this.display = display;
    this.modes = modes;
    this.keyboard = keyboard;
    this.appearance = appearance;
    this.events = events;
    passing = new PassingLines(display, sequence);
    placed = new PlacedText(display);
    erasing = new Erasing(display);
    shifting = new Shifting(display);
    reports = new Reports(display, modes, keyboard, appearance, replies);
    rectangles = new Rectangles(display, replies, checksums);
    commands = new OscCommands(display, appearance, replies, events);
  }

  @Override
  public int text(byte[] bytes, int from, int to) {
    if (display.column == 0 && to - from >= PassingLines.LEAST_BYTES) {
      int stays = passing.read(bytes, from, to);
      if (stays > from) {
        return stays;
      }
    }
    int at = from;
    boolean goesOn = true;
    while (goesOn) {
      sequence.clear();
      at = display.print(bytes, at, to, sequence);
      goesOn = sequence.end() > at;
      if (goesOn) {
        at = sequence(bytes, at, to);
        goesOn = at < to && bytes[at] >= 0x20 && bytes[at] != 0x7f;
      }
    }
    return at;
  }

  /**
   * Carries out the control sequence that was read, and what follows it if that is quickly done.
   */
  private int sequence(byte[] bytes, int from, int to) {
    int end = sequence.end();
    int last = bytes[end - 1];
    int at = last == 'H' ? placed.read(bytes, from, to) : from;
    if (at == from) {
      csi(sequence, 0, 0, last);
      at = end;
    }
    return at;
  }

  @Override
  public void print(int codePoint) {
    display.print(codePoint);
  }

  @Override
  public void control(int code) {
    switch (code) {
      case 0x07 -> events.bell();
      case 0x08 -> display.back(1);
      case 0x09 -> display.tab(1);
      case 0x0a, 0x0b, 0x0c -> {
        display.index();
        if (display.newLine) {
          display.carriageReturn();
        }
      }
      case 0x0d -> display.carriageReturn();
      case 0x0e -> display.charsets.shift(1);
      case 0x0f -> display.charsets.shift(0);
      default -> {}
    }
    display.forgetLast();
  }

  @Override
  public void escape(int intermediates, int last) {
    switch (intermediates) {
      case 0 -> escape(last);
      case '#' -> {
        switch (last) {
          case '3', '4', '6' -> display.doubleWidth(true);
          case '5' -> display.doubleWidth(false);
          case '8' -> display.align();
          default -> {}
        }
      }
      case '(', ')', '*', '+' -> display.charsets.designate(intermediates - '(', last);
      case '-', '.', '/' -> display.charsets.designate(intermediates - '-' + 1, 'B');
      default -> {}
    }
    display.forgetLast();
  }

  private void escape(int last) {
    switch (last) {
      case '6' -> shifting.backIndex();
      case '7' -> display.save();
      case '8' -> display.restore();
      case '9' -> shifting.forwardIndex();
      case '=' -> modes.applicationKeypad = true;
      case '>' -> modes.applicationKeypad = false;
      case 'D' -> display.index();
      case 'E' -> {
        display.index();
        display.carriageReturn();
      }
      case 'H' -> display.tabs.set(display.column);
      case 'M' -> display.reverseIndex();
      case 'N' -> display.charsets.shiftOnce(2);
      case 'O' -> display.charsets.shiftOnce(3);
      case 'V' -> protect(true);
      case 'W' -> protect(false);
      case 'Z' -> reports.primaryAttributes();
      case 'c' -> reset();
      case 'l' -> display.lockAbove(true);
      case 'm' -> display.lockAbove(false);
      case 'n' -> display.charsets.shift(2);
      case 'o' -> display.charsets.shift(3);
      default -> {}
    }
  }

  /** SPA and EPA. */
  private void protect(boolean on) {
    if (on) {
      display.protection = Display.Protection.ISO;
    }
    display.pen.isProtected = on;
    display.pen.changed();
  }

  /** RIS. */
  private void reset() {
    modes.reset();
    keyboard.reset();
    appearance.reset();
    display.reset();
    display.scrollback.clear();
  }

  /** DECSTR. */
  private void softReset() {
    modes.softReset();
    keyboard.modifyOtherKeys = 0;
    appearance.softReset();
    display.softReset();
  }

  @Override
  public void csi(Parameters parameters, int prefix, int intermediates, int last) {
    if (last == 'm' && prefix == 0 && intermediates == 0) {
      display.pen.select(parameters);
      display.forgetLast();
      return;
    }
    if (!parameters.anyColon()) {
      if (intermediates != 0) {
        intermediate(parameters, prefix, intermediates, last);
      } else if (prefix == 0) {
        plain(parameters, last);
      } else {
        prefixed(parameters, prefix, last);
      }
    }
    display.forgetLast();
  }

  private void plain(Parameters parameters, int last) {
    switch (last) {
      case '@' -> display.insertCells(parameters.amount(0));
      case 'A' -> display.up(parameters.amount(0));
      case 'B' -> display.down(parameters.amount(0));
      case 'C' -> display.forward(parameters.amount(0));
      case 'D' -> display.back(parameters.amount(0));
      case 'E' -> {
        display.down(parameters.amount(0));
        display.carriageReturn();
      }
      case 'F' -> {
        display.up(parameters.amount(0));
        display.carriageReturn();
      }
      case 'G', '`' -> display.moveTo(parameters.amount(0) - 1, display.reportedRow());
      case 'H', 'f' -> display.address(parameters.amount(1) - 1, parameters.amount(0) - 1);
      case 'I' -> display.tab(parameters.amount(0));
      case 'J' -> eraseDisplay(parameters.get(0, 0), false);
      case 'K' -> eraseLine(parameters.get(0, 0), false);
      case 'L' -> display.insertLines(parameters.amount(0));
      case 'M' -> display.deleteLines(parameters.amount(0));
      case 'P' -> shifting.deleteCells(parameters.amount(0));
      case 'S' -> display.scrollUp(display.top, parameters.amount(0));
      case 'T' -> {
        // More than one parameter, or a zero, starts mouse highlighting: not supported.
        if (parameters.count() <= 1 && parameters.get(0, 1) != 0) {
          display.scrollDown(display.top, parameters.amount(0));
        }
      }
      case 'X' -> erasing.eraseRight(parameters.amount(0), false);
      case 'Z' -> display.tabBack(parameters.amount(0));
      case '^' -> display.scrollDown(display.top, parameters.amount(0));
      case 'a' ->
          display.moveTo(display.reportedColumn() + parameters.amount(0), display.reportedRow());
      case 'b' -> display.repeat(parameters.amount(0));
      case 'c' -> {
        if (parameters.get(0, 0) == 0) {
          reports.primaryAttributes();
        }
      }
      case 'd' -> display.address(display.reportedColumn(), parameters.amount(0) - 1);
      case 'e' ->
          display.moveTo(display.reportedColumn(), display.reportedRow() + parameters.amount(0));
      case 'g' -> {
        switch (parameters.get(0, 0)) {
          case 0 -> display.tabs.clear(display.column);
          case 3 -> display.tabs.clearAll();
          default -> {}
        }
      }
      case 'h', 'l' -> {
        for (int at = 0; at < parameters.count(); at++) {
          modes.set(parameters.get(at, -1), last == 'h');
        }
      }
      case 'n' -> reports.status(parameters.get(0, 0));
      case 'r' -> display.setMargins(parameters.amount(0), parameters.get(1, 0));
      case 's' -> {
        if (display.sideMargins) {
          display.setSideMargins(parameters.amount(0), parameters.get(1, 0));
        } else {
          display.save();
        }
      }
      case 't' -> reports.window(parameters);
      case 'u' -> display.restore();
      case 'x' -> reports.terminalParameters(parameters.get(0, 0));
      default -> {}
    }
  }

  private void eraseDisplay(int what, boolean selective) {
    switch (what) {
      case 0 -> erasing.eraseBelow(selective);
      case 1 -> erasing.eraseAbove(selective);
      case 2 -> erasing.eraseAll(selective);
      case 3 -> display.scrollback.clear();
      default -> {}
    }
  }

  private void eraseLine(int what, boolean selective) {
    switch (what) {
      case 0 -> erasing.eraseRight(display.columns, selective);
      case 1 -> erasing.eraseLeft(selective);
      case 2 -> erasing.eraseLine(selective);
      default -> {}
    }
  }

  private void prefixed(Parameters parameters, int prefix, int last) {
    switch (prefix << 8 | last) {
      case '?' << 8 | 'J' -> eraseDisplay(parameters.get(0, 0), true);
      case '?' << 8 | 'K' -> eraseLine(parameters.get(0, 0), true);
      case '?' << 8 | 'h', '?' << 8 | 'l' -> {
        for (int at = 0; at < parameters.count(); at++) {
          modes.setPrivate(parameters.get(at, -1), last == 'h');
        }
      }
      case '?' << 8 | 's' -> {
        for (int at = 0; at < parameters.count(); at++) {
          modes.savePrivate(parameters.get(at, -1));
        }
      }
      case '?' << 8 | 'r' -> {
        for (int at = 0; at < parameters.count(); at++) {
          modes.restorePrivate(parameters.get(at, -1));
        }
      }
      case '?' << 8 | 'n' -> reports.privateStatus(parameters.get(0, 0));
      case '?' << 8 | 'm' -> reports.keyModifiers(parameters.get(0, 0));
      case '?' << 8 | 'u' -> reports.keyboardFlags();
      case '>' << 8 | 'c' -> reports.secondaryAttributes(parameters.get(0, 0));
      case '=' << 8 | 'c' -> reports.tertiaryAttributes(parameters.get(0, 0));
      case '>' << 8 | 'q' -> reports.version(parameters.get(0, 0));
      case '>' << 8 | 'm' -> {
        if (parameters.count() == 0 || parameters.get(0, 0) == 4) {
          keyboard.modifyOtherKeys = Math.min(2, parameters.get(1, 0));
        }
      }
      case '>' << 8 | 'n' -> {
        if (parameters.get(0, 0) == 4) {
          keyboard.modifyOtherKeys = 0;
        }
      }
      case '>' << 8 | 'u' -> keyboard.push(display.alternate(), parameters.get(0, 0));
      case '<' << 8 | 'u' -> keyboard.pop(display.alternate(), parameters.amount(0));
      case '=' << 8 | 'u' ->
          keyboard.set(display.alternate(), parameters.get(0, 0), parameters.get(1, 1));
      default -> {}
    }
  }

  private void intermediate(Parameters parameters, int prefix, int intermediates, int last) {
    switch (prefix << 16 | intermediates << 8 | last) {
      case ' ' << 8 | '@' ->
          shifting.shiftColumns(display.leftMargin(), parameters.amount(0), true);
      case ' ' << 8 | 'A' ->
          shifting.shiftColumns(display.leftMargin(), parameters.amount(0), false);
      case ' ' << 8 | 'q' -> appearance.cursor(parameters.get(0, 1));
      case '!' << 8 | 'p' -> softReset();
      case '"' << 8 | 'p' -> softReset();
      case '"' << 8 | 'q' -> {
        display.protection = Display.Protection.DEC;
        int value = parameters.get(0, 0);
        if (value <= 2) {
          display.pen.isProtected = value == 1;
          display.pen.changed();
        }
      }
      case '\'' << 8 | '}' -> shifting.shiftColumns(display.column, parameters.amount(0), false);
      case '\'' << 8 | '~' -> shifting.shiftColumns(display.column, parameters.amount(0), true);
      case '#' << 8 | '{', '#' << 8 | 'p' -> appearance.push(display.pen);
      case '#' << 8 | '}', '#' << 8 | 'q' -> appearance.pop(display.pen);
      case '$' << 8 | 'p' -> reports.mode(parameters.get(0, 0));
      case '?' << 16 | '$' << 8 | 'p' -> reports.privateMode(parameters.get(0, 0));
      case '$' << 8 | 'r',
          '$' << 8 | 't',
          '$' << 8 | 'v',
          '$' << 8 | 'x',
          '$' << 8 | 'z',
          '$' << 8 | '{' ->
          rectangles.edit(parameters, last);
      case '*' << 8 | 'x' -> rectangles.extent(parameters.get(0, 0));
      case '*' << 8 | 'y' -> rectangles.checksum(parameters);
      default -> {}
    }
  }

  @Override
  public void string(int kind, byte[] bytes, int length, boolean bell) {
    switch (kind) {
      case ']' -> commands.run(bytes, length, bell);
      case 'P' -> {
        if (!images().sixel(bytes, length)) {
          reports.request(bytes, length);
        }
      }
      case '_' -> images().command(bytes, length);
      default -> {}
    }
    display.forgetLast();
  }

  private Images images() {
    Images now = images;
    if (now == null) {
      now = new Images(display);
      images = now;
    }
    return now;
  }
}
