package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.session.launch.EndReason;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether a session is over, and how that came. The child's exit comes from the Loop; the session
 * is over when all it printed before has been parsed as well.
 */
final class End {
  private final SessionId id;
  private final boolean lost;
  private final TimeSource time;
  private volatile @Nullable Exit childExit;
  private volatile @Nullable SessionEnding ending;
  private volatile @Nullable Since over;
  private volatile Runnable whenOver = () -> {};
  private volatile Function<Exit, Optional<EndReason>> limit = _ -> Optional.empty();
  private volatile String by = SessionEnding.ITSELF;

  /**
   * The end of a session.
   *
   * @param earlier how it ended, if that was before this process began
   * @param lost it ended and nobody saw how
   */
  End(SessionId id, Optional<SessionEnding> earlier, boolean lost, TimeSource time) {
    this.id = id;
    this.lost = lost;
    this.time = time;
    if (earlier.isPresent()) {
      this.over = Since.of(earlier.get().at(), time);
      this.ending = earlier.get(); // what it printed is parsed when somebody looks
    }
  }

  /** The child has ended; called by the Loop. */
  void exited(Exit exit) {
    childExit = exit;
  }

  /** How the child ended; null while it lives. Nothing is printed after it. */
  @Nullable Exit childExit() {
    return childExit;
  }

  /**
   * All that the child printed has been parsed; the session's lock is held.
   *
   * @param written notes how it ended, before anybody is told: what was told outlives this process
   */
  void complete(Exit exit, Consumer<SessionEnding> written) {
    var now = time.instant();
    if (by.equals(SessionEnding.ITSELF)) {
      limit.apply(exit).map(EndReason::wire).ifPresent(reason -> by = reason);
    }
    var how = new SessionEnding(exit, now, by);
    written.accept(how);
    over = Since.of(now, time);
    ending = how;
    whenOver.run();
  }

  /** Who is asked which limit has ended a child that nobody has ended. */
  void limit(Function<Exit, Optional<EndReason>> asked) {
    limit = asked;
  }

  /** Somebody is about to end the child. */
  void endedBy(String reason) {
    if (childExit == null) {
      by = reason;
    }
  }

  /** Whether the child has ended and all it wrote has been parsed, as far as is known now. */
  boolean over() {
    return ending != null;
  }

  /** Whether the child has ended and some of what it wrote is not parsed yet. */
  boolean unfinished() {
    return childExit != null && ending == null;
  }

  Optional<SessionEnding> ending() {
    return Optional.ofNullable(ending);
  }

  /** Whether an earlier process had the session, and nobody saw how it ended. */
  boolean lost() {
    return lost;
  }

  /** How long ago it ended; empty while it lives. */
  Optional<Duration> overFor() {
    return Optional.ofNullable(over).map(Since::elapsed);
  }

  /** Runs something, which must return at once, when the session is over. */
  void whenOver(Runnable task) {
    whenOver = task;
    if (over()) {
      task.run();
    }
  }

  void checkAlive() {
    if (over()) {
      throw refusal();
    }
  }

  private static String shown(SessionEnding ended) {
    return ended.exit() + ended.endedBy().map(" (%s)"::formatted).orElse("");
  }

  /** What to say to who wants to type into a session that is over. */
  Refusal refusal() {
    var ended = ending;
    return new Refusal(
        Refusal.Code.EXITED,
        "Session %s ended with %s; its screen and transcript can still be read, but nothing can be typed"
            .formatted(id, ended == null ? "no trace" : shown(ended)),
        Advice.Step.START_ANOTHER);
  }
}
