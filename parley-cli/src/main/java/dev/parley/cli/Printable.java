package dev.parley.cli;

/**
 * Text from elsewhere in a form that a person's terminal only shows. Names, arguments and what far
 * hosts say may hold anything; what a terminal would take for a command, or what turns the reading
 * direction around, is shown as a sign that something was there.
 */
final class Printable {
  private static final char STRANGE = '\ufffd';

  private Printable() {}

  /** The text on one or several lines: line feeds and tabs stay. */
  static String text(String text) {
    var clean = new StringBuilder(text.length());
    text.chars()
        .forEach(
            letter ->
                clean.append(
                    letter == '\n' || letter == '\t' || harmless(letter)
                        ? (char) letter
                        : STRANGE));
    return clean.toString().replace(STRANGE + "\n", "\n");
  }

  /** The text on one line. */
  static String line(String text) {
    return text(text.strip()).replace('\n', STRANGE).replace('\t', ' ');
  }

  /** JSON stays JSON: what is strange stands only in its strings, where it can be written out. */
  static String json(String json) {
    var clean = new StringBuilder(json.length());
    json.chars()
        .forEach(
            letter -> {
              if (harmless(letter)) {
                clean.append((char) letter);
              } else {
                clean.append("\\u").append(Integer.toHexString(0x10000 | letter), 1, 5);
              }
            });
    return clean.toString();
  }

  /** Neither C0, DEL or C1, nor one of the controls of bidirectional text. */
  private static boolean harmless(int letter) {
    return letter >= ' '
        && (letter < 0x7f || letter > 0x9f)
        && (letter < 0x202a || letter > 0x202e)
        && (letter < 0x2066 || letter > 0x2069)
        && letter != 0x200e
        && letter != 0x200f
        && letter != 0x061c
        && letter != 0x2028
        && letter != 0x2029;
  }
}
