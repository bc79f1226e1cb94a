package dev.parley.terminal.keys;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.InputModes.Mouse;
import dev.parley.terminal.keys.Key.Modifier;
import dev.parley.terminal.keys.Key.Place;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Turns acts of the mouse into the reports xterm sends, old (X10) and new (SGR, mode 1006). */
final class MouseEncoder {
  /** The old reports carry a place in one byte, above the controls. */
  private static final int LAST_OLD_PLACE = 222;

  private static final int MOTION = 32;

  private final Key.Pointed key;
  private final Place.Cell cell;
  private final InputModes modes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private MouseEncoder(Key.Pointed key, Place.Cell cell, InputModes modes) {
    this.key = key;
    this.cell = cell;
    this.modes = modes;
  }

  static byte[] encode(Key.Pointed key, InputModes modes) {
    return switch (key.place()) {
      case Place.Cell cell -> new MouseEncoder(key, cell, modes).encode();
      case Place.Text text ->
          throw new UnsendableKeyException(
              "%s points at a text; look for it on a screen first".formatted(text));
    };
  }

  private byte[] encode() {
    Mouse wanted = modes.mouse();
    if (wanted == Mouse.NONE) {
      throw new UnsendableKeyException(
          "The program has not asked for the mouse, so %s would reach nobody; use keys instead"
              .formatted(key));
    }
    switch (key.act()) {
      case CLICK, MIDDLE_CLICK, RIGHT_CLICK -> click();
      case DOUBLE_CLICK -> {
        click();
        click();
      }
      case PRESS, WHEEL_UP, WHEEL_DOWN, WHEEL_LEFT, WHEEL_RIGHT -> press(key.act().button);
      case RELEASE -> release();
      case DRAG -> move(Mouse.DRAG);
      case MOVE -> move(Mouse.MOTION);
    }
    return bytes.toByteArray();
  }

  private void click() {
    press(key.act().button);
    release();
  }

  private void press(int button) {
    report(button, 'M');
  }

  private void release() {
    if (modes.mouse() == Mouse.X10) {
      return; // Mode 9 knows presses only.
    }
    // The old report cannot say which button was let go.
    report(modes.sgrMouse() ? key.act().button : 3, 'm');
  }

  private void move(Mouse needed) {
    if (modes.mouse().compareTo(needed) < 0) {
      throw new UnsendableKeyException(
          "The program has not asked to hear of mouse movement, so %s would reach nobody"
              .formatted(key));
    }
    report(key.act().button + MOTION, 'M');
  }

  private void report(int button, char last) {
    int code = modes.mouse() == Mouse.X10 ? button : button + held(key.modifiers());
    if (modes.sgrMouse()) {
      String report = "\u001b[<%d;%d;%d%c".formatted(code, cell.column() + 1, cell.row() + 1, last);
      bytes.writeBytes(report.getBytes(StandardCharsets.US_ASCII));
      return;
    }
    if (cell.column() > LAST_OLD_PLACE || cell.row() > LAST_OLD_PLACE) {
      throw new UnsendableKeyException(
          "%s lies beyond column or row 223, which the mouse mode of this program cannot express"
              .formatted(key));
    }
    bytes.writeBytes(
        new byte[] {
          27, '[', 'M', (byte) (32 + code), (byte) (33 + cell.column()), (byte) (33 + cell.row())
        });
  }

  private static int held(Set<Modifier> modifiers) {
    int bits = 0;
    for (Modifier modifier : modifiers) {
      bits +=
          switch (modifier) {
            case SHIFT -> 4;
            case ALT -> 8;
            case CTRL -> 16;
            case SUPER -> 0;
          };
    }
    return bits;
  }
}
