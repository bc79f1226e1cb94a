package dev.parley.session;

import dev.parley.terminal.text.CleanText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a pattern in what a program prints, as it prints it. Each look reads the new bytes and
 * searches the lines they changed, so that it costs what is new and not what was there.
 *
 * <p>A pattern that may match a line feed is searched in some of the text before the change too.
 */
final class PatternSearch {
  /** How far before a change a pattern may begin. */
  private static final int REACH = 64 << 10;

  private static final int CHUNK = 64 << 10;

  /** Classes and anchors by a letter that match no line feed. */
  private static final String LINE_CLASSES = "dwSbB";

  private static final List<String> LINE_GROUPS = List.of("?:", "?i)", "?i:", "?P<", "?<");

  /** How long a pattern may be looked for, all in all. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Search pattern;
  private final Search.Budget budget = new Search.Budget(LONGEST);
  private final Lock held;
  private final long from;
  private final boolean withinLine;

  private @Nullable CleanText text;
  private int columns;
  private int rows;

  /** Whether the text still begins where the search does, with the echo of what was typed. */
  private boolean whole;

  private int echo;
  private int echoLines;
  private long searchedTo;

  /**
   * A search from an offset on.
   *
   * @param held the lock under which it is asked, let go while a long search goes on
   */
  PatternSearch(Search pattern, long from, Lock held) {
    this.pattern = pattern;
    this.held = held;
    this.from = from;
    this.searchedTo = from;
    this.withinLine = isWithinLine(pattern.expression());
  }

  /** Whether it is certain that nothing in an expression matches a line feed. */
  static boolean isWithinLine(String expression) {
    for (var at = 0; at < expression.length(); at++) {
      var rest = expression.substring(at + 1, Math.min(at + 4, expression.length()));
      var next = rest.isEmpty() ? '\0' : rest.charAt(0);
      switch (expression.charAt(at)) {
        case '\\' -> {
          if (next < ' ' || (Character.isLetterOrDigit(next) && LINE_CLASSES.indexOf(next) < 0)) {
            return false;
          }
          at++;
        }
        case '[' -> {
          if (next == '^' || next == ':') {
            return false;
          }
        }
        case '(' -> {
          if (next == '?' && LINE_GROUPS.stream().noneMatch(rest::startsWith)) {
            return false;
          }
        }
        default -> {
          if (expression.charAt(at) < ' ') {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Up to where the output has been searched. */
  long searchedTo() {
    return searchedTo;
  }

  /** Searches what came up to this offset; {@code typed} is the input whose echo is no output. */
  Optional<Match> find(Transcript transcript, long to, String typed) {
    var now = text;
    var anew =
        now == null
            || transcript.columns() != columns
            || transcript.rows() != rows
            || searchedTo < transcript.start();
    if (now == null || anew) {
      now = begin(transcript);
    }
    for (var at = now.offset(); at < to; at = now.offset()) {
      now.append(transcript.bytes(at, Math.min(to, at + CHUNK)));
    }
    searchedTo = to;
    var changed = now.changed();
    if (whole && (anew || changed <= echoLines)) {
      skipEcho(now, typed);
      changed = Math.min(changed, echo);
    }
    var far = Math.max(changed - REACH, 0);
    var start = Math.max(echo, withinLine ? Math.max(now.lineStart(changed), far) : far);
    var match = search(now, start);
    forgetOld(now);
    return match;
  }

  private CleanText begin(Transcript transcript) {
    var start = Math.max(Math.max(from, transcript.start()), searchedTo - REACH);
    var begun = transcript.follow(start);
    text = begun;
    columns = transcript.columns();
    rows = transcript.rows();
    whole = start == from;
    echo = 0;
    echoLines = 0;
    return begun;
  }

  /** Finds out where the echo ends, and up to where a change of the text can move that. */
  private void skipEcho(CleanText now, String typed) {
    var shown = now.text();
    echo = shown.length() - Echo.without(shown, typed).length();
    echoLines = typed.isEmpty() ? -1 : 0;
    for (var line = typed.lines().count() + 1; line > 0 && echoLines >= 0; line--) {
      var end = shown.indexOf('\n', echoLines);
      if (end < 0) {
        echoLines = shown.length();
        return;
      }
      echoLines = end + 1;
    }
  }

  private Optional<Match> search(CleanText now, int start) {
    var length = now.length();
    if (start > length) {
      return Optional.empty();
    }
    return pattern
        .first(now.text(start, length), budget, held)
        .map(
            found -> {
              var range = now.range(start + found.start(), start + found.end());
              var before = now.text(echo, start + found.start());
              return new Match(found.text(), found.groups(), before, range.from(), range.to());
            });
  }

  /** Keeps no more text than a pattern may reach back over. */
  private void forgetOld(CleanText now) {
    var surplus = now.length() - 2 * REACH;
    if (surplus > 0) {
      var gone = now.drop(surplus + REACH / 2);
      whole &= gone == 0;
      echo = Math.max(0, echo - gone);
    }
  }
}
