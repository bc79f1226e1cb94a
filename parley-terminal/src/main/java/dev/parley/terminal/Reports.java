package dev.parley.terminal;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Answers what programs ask the terminal, and often wait for. */
final class Reports {
  private static final String VERSION = "Parley(0.1.0)";

  /** The size of a cell in pixels, as pictures of a Screen have it. */
  private static final int CELL_WIDTH = 8;

  private static final int CELL_HEIGHT = 16;

  private final Display display;
  private final Modes modes;
  private final Keyboard keyboard;
  private final Look look;
  private final Answers answers;

  Reports(Display display, Modes modes, Keyboard keyboard, Look look, Answers answers) {
    this.display = display;
    this.modes = modes;
    this.keyboard = keyboard;
    this.look = look;
    this.answers = answers;
  }

  /** DA1: a VT220 with colour. What is claimed here decides what programs send. */
  void primaryAttributes() {
    answers.csi("?62;22c");
  }

  /** DA2: programs choose features of xterm by the number in the middle. */
  void secondaryAttributes(int which) {
    if (which == 0) {
      answers.csi(">41;379;0c");
    }
  }

  /** DA3. */
  void tertiaryAttributes(int which) {
    if (which == 0) {
      answers.dcs("!|00000000");
    }
  }

  /** XTVERSION. */
  void version(int which) {
    if (which == 0) {
      answers.dcs(">|" + VERSION);
    }
  }

  /** DSR: 5 whether all is well, 6 where the cursor is. */
  void status(int which) {
    switch (which) {
      case 5 -> answers.csi("0n");
      case 6 -> answers.csi(position() + "R");
      default -> {}
    }
  }

  private String position() {
    return (display.reportedRow() + 1) + ";" + (display.reportedColumn() + 1);
  }

  /** DSR of DEC: no printer, no user-defined keys, no locator; 996 a dark background. */
  void privateStatus(int which) {
    switch (which) {
      case 6 -> answers.csi("?" + position() + ";1R");
      case 15 -> answers.csi("?13n");
      case 25 -> answers.csi("?21n");
      case 26 -> answers.csi("?27;1;0;0n");
      case 53, 55 -> answers.csi("?53n");
      case 56 -> answers.csi("?57;0n");
      case 62 -> answers.csi("0*{");
      case 75 -> answers.csi("?70n");
      case 85 -> answers.csi("?83n");
      case 996 -> answers.csi("?997;1n");
      default -> {}
    }
  }

  /** DECRQM. */
  void mode(int mode) {
    answers.csi(mode + ";" + modes.report(mode) + "$y");
  }

  /** DECRQM for private modes. */
  void privateMode(int mode) {
    answers.csi("?" + mode + ";" + modes.reportPrivate(mode) + "$y");
  }

  /** XTQMODKEYS. */
  void keyModifiers(int which) {
    if (which == 4) {
      answers.csi(">4;" + keyboard.modifyOtherKeys + "m");
    }
  }

  /** The flags of the kitty keyboard protocol. */
  void keyboardFlags() {
    answers.csi("?" + keyboard.flags(display.alternate()) + "u");
  }

  /** DECREQTPARM. */
  void terminalParameters(int which) {
    if (which <= 1) {
      answers.csi((which + 2) + ";1;1;128;128;1;0x");
    }
  }

  /** XTWINOPS: sizes are told and titles kept; nothing moves a window. */
  void window(Parameters parameters) {
    int which = parameters.get(1, 0);
    switch (parameters.get(0, 0)) {
      case 11 -> answers.csi("1t");
      case 13 -> answers.csi("3;0;0t");
      case 14 ->
          answers.csi("4;" + display.rows * CELL_HEIGHT + ";" + display.columns * CELL_WIDTH + "t");
      case 15 ->
          answers.csi("5;" + display.rows * CELL_HEIGHT + ";" + display.columns * CELL_WIDTH + "t");
      case 16 -> answers.csi("6;" + CELL_HEIGHT + ";" + CELL_WIDTH + "t");
      case 18 -> answers.csi("8;" + display.rows + ";" + display.columns + "t");
      case 19 -> answers.csi("9;" + display.rows + ";" + display.columns + "t");
      // A title told would be text the child chose, typed at whoever reads next.
      case 20 -> answers.osc("L", false);
      case 21 -> answers.osc("l", false);
      case 22 -> {
        if (which != 1) {
          look.pushTitle();
        }
      }
      case 23 -> {
        if (which != 1) {
          look.popTitle();
        }
      }
      default -> {}
    }
  }

  /**
   * DCS: requests for settings (DECRQSS) and for capabilities (XTGETTCAP); all else is swallowed.
   */
  void request(byte[] bytes, int length) {
    String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    if (text.startsWith("$q")) {
      setting(text.substring(2));
    } else if (text.startsWith("+q")) {
      for (String name : text.substring(2).split(";")) {
        capability(name);
      }
    }
  }

  private void setting(String name) {
    String value =
        switch (name) {
          case "m" -> "0" + Rendition.codes(display.pen.style()) + "m";
          case "r" -> (display.top + 1) + ";" + (display.bottom + 1) + "r";
          case "s" -> (display.left + 1) + ";" + (display.right + 1) + "s";
          case " q" -> look.cursorStyle + " q";
          case "\"q" -> (display.pen.isProtected ? 1 : 0) + "\"q";
          case "\"p" -> "64;1\"p";
          case "t" -> display.rows + "t";
          case "$|" -> display.columns + "$|";
          case "*|" -> display.rows + "*|";
          default -> "";
        };
    answers.dcs(value.isEmpty() ? "0$r" : "1$r" + value);
  }

  /** Only capabilities we know the name of are repeated, and those in our own words. */
  private void capability(String name) {
    String known =
        switch (name.toUpperCase(Locale.ROOT)) {
          case "436F", "636F6C6F7273" -> "256";
          case "544E", "6E616D65" -> "xterm-256color";
          case "524742" -> "8/8/8";
          default -> "";
        };
    if (known.isEmpty()) {
      answers.dcs("0+r");
    } else {
      answers.dcs(
          "1+r"
              + name.toUpperCase(Locale.ROOT)
              + "="
              + HexFormat.of()
                  .withUpperCase()
                  .formatHex(known.getBytes(StandardCharsets.US_ASCII)));
    }
  }
}
