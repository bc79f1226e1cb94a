package dev.parley.terminal;

import dev.parley.terminal.parser.Parameters;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** QueryReplies what programs ask the terminal, and often wait for. */
final class Reports {
  private static final String VERSION = "Parley(0.1.0)";

  /** The size of a cell in pixels, as pictures of a Screen have it. */
  private static final int CELL_WIDTH = 8;

  private static final int CELL_HEIGHT = 16;

  private final Display display;
  private final TerminalModes modes;
  private final KeyboardModes keyboard;
  private final Appearance appearance;
  private final QueryReplies replies;

  Reports(
      Display display,
      TerminalModes modes,
      KeyboardModes keyboard,
      Appearance appearance,
      QueryReplies replies) {
    this.display = display;
    this.modes = modes;
    this.keyboard = keyboard;
    this.appearance = appearance;
    this.replies = replies;
  }

  /** DA1: a VT220 with colour. What is claimed here decides what programs send. */
  void primaryAttributes() {
    replies.csi("?62;22c");
  }

  /** DA2: programs choose features of xterm by the number in the middle. */
  void secondaryAttributes(int which) {
    if (which == 0) {
      replies.csi(">41;379;0c");
    }
  }

  /** DA3. */
  void tertiaryAttributes(int which) {
    if (which == 0) {
      replies.dcs("!|00000000");
    }
  }

  /** XTVERSION. */
  void version(int which) {
    if (which == 0) {
      replies.dcs(">|" + VERSION);
    }
  }

  /** DSR: 5 whether all is well, 6 where the cursor is. */
  void status(int which) {
    switch (which) {
      case 5 -> replies.csi("0n");
      case 6 -> replies.csi(position() + "R");
      default -> {}
    }
  }

  private String position() {
    return (display.reportedRow() + 1) + ";" + (display.reportedColumn() + 1);
  }

  /** DSR of DEC: no printer, no user-defined keys, no locator; 996 a dark background. */
  void privateStatus(int which) {
    switch (which) {
      case 6 -> replies.csi("?" + position() + ";1R");
      case 15 -> replies.csi("?13n");
      case 25 -> replies.csi("?21n");
      case 26 -> replies.csi("?27;1;0;0n");
      case 53, 55 -> replies.csi("?53n");
      case 56 -> replies.csi("?57;0n");
      case 62 -> replies.csi("0*{");
      case 75 -> replies.csi("?70n");
      case 85 -> replies.csi("?83n");
      case 996 -> replies.csi("?997;1n");
      default -> {}
    }
  }

  /** DECRQM. */
  void mode(int mode) {
    replies.csi(mode + ";" + modes.report(mode) + "$y");
  }

  /** DECRQM for private modes. */
  void privateMode(int mode) {
    replies.csi("?" + mode + ";" + modes.reportPrivate(mode) + "$y");
  }

  /** XTQMODKEYS. */
  void keyModifiers(int which) {
    if (which == 4) {
      replies.csi(">4;" + keyboard.modifyOtherKeys + "m");
    }
  }

  /** The flags of the kitty keyboard protocol. */
  void keyboardFlags() {
    replies.csi("?" + keyboard.flags(display.alternate()) + "u");
  }

  /** DECREQTPARM. */
  void terminalParameters(int which) {
    if (which <= 1) {
      replies.csi((which + 2) + ";1;1;128;128;1;0x");
    }
  }

  /** XTWINOPS: sizes are told and titles kept; nothing moves a window. */
  void window(Parameters parameters) {
    int which = parameters.get(1, 0);
    switch (parameters.get(0, 0)) {
      case 11 -> replies.csi("1t");
      case 13 -> replies.csi("3;0;0t");
      case 14 ->
          replies.csi("4;" + display.rows * CELL_HEIGHT + ";" + display.columns * CELL_WIDTH + "t");
      case 15 ->
          replies.csi("5;" + display.rows * CELL_HEIGHT + ";" + display.columns * CELL_WIDTH + "t");
      case 16 -> replies.csi("6;" + CELL_HEIGHT + ";" + CELL_WIDTH + "t");
      case 18 -> replies.csi("8;" + display.rows + ";" + display.columns + "t");
      case 19 -> replies.csi("9;" + display.rows + ";" + display.columns + "t");
      // A title told would be text the child chose, typed at whoever reads next.
      case 20 -> replies.osc("L", false);
      case 21 -> replies.osc("l", false);
      case 22 -> {
        if (which != 1) {
          appearance.pushTitle();
        }
      }
      case 23 -> {
        if (which != 1) {
          appearance.popTitle();
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
          case "m" -> "0" + SgrCodes.codes(display.pen.style()) + "m";
          case "r" -> (display.top + 1) + ";" + (display.bottom + 1) + "r";
          case "s" -> (display.left + 1) + ";" + (display.right + 1) + "s";
          case " q" -> appearance.cursorStyle + " q";
          case "\"q" -> (display.pen.isProtected ? 1 : 0) + "\"q";
          case "\"p" -> "64;1\"p";
          case "t" -> display.rows + "t";
          case "$|" -> display.columns + "$|";
          case "*|" -> display.rows + "*|";
          default -> "";
        };
    replies.dcs(value.isEmpty() ? "0$r" : "1$r" + value);
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
      replies.dcs("0+r");
    } else {
      replies.dcs(
          "1+r"
              + name.toUpperCase(Locale.ROOT)
              + "="
              + HexFormat.of()
                  .withUpperCase()
                  .formatHex(known.getBytes(StandardCharsets.US_ASCII)));
    }
  }
}
