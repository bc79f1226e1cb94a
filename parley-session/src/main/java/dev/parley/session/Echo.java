package dev.parley.session;

/** Takes the echo of what was typed off the beginning of an output. */
final class Echo {
  private Echo() {}

  /**
   * The text without the lines just typed, if it begins with them. A shell shows a prompt of its
   * own before each further line, so that only the end of those lines is compared.
   */
  static String without(String text, String typed) {
    if (typed.isEmpty()) {
      return text;
    }
    var rest = text;
    for (var line : typed.split("\n", -1)) {
      var end = rest.indexOf('\n');
      var shown = end < 0 ? rest : rest.substring(0, end);
      if (!shown.endsWith(line.stripTrailing()) && !shown.endsWith(line)) {
        return rest;
      }
      if (end < 0) {
        return line.isEmpty() ? rest : "";
      }
      rest = rest.substring(end + 1);
    }
    return rest;
  }
}
