package dev.parley.session.remote.transport;

import java.util.Map;

/** Text in the form that a shell of the far side takes as it is. */
public final class ShellQuoting {
  private ShellQuoting() {}

  /**
   * A script as one line for a login shell we do not know. Quotes, backslashes, line ends and
   * exclamation marks mean different things to different shells, also between single quotes; so
   * they travel as control characters, and {@code tr} brings them back.
   */
  public static String line(String script) {
    var safe = script;
    for (var pair : TRAVELLING.entrySet()) {
      safe = safe.replace(pair.getKey(), pair.getValue());
    }
    return "exec /bin/sh -c 'eval \"$(printf %s \"$0\" | tr \"\\001\\002\\003\\004\""
        + " \"\\047\\134\\012\\041\")\"' '"
        + safe
        + "'";
  }

  private static final Map<Character, Character> TRAVELLING =
      Map.of('\'', '\u0001', '\\', '\u0002', '\n', '\u0003', '!', '\u0004');

  /** Between single quotes nothing is expanded by a POSIX shell. */
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
