package dev.parley.terminal;

import java.util.HashMap;
import java.util.Map;

/** The switches a program can set and reset (SM, RM, DECSET, DECRST) and ask for (DECRQM). */
final class TerminalModes {
  private final Display display;
  private final Map<Integer, Boolean> saved = new HashMap<>();

  boolean applicationCursor;
  boolean applicationKeypad;
  boolean backarrowSendsBackspace;
  boolean bracketedPaste;
  boolean focusReports;
  boolean cursorVisible = true;
  boolean cursorBlinks;
  boolean reversed;
  boolean synchronizing;
  boolean alternateScroll = true;
  private boolean keyboardLocked;
  private boolean columnModeAllowed;
  private boolean columnMode;
  private boolean columnModeKeeps;
  private boolean nationalCharsets;
  private int mouse;
  private int mouseEncoding;

  TerminalModes(Display display) {
    this.display = display;
  }

  /** SM and RM. */
  void set(int mode, boolean on) {
    switch (mode) {
      case 2 -> keyboardLocked = on;
      case 4 -> display.insert = on;
      case 20 -> display.newLine = on;
      default -> {}
    }
  }

  /** DECSET and DECRST. */
  void setPrivate(int mode, boolean on) {
    switch (mode) {
      case 1 -> applicationCursor = on;
      case 3 -> columnMode(on);
      case 5 -> reversed = on;
      case 6 -> {
        display.origin = on;
        display.moveTo(0, 0);
      }
      case 7 -> display.wrap = on;
      case 9, 1000, 1001, 1002, 1003 -> mouse = on ? mode : 0;
      case 12 -> cursorBlinks = on;
      case 25 -> cursorVisible = on;
      case 40 -> columnModeAllowed = on;
      case 42 -> nationalCharsets = on;
      case 45 -> display.reverseWrap = on;
      case 47 -> display.showAlternate(on);
      case 66 -> applicationKeypad = on;
      case 67 -> backarrowSendsBackspace = on;
      case 69 -> display.allowSideMargins(on);
      case 95 -> columnModeKeeps = on;
      case 1004 -> focusReports = on;
      case 1005, 1006, 1015, 1016 -> {
        if (on) {
          mouseEncoding = mode;
        } else if (mouseEncoding == mode) {
          mouseEncoding = 0;
        }
      }
      case 1007 -> alternateScroll = on;
      case 1047 -> {
        if (!on && display.alternate()) {
          display.clear();
        }
        display.showAlternate(on);
      }
      case 1048 -> saveCursor(on);
      case 1049 -> {
        if (on) {
          display.save();
          display.showAlternate(true);
          display.clear();
        } else {
          display.showAlternate(false);
          display.restore();
        }
      }
      case 2004 -> bracketedPaste = on;
      case 2026 -> synchronizing = on;
      case 2027 -> display.clustering = on;
      default -> {}
    }
  }

  private void saveCursor(boolean save) {
    if (save) {
      display.save();
    } else {
      display.restore();
    }
  }

  /** DECCOLM: the size is not the program's to choose, but what else it does happens. */
  private void columnMode(boolean wide) {
    if (columnModeAllowed) {
      columnMode = wide;
      if (!columnModeKeeps) {
        display.clear();
      }
      display.resetMargins();
      display.moveTo(0, 0);
      display.sideMargins = false;
    }
  }

  /** XTSAVE. */
  void savePrivate(int mode) {
    int state = reportPrivate(mode);
    if (state == 1 || state == 2) {
      saved.put(mode, state == 1);
    }
  }

  /** XTRESTORE. */
  void restorePrivate(int mode) {
    Boolean on = saved.get(mode);
    if (on != null) {
      // Only the screen comes back here, not the cursor that 1049 keeps beside it.
      setPrivate(mode == 1049 || mode == 1047 ? 47 : mode, on);
    }
  }

  /** DECRQM for the modes of ANSI: 1 set, 2 reset, 0 not known. */
  int report(int mode) {
    return switch (mode) {
      case 2 -> state(keyboardLocked);
      case 4 -> state(display.insert);
      case 12 -> 1;
      case 20 -> state(display.newLine);
      default -> 0;
    };
  }

  /** DECRQM for private modes. */
  int reportPrivate(int mode) {
    return switch (mode) {
      case 1 -> state(applicationCursor);
      case 3 -> state(columnMode);
      case 5 -> state(reversed);
      case 6 -> state(display.origin);
      case 7 -> state(display.wrap);
      case 9, 1000, 1001, 1002, 1003 -> state(mouse == mode);
      case 12 -> state(cursorBlinks);
      case 25 -> state(cursorVisible);
      case 40 -> state(columnModeAllowed);
      case 42 -> state(nationalCharsets);
      case 45 -> state(display.reverseWrap);
      case 47, 1047, 1049 -> state(display.alternate());
      case 66 -> state(applicationKeypad);
      case 67 -> state(backarrowSendsBackspace);
      case 69 -> state(display.sideMargins);
      case 95 -> state(columnModeKeeps);
      case 1004 -> state(focusReports);
      case 1005, 1006, 1015, 1016 -> state(mouseEncoding == mode);
      case 1007 -> state(alternateScroll);
      case 1048 -> 1;
      case 2004 -> state(bracketedPaste);
      case 2026 -> state(synchronizing);
      case 2027 -> state(display.clustering);
      default -> 0;
    };
  }

  private static int state(boolean on) {
    return on ? 1 : 2;
  }

  InputModes.Mouse mouse() {
    return switch (mouse) {
      case 9 -> InputModes.Mouse.X10;
      case 1000, 1001 -> InputModes.Mouse.CLICKS;
      case 1002 -> InputModes.Mouse.DRAG;
      case 1003 -> InputModes.Mouse.MOTION;
      default -> InputModes.Mouse.NONE;
    };
  }

  boolean sgrMouse() {
    return mouseEncoding == 1006;
  }

  /** DECSTR. */
  void softReset() {
    applicationCursor = false;
    applicationKeypad = false;
    keyboardLocked = false;
    cursorVisible = true;
    cursorBlinks = false;
  }

  /** RIS. */
  void reset() {
    softReset();
    backarrowSendsBackspace = false;
    bracketedPaste = false;
    focusReports = false;
    reversed = false;
    synchronizing = false;
    alternateScroll = true;
    columnModeAllowed = false;
    columnMode = false;
    columnModeKeeps = false;
    nationalCharsets = false;
    mouse = 0;
    mouseEncoding = 0;
    saved.clear();
  }
}
