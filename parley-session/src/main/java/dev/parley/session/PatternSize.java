package dev.parley.session;

import java.util.ArrayDeque;

/**
 * How large a regular expression gets when it is compiled: counts in braces repeat what is before
 * them, and nested ones multiply. Known before it is compiled, because compiling is what takes the
 * memory. A rough figure, too large rather than too small.
 */
final class PatternSize {
  private final String expression;
  private final long most;
  private int at;
  private boolean beyond;

  /** Of each open group: its size so far and that of its last part. */
  private final ArrayDeque<long[]> groups = new ArrayDeque<>();

  private PatternSize(String expression, long most) {
    this.expression = expression;
    this.most = most;
  }

  /** The size, or something beyond the most that is of interest. */
  static long atMost(String expression, long most) {
    return new PatternSize(expression, most).size();
  }

  private long size() {
    groups.push(new long[2]);
    while (at < expression.length() && !beyond) {
      var letter = expression.charAt(at);
      switch (letter) {
        case '(' -> {
          groups.push(new long[2]);
          at++;
        }
        case ')' -> {
          close();
          at++;
        }
        case '{' -> count();
        case '*', '+', '?' -> {
          add(0, 1);
          at++;
        }
        case '[' -> {
          klass();
          add(1, 0);
        }
        case '\\' -> {
          escape();
          add(1, 0);
        }
        default -> {
          at++;
          add(1, 0);
        }
      }
    }
    while (groups.size() > 1) {
      close();
    }
    return beyond ? most + 1 : groups.pop()[0];
  }

  /** A new part, or something more for the last one. */
  private void add(long part, long more) {
    var group = groups.element();
    group[1] = part > 0 ? part : group[1] + more;
    grow(group, group[0] + part + more);
  }

  private void grow(long[] group, long size) {
    group[0] = size;
    beyond |= size > most;
  }

  private void close() {
    if (groups.size() > 1) {
      add(groups.pop()[0] + 2, 0);
    }
  }

  /** A count multiplies the last part; what is no count stands for itself. */
  private void count() {
    var end = expression.indexOf('}', at);
    var times = 0L;
    if (end > at) {
      for (var word : expression.substring(at + 1, end).split(",", -1)) {
        times = word.matches("\\d{1,9}") ? Math.max(times, Long.parseLong(word)) : times;
      }
    }
    if (times == 0) {
      at++;
      add(1, 0);
      return;
    }
    at = end + 1;
    var group = groups.element();
    var part = group[1] * times + times; // both are small, or we had stopped
    grow(group, group[0] - group[1] + part);
    group[1] = part;
  }

  private void klass() {
    at++;
    if (at < expression.length() && expression.charAt(at) == '^') {
      at++;
    }
    var first = true;
    while (at < expression.length() && (first || expression.charAt(at) != ']')) {
      first = false;
      if (expression.charAt(at) == '\\') {
        at++;
      }
      at++;
    }
    at++;
  }

  /** {@code \Q…\E} is text; {@code \p{L}} and {@code \x{1F600}} have braces that count nothing. */
  private void escape() {
    var next = at + 1 < expression.length() ? expression.charAt(at + 1) : ' ';
    at += 2;
    if (next == 'Q') {
      var end = expression.indexOf("\\E", at);
      var length = (end < 0 ? expression.length() : end) - at;
      add(Math.max(1, length), 0);
      at = end < 0 ? expression.length() : end + 2;
    } else if ((next == 'p' || next == 'P' || next == 'x')
        && at < expression.length()
        && expression.charAt(at) == '{') {
      var end = expression.indexOf('}', at);
      at = end < 0 ? expression.length() : end + 1;
    }
  }
}
