package dev.parley.terminal;

/** The kind of line drawn below a character (SGR 4:0 to 4:5). */
public enum Underline {
  NONE,
  SINGLE,
  DOUBLE,
  CURLY,
  DOTTED,
  DASHED
}
