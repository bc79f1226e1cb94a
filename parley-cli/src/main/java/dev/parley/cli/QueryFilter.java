package dev.parley.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Takes questions to the terminal out of a program's output. The session's own terminal has
 * answered them already; a second answer, from the person's terminal, would arrive as typing.
 */
final class QueryFilter {
  private static final int ESC = 0x1b;
  private static final int BEL = 0x07;
  private static final int ENQ = 0x05;

  /** Longer than any question; what is longer is passed on as it comes. */
  private static final int LONGEST = 4096;

  /** Window operations that report (XTWINOPS). */
  private static final Set<String> REPORTS =
      Set.of("11", "13", "14", "15", "16", "18", "19", "20", "21");

  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

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
    if (held.size() == 0) {
      if (next == ESC) {
        held.write(next);
      } else if (next != ENQ) {
        passed.write(next);
      }
      return;
    }
    held.write(next);
    if (held.size() > LONGEST) {
      release();
    } else if (complete(next)) {
      if (isQuestion(held.toString(StandardCharsets.ISO_8859_1))) {
        held.reset();
      } else {
        release();
      }
    }
  }

  private void release() {
    passed.writeBytes(held.toByteArray());
    held.reset();
  }

  /** Whether the sequence held ends with this byte. */
  private boolean complete(int next) {
    var sequence = held.toByteArray();
    if (sequence.length == 2) {
      return next != '[' && next != ']' && next != 'P' && !isIntermediate(next);
    }
    return switch (sequence[1]) {
      case '[' -> next >= 0x40 && next <= 0x7e;
      case ']' -> next == BEL || endsString(sequence);
      case 'P' -> endsString(sequence);
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

  private static boolean isQuestion(String sequence) {
    var body = sequence.substring(2);
    return switch (sequence.charAt(1)) {
      case '[' -> isQuestionToControl(body);
      case ']' -> body.replaceAll("[\\x07\\x1b\\\\]+$", "").endsWith(";?");
      case 'P' -> body.startsWith("$q") || body.startsWith("+q");
      case 'Z' -> true; // DECID
      default -> false;
    };
  }

  private static boolean isQuestionToControl(String body) {
    var letter = body.charAt(body.length() - 1);
    var parameters = body.substring(0, body.length() - 1);
    return switch (letter) {
      case 'c' -> true; // DA
      case 'n' -> !parameters.startsWith(">"); // DSR; with > it sets key modifiers
      case 'p' -> parameters.endsWith("$"); // DECRQM
      case 'q' -> parameters.startsWith(">"); // XTVERSION
      case 'u' -> parameters.startsWith("?"); // kitty keyboard flags
      case 'x' -> !parameters.endsWith("$") && !parameters.endsWith("*"); // DECREQTPARM
      case 'S' -> parameters.startsWith("?"); // XTSMGRAPHICS
      case 't' -> REPORTS.contains(parameters.split(";", 2)[0]);
      default -> false;
    };
  }
}
