package dev.parley.session;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What fish itself sends after the mark of a command's beginning and before the command runs: it
 * turns bracketed paste off, sets the title and resets the colours. No command printed that.
 */
final class Prologue {
  private static final Pattern FISH =
      Pattern.compile(
          "^\u001b\\[\\?2004l(?:\u001b\\[>4;0m|\u001b>|\u001b\\[\\?1004l)*(?:\u001b\\]0;[^\u0007]*\u0007)?(?:\u001b\\[30m)?(?:\u001b\\(B)?(?:\u001b\\[m)?\r"
              + "?");

  private Prologue() {}

  /** How many bytes of it an output begins with. */
  static int length(byte[] output) {
    var matcher = FISH.matcher(new String(output, StandardCharsets.ISO_8859_1));
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  static String without(String output) {
    return FISH.matcher(output).replaceFirst("");
  }
}
