package dev.parley.terminal;

import dev.parley.terminal.parser.EightBytes;

/**
 * The short way for text with its places (CUP), as programs write it that draw a screen: a place, a
 * few characters, the next place and so on.
 */
final class PlacedText {
  private static final int ESC = 0x1b;

  private final Display display;

  PlacedText(Display display) {
    this.display = display;
  }

  /** Reads places and ASCII in turn as far as there are; returns where something else begins. */
  int read(byte[] bytes, int from, int to) {
    if (!display.printsSimply()) {
      return from;
    }
    long look = display.pen.id();
    int at = from;
    // Two more than eight are for ESC and [, and one more for what follows.
    while (at < to - Long.BYTES - 2 && bytes[at] == ESC && bytes[at + 1] == '[') {
      long eight = EightBytes.get(bytes, at + 2);
      long others = EightBytes.noDigits(eight);
      int middle = EightBytes.place(others);
      int last = EightBytes.place(others & (others - 1));
      boolean isPlace =
          EightBytes.at(eight, middle) == ';'
              && EightBytes.at(eight, last) == 'H'
              && middle <= 3
              && last - middle <= 4;
      if (!isPlace) {
        break;
      }
      int row = EightBytes.number(eight, 0, middle);
      int column = EightBytes.number(eight, middle + 1, last - middle - 1);
      display.address(Math.max(1, column) - 1, Math.max(1, row) - 1);
      display.forgetLast();
      at += 2 + last + 1;
      if (bytes[at] >= 0x20 && bytes[at] != 0x7f) {
        int end = display.printAscii(bytes, at, to, look);
        if (end == at) {
          break;
        }
        at = end;
      }
    }
    return at;
  }
}
