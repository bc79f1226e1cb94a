package dev.parley.pty;

import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One child on one pseudo-terminal. Its output goes to the {@link Sink} it was started with.
 *
 * <p>Closing it ends the child and everything it started.
 */
public interface Pty extends AutoCloseable {

  long pid();

  /** The path of the child's terminal, such as {@code /dev/pts/7}. */
  String device();

  /**
   * Puts bytes on their way to the child and returns at once. They are delivered in order, as fast
   * as the child takes them.
   *
   * <p>A terminal in line mode cuts a line of more than {@link Lines#MAX} bytes without a word, so
   * such a line is refused here. What to do about it is the caller's choice: {@link Lines#split}
   * makes it fit if the program reads whole lines; otherwise it must be given in a file.
   *
   * @throws PtyException if the child has ended, too much is queued already, or a line would be
   *     cut; nothing was typed
   */
  void type(byte[] bytes);

  /**
   * Types what a pipe brings: with the terminal's echo switched off at the first time, and waiting
   * while much is queued already, so that any amount goes through.
   *
   * @throws PtyException as {@link #type}
   */
  default void feed(byte[] bytes) {
    type(bytes);
  }

  /**
   * Types bytes ahead of everything still queued, for a Ctrl-C that must not wait its turn. Where
   * the terminal turns the key into a signal, what was typed before it and not yet read is thrown
   * away, as at any terminal; a program that takes keys one by one gets the rest after it.
   */
  void interrupt(byte[] bytes);

  /** How many typed bytes the kernel has not taken yet. */
  long pending();

  /** Reads on after the {@link Sink} had no space. */
  void resume();

  void resize(int columns, int rows);

  /** How the terminal treats what is typed, as the program in front has set it. */
  Modes modes();

  /** The program in front: the leader of the terminal's foreground group. */
  Optional<Foreground> foreground();

  /** Sends a signal; false when there was nobody to receive it. */
  boolean signal(Signal signal, Signal.To to);

  /**
   * Asks the kernel what the child is doing. A finding of waiting means that everything typed has
   * been consumed and everything written has reached the {@link Sink}.
   */
  Finding probe();

  /** As {@link #probe}, with everything that was looked at, for a person who asks why. */
  default Account account() {
    return new Account(probe(), List.of());
  }

  /**
   * What is still under way between us and the child: input it has not read, output that is not in
   * the {@link Sink}. Empty when there is nothing; what the child does then is not looked at. This
   * is for a child that only carries the terminal to another place.
   */
  default Optional<Finding> underway() {
    var finding = probe();
    return finding.wantsInput() || finding.doing() == Finding.Doing.UNKNOWN
        ? Optional.empty()
        : Optional.of(finding);
  }

  /** Whether the child's end was only the end of our way to it; nobody saw how it ended itself. */
  default boolean lost() {
    return false;
  }

  /** Which control groups keep its limits on {@code memory}, {@code cpu} and {@code processes}. */
  default Map<String, String> keptBy() {
    return Map.of();
  }

  /** Whether the kernel has killed some of it because it went beyond its limit on memory. */
  default boolean ranOutOfMemory() {
    return false;
  }

  /** Hangs up, then terminates, then kills the child and everything it started. */
  Ended end(Duration grace);

  /**
   * Lets go of the terminal of a child that has ended and whose output has all been delivered; does
   * nothing before that. What the child has left running goes on, and {@link #end} still finds it.
   */
  default void release() {}

  /** Ends at once and lets go of the terminal. Harmless when repeated. */
  @Override
  void close();

  /** What {@link #end} did: how many processes it ended, and how many had to be killed. */
  record Ended(int processes, int killed) {}
}
