package dev.parley.terminal.picture;

/** Escapes text from a program for XML and HTML, so that it can never become markup. */
final class Markup {
  private Markup() {}

  static String escape(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(allowed(character) ? character : 0xfffd);
              }
            });
    return escaped.toString();
  }

  /** Whether XML 1.0 may contain the character at all. */
  private static boolean allowed(int character) {
    return character == '\t'
        || (character >= ' ' && character < 0x7f)
        || (character >= 0xa0 && character < 0xd800)
        || (character >= 0xe000 && character < 0xfffe)
        || character >= 0x1_0000;
  }
}
