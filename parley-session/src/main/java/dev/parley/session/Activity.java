package dev.parley.session;

import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When something was last printed or typed in a session. Who parses and who types note it here; who
 * judges and who waits read it, without a lock.
 */
final class Activity {

  /**
   * The last typing.
   *
   * @param nanos when
   * @param offset where the output ended then: an answer to it is printed behind this; below zero
   *     when nothing was typed yet
   */
  record Typed(long nanos, long offset) {}

  /**
   * A line that is being typed.
   *
   * @param from what the place looked like before its first key
   * @param length how many bytes of it were typed
   */
  private record Line(String from, int length) {}

  /** A single key answers a question; a line has more. */
  private static final int A_LINE = 2;

  private final TimeSource time;
  private final ProgramNotices notices;
  private final Rhythm rhythm;
  private volatile long printed;
  private volatile Typed typed;
  private volatile String lastLine = "";
  private volatile EchoExpected echo = EchoExpected.NONE;
  private volatile boolean lineEnded;
  private volatile boolean queryAnswered;
  private volatile boolean entered;
  private volatile Line line = new Line("", 0);
  private volatile String box = "";
  private volatile boolean byHand;
  private volatile long used;
  private final AtomicInteger users = new AtomicInteger();

  Activity(TimeSource time) {
    this.time = time;
    this.notices = new ProgramNotices(time);
    this.rhythm = new Rhythm(time);
    this.printed = time.nanos();
    this.typed = new Typed(printed, -1);
    this.used = printed;
  }

  /** Something was printed, and parsed just now. */
  void printed(byte[] chunk, int length) {
    for (var i = 0; i < length && !lineEnded; i++) {
      lineEnded = chunk[i] == '\n';
    }
    printed = time.nanos();
  }

  /**
   * Something is about to be typed. This is noted before, because the answer may be parsed before
   * the typing returns.
   *
   * @param offset where the output ends now
   * @return the typing before, for {@link #undo}
   */
  Typed typing(long offset) {
    var before = typed;
    echo = EchoExpected.NONE;
    lineEnded = false;
    queryAnswered = false;
    typed = new Typed(time.nanos(), offset);
    rhythm.typed();
    return before;
  }

  /** Nothing was typed after all. */
  void undo(Typed before) {
    typed = before;
  }

  /** The typing that took a while goes on, or has come to its end. */
  void stillTyping() {
    typed = new Typed(time.nanos(), typed.offset());
  }

  /** What was typed last will be shown, as far as that can be said. */
  void expect(EchoExpected expected) {
    echo = expected;
  }

  /** A query of the program was answered in the terminal's name. */
  void answeredQuery() {
    queryAnswered = true;
  }

  /** Whether the last thing typed was the answer to a query. */
  boolean queryAnswered() {
    return queryAnswered;
  }

  EchoExpected echo() {
    return echo;
  }

  /** Whether the prompt at which a line was typed stands there again, a line later. */
  boolean isPromptAgain(String left) {
    var last = echo;
    return lineEnded && last.entered() && !left.isBlank() && left.equals(last.prompt());
  }

  /** Notes the bytes that are typed: whether they end with Enter. */
  void bytes(byte[] typing) {
    byHand = false;
    entered =
        typing.length > 0
            && (typing[typing.length - 1] == '\r' || typing[typing.length - 1] == '\n');
    var typedSoFar = new Line(line.from, line.length + typing.length - (entered ? 1 : 0));
    line = typedSoFar;
    if (entered && typedSoFar.length >= A_LINE && !typedSoFar.from.isBlank()) {
      box = typedSoFar.from;
    }
  }

  /** Whether what is typed next is the beginning of a line. */
  boolean beginsLine() {
    return entered || typed.offset() < 0 || rhythm.hasMoved();
  }

  /**
   * A line begins to be typed, key by key perhaps.
   *
   * @param there what the place looks like
   */
  void beginLine(String there) {
    line = new Line(there, 0);
  }

  /**
   * Whether the input box at which the last whole line was entered is empty again, and something
   * was printed since. A program may show it all the time, also while it works.
   */
  boolean isBoxAgain(String there) {
    return answered() && !there.isBlank() && there.equals(box);
  }

  /** A person types, or a pipe: the line is none of the agent's. */
  void byHand(byte[] typing) {
    bytes(typing);
    byHand = true;
    lastLine = "";
  }

  /** Whether a person was the last to type. */
  boolean byHand() {
    return byHand;
  }

  /** Whether what was typed last ended with Enter. */
  boolean entered() {
    return entered;
  }

  /** Somebody has read. */
  void used() {
    used = time.nanos();
  }

  /** Somebody begins to wait or to watch. */
  void userCame() {
    users.incrementAndGet();
  }

  /** Somebody has waited or watched. */
  void userLeft() {
    used();
    users.decrementAndGet();
  }

  /** How long nobody has typed, read, waited or watched; what is printed does not count. */
  Duration unused() {
    return users.get() > 0 ? Duration.ZERO : time.since(used);
  }

  /** When somebody last typed, read, waited or watched; now, while one does. */
  long lastUse() {
    return users.get() > 0 ? time.nanos() : used;
  }

  /** What the program has told the person in front of the screen. */
  ProgramNotices notices() {
    return notices;
  }

  /** How the program paints its screen by itself. */
  Rhythm rhythm() {
    return rhythm;
  }

  /** A line was typed at a shell's prompt. */
  void line(String text) {
    lastLine = text;
  }

  /** The last line typed at a shell's prompt; empty when nobody knows it. */
  String lastLine() {
    return lastLine;
  }

  /** The same, which no other command may have been. */
  String takeLine() {
    var line = lastLine;
    lastLine = "";
    return line;
  }

  /** When something was last typed or printed. */
  long last() {
    return Math.max(printed, typed.nanos());
  }

  /** How long nothing was typed or printed. */
  Duration idle() {
    return time.since(last());
  }

  /** How long nothing was printed. */
  Duration silent() {
    return time.since(printed);
  }

  /** How long nothing was typed. */
  Duration untouched() {
    return time.since(typed.nanos());
  }

  /** Whether anything was printed since the last was typed. */
  boolean answered() {
    return printed >= typed.nanos();
  }

  /** Where the output ended when something was last typed; below zero when nothing was. */
  long typedAt() {
    return typed.offset();
  }
}
