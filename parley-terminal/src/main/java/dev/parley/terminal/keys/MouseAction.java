package dev.parley.terminal.keys;

import java.util.Locale;

/** What the mouse does at a place. */
public enum MouseAction {
  /** The left button pressed and released. */
  CLICK(0),
  /** The left button clicked twice. */
  DOUBLE_CLICK(0),
  /** The middle button pressed and released. */
  MIDDLE_CLICK(1),
  /** The right button pressed and released. */
  RIGHT_CLICK(2),
  /** The left button pressed and held. */
  PRESS(0),
  /** Moved with the left button held. */
  DRAG(0),
  /** The left button let go. */
  RELEASE(0),
  /** Moved with no button held. */
  MOVE(3),
  /** The wheel turned one notch towards the top of the text. */
  WHEEL_UP(64),
  /** The wheel turned one notch towards the end of the text. */
  WHEEL_DOWN(65),
  /** The wheel tilted left. */
  WHEEL_LEFT(66),
  /** The wheel tilted right. */
  WHEEL_RIGHT(67);

  /** The button's number in a mouse report. */
  final int button;

  MouseAction(int button) {
    this.button = button;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
