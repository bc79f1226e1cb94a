package dev.parley.pty.probe;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers out of the text the kernel writes under {@code /proc}. It works on bytes and makes
 * no strings, because a probe does this many times while a caller waits.
 */
final class KernelText {
  /** A descriptor in an epoll set, the events waited for, and what it is. */
  record Target(int fd, int events, long inode, long superblock) {}

  private final byte[] text;
  private final int end;
  private int at;

  KernelText(byte[] text, int length) {
    this.text = text;
    this.end = length;
  }

  /** Takes a thread's {@code syscall} line apart. */
  static ThreadSeen thread(byte[] text, int length) {
    if (length == 0 || text[0] == 'r') {
      return ThreadSeen.RUNNING;
    }
    var line = new KernelText(text, length);
    var number = line.decimal();
    if (number < 0) {
      return ThreadSeen.ELSEWHERE;
    }
    var first = line.hex();
    var second = line.hex();
    var third = line.hex();
    var fourth = line.hex();
    var fifth = line.hex();
    line.hex(); // no call that matters has a sixth
    var stack = line.hex();
    var narrow = ThreadSeen.isNarrow(stack);
    return new ThreadSeen(
        ThreadSeen.Where.IN_CALL,
        narrow ? SystemCall.numberedNarrow(number) : SystemCall.numbered(number),
        first,
        second,
        third,
        fourth,
        fifth,
        stack,
        narrow && !SystemCall.hasWideTimes(number));
  }

  /** Takes a {@code stat} line apart. */
  static Stat stat(byte[] text, int length) {
    // The name may hold spaces and parentheses of its own; the last one closes it.
    var close = length - 1;
    while (close > 0 && text[close] != ')') {
      close--;
    }
    var line = new KernelText(text, length);
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
    return new Stat(state, parent, group, session, terminal, foreground, (int) threads, start);
  }

  /** The last of the numbers that a {@code status} file has of a thread, one for each namespace. */
  static long innerNumber(byte[] text, int length, long otherwise) {
    var lines = new KernelText(text, length);
    if (!lines.find("NSpid:")) {
      return otherwise;
    }
    var number = otherwise;
    while (lines.at < length && text[lines.at] != '\n') {
      number = lines.decimal();
    }
    return number;
  }

  /** How many reads and writes an {@code io} file counts. */
  static long transfers(byte[] text, int length) {
    var lines = new KernelText(text, length);
    var reads = lines.find("syscr:") ? lines.decimal() : 0;
    return reads + (lines.find("syscw:") ? lines.decimal() : 0);
  }

  /** The next {@code tfd:} line of an epoll descriptor's {@code fdinfo}; null at the end. */
  @Nullable Target nextTarget() {
    if (!find("tfd:")) {
      return null;
    }
    var fd = (int) decimal();
    if (!find("events:")) {
      return null;
    }
    var events = (int) hex();
    if (!find("ino:")) {
      return null;
    }
    var inode = hex();
    return find("sdev:") ? new Target(fd, events, inode, hex()) : null;
  }

  /** How a descriptor was opened, as its {@code fdinfo} says in octal; -1 when it does not. */
  int flags() {
    return find("flags:") ? Integer.parseInt("" + decimal(), 8) : -1;
  }

  /** How long the armed timer of a {@code timerfd}'s {@code fdinfo} still has; -1 when it rests. */
  long timerNanos() {
    if (!find("it_value:")) {
      return -1;
    }
    var seconds = decimal();
    var nanos = decimal();
    return seconds == 0 && nanos == 0 ? -1 : seconds * 1_000_000_000 + nanos;
  }

  /** What a ring's {@code fdinfo} says: how its entries are counted, and what is pending in it. */
  @Nullable Ring ring() {
    if (!find("SqMask:")) {
      return null;
    }
    var mask = hex();
    var head = find("SqHead:") ? decimal() : -1;
    var pending = new ArrayList<Integer>(2);
    if (head < 0 || !find("PollList:")) {
      return null;
    }
    while (find("op=")) {
      pending.add((int) decimal());
    }
    return new Ring((int) mask, head, pending);
  }

  /**
   * A ring of requests.
   *
   * @param mask what the index of an entry is cut to
   * @param head how many entries the kernel has taken
   * @param pending the operations it has taken and not ended that wait for a descriptor
   */
  record Ring(int mask, long head, List<Integer> pending) {}

  /** Where a {@code maps} file says that the entries of a ring are; 0 when it does not. */
  long ringEntries() {
    for (at = 0; at < end; at++) {
      var line = at;
      var start = hex();
      while (at < end && text[at] != '\n') {
        at++;
      }
      var rest = new String(text, line, at - line, StandardCharsets.US_ASCII);
      if (rest.endsWith("anon_inode:[io_uring]") && rest.contains(" 10000000 ")) {
        return start;
      }
    }
    return 0;
  }

  /** Whether there was no room for more, so that there may be more. */
  boolean cut() {
    return end == Kernel.TEXT_SIZE;
  }

  boolean startsWith(String start) {
    if (end < start.length()) {
      return false;
    }
    for (var i = 0; i < start.length(); i++) {
      if (text[i] != start.charAt(i)) {
        return false;
      }
    }
    return true;
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
