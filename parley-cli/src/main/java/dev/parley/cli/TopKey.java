package dev.parley.cli;

/** A key as {@code parley top} knows it. */
sealed interface TopKey {
  /** A letter, or what else can be written. */
  record Letter(String text) implements TopKey {}

  /** What was pasted; its line breaks are no Enter. */
  record Pasted(String text) implements TopKey {}

  /** A key that does something. */
  enum Named implements TopKey {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    ESCAPE,
    BACKSPACE,
    /** Ctrl-U. */
    CLEAR,
    /** Ctrl-C. */
    INTERRUPT
  }
}
