package dev.parley.pty;

/**
 * Reads numbers out of the text the kernel writes under {@code /proc}. It works on bytes and makes
 * no strings, because a probe does this many times while a caller waits.
 */
final class ProcText {
  /** What {@code /proc/P/task/T/syscall} says of a thread. */
  enum Seen {
    /** On a processor, or about to be. */
    RUNNING,
    /** Blocked outside any system call, as in a page fault. */
    ELSEWHERE,
    /** Blocked in a system call; number, six arguments, stack and program counter follow. */
    IN_CALL
  }

  /** What a thread's {@code syscall} line holds: number, arguments 0 to 5, stack pointer. */
  static final int CALL_FIELDS = 8;

  static final int STACK_POINTER = 7;

  private final byte[] text;
  private final int end;
  private int at;

  ProcText(byte[] text, int length) {
    this.text = text;
    this.end = length;
  }

  /** Takes a thread's {@code syscall} line apart into {@code fields}. */
  static Seen syscall(byte[] text, int length, long[] fields) {
    var line = new ProcText(text, length);
    if (length == 0 || text[0] == 'r') {
      return Seen.RUNNING;
    }
    fields[0] = line.decimal();
    if (fields[0] < 0) {
      return Seen.ELSEWHERE;
    }
    for (var i = 1; i < CALL_FIELDS; i++) {
      fields[i] = line.hex();
    }
    return Seen.IN_CALL;
  }

  /** Takes a {@code stat} line apart. */
  static ProcStat stat(byte[] text, int length) {
    // The name may hold spaces and parentheses of its own; the last one closes it.
    var close = length - 1;
    while (close > 0 && text[close] != ')') {
      close--;
    }
    var line = new ProcText(text, length);
    line.at = Math.min(close + 2, length);
    var state = line.at < length ? (char) text[line.at++] : '?';
    var parent = line.decimal();
    var group = line.decimal();
    var session = line.decimal();
    var terminal = line.decimal();
    var foreground = line.decimal();
    line.skip(11); // flags to cstime: fields 9 to 17, then priority and nice
    var threads = line.decimal();
    line.skip(1);
    var start = line.decimal();
    return new ProcStat(state, parent, group, session, terminal, foreground, (int) threads, start);
  }

  /**
   * Finds the next {@code tfd:} line of an epoll descriptor's {@code fdinfo} and puts descriptor,
   * events, inode and device into {@code entry}; false at the end.
   */
  boolean nextTarget(long[] entry) {
    if (!find("tfd:")) {
      return false;
    }
    entry[0] = decimal();
    if (!find("events:")) {
      return false;
    }
    entry[1] = hex();
    if (!find("ino:")) {
      return false;
    }
    entry[2] = hex();
    if (!find("sdev:")) {
      return false;
    }
    entry[3] = hex();
    return true;
  }

  /** How a descriptor was opened, as its {@code fdinfo} says in octal; -1 when it does not. */
  static int flags(byte[] text, int length) {
    var info = new ProcText(text, length);
    return info.find("flags:") ? Integer.parseInt("" + info.decimal(), 8) : -1;
  }

  /** Whether a {@code timerfd}'s {@code fdinfo} shows an armed timer, and how long it still has. */
  static long timerNanos(byte[] text, int length) {
    var info = new ProcText(text, length);
    if (!info.find("it_value:")) {
      return -1;
    }
    var seconds = info.decimal();
    var nanos = info.decimal();
    return seconds == 0 && nanos == 0 ? -1 : seconds * 1_000_000_000 + nanos;
  }

  /** The next decimal number, or -1 when there is none; a sign is understood. */
  long decimal() {
    while (at < end && text[at] != '-' && (text[at] < '0' || text[at] > '9')) {
      at++;
    }
    var negative = at < end && text[at] == '-';
    if (negative) {
      at++;
    }
    if (at >= end) {
      return -1;
    }
    var value = 0L;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      value = value * 10 + (text[at++] - '0');
    }
    return negative ? -value : value;
  }

  /** Whether any number is left. */
  boolean more() {
    while (at < end && (text[at] < '0' || text[at] > '9')) {
      at++;
    }
    return at < end;
  }

  private long hex() {
    while (at < end && Character.digit(text[at], 16) < 0) {
      at++;
    }
    if (at + 1 < end && text[at] == '0' && text[at + 1] == 'x') {
      at += 2;
    }
    var value = 0L;
    while (at < end && Character.digit(text[at], 16) >= 0) {
      value = value << 4 | Character.digit(text[at++], 16);
    }
    return value;
  }

  private void skip(int numbers) {
    for (var i = 0; i < numbers; i++) {
      decimal();
    }
  }

  private boolean find(String key) {
    for (var from = at; from + key.length() <= end; from++) {
      var same = 0;
      while (same < key.length() && text[from + same] == key.charAt(same)) {
        same++;
      }
      if (same == key.length()) {
        at = from + same;
        return true;
      }
    }
    return false;
  }
}
