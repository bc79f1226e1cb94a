package dev.parley.cli;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Lets through, of a program's output, what is known to do no more than show something: text, the
 * movements of the cursor, erasing, colours, modes, titles. Everything else is taken out, above all
 * questions to the terminal: the session's own has answered them already, and a second answer, from
 * the person's, would arrive as typing.
 */
final class HarmlessOutput {
  private static final int ESC = 0x1b;
  private static final int BEL = 0x07;

  /** What is longer is no sequence that we let through. */
  private static final int LONGEST = 4096;

  private static final String CONTROLS = "\007\b\t\n\013\f\r\016\017";

  /** After ESC alone: cursor, lines, tabs, keypad. */
  private static final String SINGLE = "78DEMH=>";

  /** Final bytes of plain control sequences that report nothing. */
  private static final String PLAIN = "@ABCDEFGHIJKLMPSTXZ\\`abdefgmrsu";

  /** Insert mode and new line mode; another one would lock the keyboard. */
  private static final Set<String> MODES = Set.of("4", "20");

  /**
   * Private modes that change what is shown, how keys are sent, or the mouse. Not those in which a
   * terminal speaks of its own accord: of its focus, its colours, its size.
   */
  private static final Set<String> PRIVATE_MODES =
      Set.of(
          "1", "5", "6", "7", "12", "25", "45", "47", "66", "69", "1000", "1002", "1003", "1005",
          "1006", "1015", "1047", "1048", "1049", "2004", "2026");

  /** Title, link, colours that are set, and what shells say about themselves. */
  private static final Set<String> STRINGS =
      Set.of("0", "1", "2", "4", "7", "8", "10", "11", "12", "104", "110", "111", "112", "133");

  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private int continuations;
  private int lead;

  /** A stream that lets only what is harmless through to another. */
  static OutputStream to(OutputStream out) {
    var harmless = new HarmlessOutput();
    return new FilterOutputStream(out) {
      @Override
      public void write(int one) throws IOException {
        out.write(harmless.pass(new byte[] {(byte) one}));
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(harmless.pass(Arrays.copyOfRange(bytes, from, from + length)));
      }
    };
  }

  /** What is left of a piece of output; a sequence that is not complete comes with the next. */
  byte[] pass(byte[] bytes) {
    for (var next : bytes) {
      take(next & 0xff);
    }
    var out = passed.toByteArray();
    passed.reset();
    return out;
  }

  private void take(int next) {
    if (held.size() > 0) {
      sequence(next);
    } else if (next == ESC) {
      continuations = 0;
      held.write(next);
    } else if (next < 0x20 || next == 0x7f) {
      continuations = 0;
      if (CONTROLS.indexOf(next) >= 0) {
        passed.write(next);
      }
    } else {
      text(next);
    }
  }

  /**
   * Text is UTF-8; a byte from 0x80 to 0x9f on its own, and its form in UTF-8, is a control (C1).
   */
  private void text(int next) {
    if (next < 0x80) {
      continuations = 0;
      passed.write(next);
    } else if (next >= 0xc2 && next < 0xf5) {
      continuations = next < 0xe0 ? 1 : next < 0xf0 ? 2 : 3;
      lead = next;
    } else if (next < 0xc0 && continuations > 0) {
      // C1, also in a longer form than it needs, which some terminals take for it.
      if ((lead == 0xc2 && next < 0xa0)
          || (lead == 0xe0 && next < 0xa0)
          || (lead == 0xf0 && next < 0x90)) {
        lead = 0;
        continuations = 0;
        return;
      }
      if (lead != 0) {
        passed.write(lead);
        lead = 0;
      }
      passed.write(next);
      continuations--;
    } else {
      continuations = 0;
    }
  }

  private void sequence(int next) {
    if (next == 0x18 || next == 0x1a) { // CAN and SUB end a sequence
      held.reset();
      return;
    }
    if (next == ESC && !isString()) { // drops what it was in the middle of, and begins anew
      held.reset();
    }
    held.write(next);
    if (complete(next)) {
      if (isHarmless(held.toString(StandardCharsets.ISO_8859_1))) {
        passed.writeBytes(held.toByteArray());
      }
      held.reset();
    } else if (held.size() > LONGEST) {
      held.reset();
    }
  }

  private boolean isString() {
    return held.size() > 1 && "]PX^_".indexOf(held.toByteArray()[1]) >= 0;
  }

  /** Whether the sequence held ends with this byte. */
  private boolean complete(int next) {
    var sequence = held.toByteArray();
    if (sequence.length == 1) {
      return false;
    }
    if (sequence.length == 2) {
      return "[]PX^_".indexOf(next) < 0 && !isIntermediate(next);
    }
    return switch (sequence[1]) {
      case '[' -> next >= 0x40 && next <= 0x7e;
      case ']' -> next == BEL || endsString(sequence);
      case 'P', 'X', '^', '_' -> endsString(sequence);
      default -> !isIntermediate(next);
    };
  }

  private static boolean isIntermediate(int next) {
    return next >= 0x20 && next <= 0x2f;
  }

  /** String terminator: ESC and a backslash. */
  private static boolean endsString(byte[] sequence) {
    return sequence[sequence.length - 1] == '\\' && sequence[sequence.length - 2] == ESC;
  }

  private static boolean isHarmless(String sequence) {
    var body = sequence.substring(2);
    return switch (sequence.charAt(1)) {
      case '[' -> isHarmlessControl(body);
      case ']' -> isHarmlessString(body);
      case '(', ')', '*', '+' -> body.length() == 1 && body.charAt(0) >= '0';
      case '#' -> body.equals("8");
      default -> sequence.length() == 2 && SINGLE.indexOf(sequence.charAt(1)) >= 0;
    };
  }

  private static boolean isHarmlessControl(String body) {
    var letter = body.charAt(body.length() - 1);
    var parameters = body.substring(0, body.length() - 1);
    if (parameters.matches("[0-9;:]*")) {
      return PLAIN.indexOf(letter) >= 0
          || ("hl".indexOf(letter) >= 0 && MODES.containsAll(List.of(parameters.split(";"))));
    }
    if (parameters.matches("\\?[0-9;]*")) {
      return "JK".indexOf(letter) >= 0
          || ("hlrs".indexOf(letter) >= 0
              && PRIVATE_MODES.containsAll(List.of(parameters.substring(1).split(";"))));
    }
    if (parameters.matches(">[0-9;:]*")) {
      return letter == 'm' || letter == 'u'; // keys
    }
    return (letter == 'u' && parameters.matches("[<=][0-9;]*")) // keys, pushed, popped, set
        || (letter == 'q' && parameters.matches("[0-9]* ")) // the cursor's shape
        || (letter == 'p' && parameters.equals("!")); // soft reset
  }

  private static boolean isHarmlessString(String body) {
    var text = body.replaceAll("[\\x07\\x1b\\\\]+$", "");
    var end = text.indexOf(';');
    // As a terminal reads it: in what is no UTF-8, or has C1 in it, some would see an end.
    var read = new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return STRINGS.contains(end < 0 ? text : text.substring(0, end))
        && !text.contains("?")
        && read.chars()
            .noneMatch(
                letter -> letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0xfffd);
  }
}
