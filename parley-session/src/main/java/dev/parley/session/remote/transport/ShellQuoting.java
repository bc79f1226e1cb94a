package dev.parley.session.remote.transport;

/** Text in the form that a shell of the far side takes as it is. */
public final class ShellQuoting {
  private ShellQuoting() {}

  /** What means different things to different shells, also between single quotes. */
  private static final String TRAVELLING = "'\\!";

  /**
   * A script as one line for a login shell we do not know. Quotes, backslashes, control characters
   * and exclamation marks travel as numbers, and {@code printf} brings them back. All of them do:
   * no character of the script can be taken for one that stands for another.
   */
  public static String line(String script) {
    var safe = new StringBuilder(script.length() * 2);
    script
        .chars()
        .forEach(
            letter -> {
              if (letter < ' ' || letter == 0x7f || TRAVELLING.indexOf(letter) >= 0) {
                safe.append("\\0").append(Integer.toOctalString(0x200 | letter), 1, 4);
              } else {
                safe.append((char) letter);
              }
            });
    return "exec /bin/sh -c 'eval \"$(printf %b \"$0\")\"' '" + safe + "'";
  }

  /** Between single quotes nothing is expanded by a POSIX shell. */
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
