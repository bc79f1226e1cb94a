package dev.parley.terminal.text;

import dev.parley.terminal.parser.Actions;
import dev.parley.terminal.parser.Charsets;
import dev.parley.terminal.parser.Offsets;
import dev.parley.terminal.parser.Parameters;
import dev.parley.terminal.parser.Utf8;
import dev.parley.terminal.parser.Widths;

/**
 * Does to a {@link Page} what the stream says. What is drawn on the alternate screen is no text and
 * does not get there.
 */
final class PageActions implements Actions {
  private final Page page;
  private final Offsets offsets;
  private final Charsets charsets = new Charsets();
  private boolean alternate;
  private int lastPrinted;

  PageActions(Page page, Offsets offsets) {
    this.page = page;
    this.offsets = offsets;
  }

  @Override
  public int text(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int next = bytes[at];
      int start = at;
      if (next < 0) {
        int character = Utf8.character(bytes, at, to);
        if (character == 0) {
          break;
        }
        at += Utf8.bytesOf(character);
        print(character, Span.of(offsets.of(start), offsets.of(at)));
      } else if (next >= 0x20 && next != 0x7f) {
        do {
          at++;
        } while (at < to && (next = bytes[at]) >= 0x20 && next != 0x7f);
        print(bytes, start, at);
      } else {
        break;
      }
    }
    return at;
  }

  private void print(byte[] bytes, int from, int to) {
    if (alternate) {
      return;
    }
    if (page.insertMode || !charsets.plain()) {
      for (int at = from; at < to; at++) {
        lastPrinted = charsets.map(bytes[at]);
        page.printOne(lastPrinted, 1, Span.of(offsets.of(at), offsets.of(at + 1)));
      }
      return;
    }
    page.print(bytes, from, to, offsets.of(from));
    lastPrinted = bytes[to - 1];
  }

  @Override
  public void print(int codePoint) {
    print(codePoint, actionSpan());
  }

  /** The bytes of the action that the parser is handing over. */
  private long actionSpan() {
    return Span.of(offsets.from(), offsets.to());
  }

  private void print(int codePoint, long span) {
    if (alternate) {
      return;
    }
    int width = Widths.of(codePoint);
    if (width == 0) {
      page.join(codePoint, span);
    } else {
      page.printOne(codePoint, width, span);
      lastPrinted = codePoint;
    }
  }

  @Override
  public void control(int code) {
    switch (code) {
      case 0x0e -> charsets.shift(1);
      case 0x0f -> charsets.shift(0);
      default -> {
        if (!alternate) {
          page.move(code, actionSpan());
        }
      }
    }
  }

  @Override
  public void escape(int intermediates, int last) {
    if (intermediates >= '(' && intermediates <= '+') {
      charsets.designate(intermediates - '(', last);
      return;
    }
    if (alternate || intermediates != 0) {
      return;
    }
    switch (last) {
      case '7' -> page.save();
      case '8' -> page.restore();
      case 'D' -> page.down(1);
      case 'E' -> page.move('\n', actionSpan());
      case 'M' -> page.reverseIndex();
      case 'c' -> {
        charsets.reset();
        page.reset();
      }
      default -> {}
    }
  }

  @Override
  public void csi(Parameters parameters, int prefix, int intermediates, int last) {
    if (prefix == '?' && intermediates == 0 && (last == 'h' || last == 'l')) {
      for (int at = 0; at < parameters.count(); at++) {
        int mode = parameters.get(at, 0);
        if (mode == 47 || mode == 1047 || mode == 1049) {
          alternate = last == 'h';
        }
      }
    }
    if (alternate || prefix != 0 || intermediates != 0) {
      return;
    }
    int amount = parameters.amount(0);
    switch (last) {
      case '@' -> page.insertBlanks(amount);
      case 'A' -> page.up(amount);
      case 'B', 'e' -> page.down(amount);
      case 'C', 'a' -> page.right(amount);
      case 'D' -> page.left(amount);
      case 'E' -> {
        page.down(amount);
        page.move('\r', Span.NONE);
      }
      case 'F' -> {
        page.up(amount);
        page.move('\r', Span.NONE);
      }
      case 'G', '`' -> page.toColumn(amount - 1);
      case 'H', 'f' -> page.position(amount - 1, parameters.amount(1) - 1);
      case 'd' -> page.positionRow(amount - 1);
      case 'J' -> page.eraseInPage(parameters.get(0, 0));
      case 'K' -> page.eraseInRow(parameters.get(0, 0));
      case 'L' -> page.insertRows(amount);
      case 'M' -> page.deleteRows(amount);
      case 'P' -> page.delete(amount);
      case 'X' -> page.erase(amount);
      case 'b' -> repeat(amount);
      case 'h', 'l' -> {
        if (parameters.get(0, 0) == 4) {
          page.insertMode = last == 'h';
        }
      }
      case 's' -> page.save();
      case 'u' -> page.restore();
      default -> {}
    }
  }

  @Override
  public void string(int kind, byte[] bytes, int length, boolean bell) {}

  private void repeat(int amount) {
    if (lastPrinted >= ' ') {
      for (int n = Math.min(amount, page.widest()); n > 0; n--) {
        print(lastPrinted);
      }
    }
  }
}
