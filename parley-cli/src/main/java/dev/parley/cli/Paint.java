package dev.parley.cli;

/** Colours for a person; none where the output is not a terminal or NO_COLOR asks for none. */
final class Paint {
  private final boolean coloured;
  private final boolean unicode;

  private Paint(boolean coloured, boolean unicode) {
    this.coloured = coloured;
    this.unicode = unicode;
  }

  static Paint of(Seat seat) {
    return new Paint(
        seat.hasTerminalOut() && !seat.environment().containsKey("NO_COLOR"), seat.isUnicode());
  }

  /** A mark for what works; words where the locale knows no such letter. */
  String yes() {
    return good(unicode ? "✓" : "ok");
  }

  /** A mark for what does not work, as long as {@link #yes}. */
  String no() {
    return bad(unicode ? "✗" : "no");
  }

  String arrow() {
    return unicode ? "→" : "->";
  }

  /** Stands for what was cut off. */
  String more() {
    return unicode ? "…" : "...";
  }

  String title(String text) {
    return paint("1;4", text);
  }

  String strong(String text) {
    return paint("1", text);
  }

  String quiet(String text) {
    return paint("2", text);
  }

  String good(String text) {
    return paint("32", text);
  }

  String bad(String text) {
    return paint("31", text);
  }

  /** What a session needs somebody for. */
  String needs(String text) {
    return paint("1;33", text);
  }

  /** A session's state, in the colour of what it asks of the reader. */
  String state(String state) {
    return switch (state.split("[ ,]", 2)[0]) {
      case "working" -> paint("33", state);
      case "secret" -> paint("35", state);
      case "exited", "lost" -> paint("31", state);
      default -> paint("32", state);
    };
  }

  private String paint(String code, String text) {
    return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
