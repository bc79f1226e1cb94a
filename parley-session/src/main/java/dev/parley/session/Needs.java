package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.session.Attention.Kind;
import dev.parley.session.launch.EndReason;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a session needs somebody, from what it does now and from what it did when
 * somebody last looked or typed. A session that waits as it did then needs nobody: its agent will
 * come back to it.
 */
final class Needs {
  /** Work that takes less is not worth telling of its end. */
  private static final Duration A_WHILE = Duration.ofSeconds(10);

  /** A program may tell people as much as it likes; a list has room for a sentence. */
  private static final int LONGEST_REASON = 200;

  /**
   * Where it is not sure that a program waits, its screen must have been still for this long before
   * people are called: between two pictures of a spinner it looks the same.
   */
  private static final Duration STILL = Duration.ofSeconds(1);

  /** A program that asks may move for a moment, without a word, and asks still. */
  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final Activity activity;
  private final End end;
  private final TimeSource time;
  private volatile @Nullable Seen seen;
  private volatile boolean needed;
  private volatile @Nullable Held held;

  /** What it needed when it was last seen to wait, and when its screen had changed until then. */
  private record Held(Attention attention, long nanos, long painted) {}

  /** Whether the session was at rest at a moment when somebody looked. */
  private record Seen(long nanos, boolean resting) {}

  /**
   * What is shown at an input box.
   *
   * @param again whether the box at which a line was entered is empty again
   * @param failure the error that is shown above it
   */
  record Box(boolean again, Optional<String> failure) {}

  /**
   * What one session needs.
   *
   * @param earlier an earlier process had the session: what it does when it is first asked about
   *     counts as seen
   */
  Needs(Activity activity, End end, TimeSource time, boolean earlier) {
    this.activity = activity;
    this.end = end;
    this.time = time;
    this.seen = earlier ? null : new Seen(time.nanos(), false);
  }

  /** Somebody has just been told this state. */
  void seen(SessionState state) {
    seen = new Seen(time.nanos(), resting(state));
  }

  /** Whether somebody was needed when this was last asked about. */
  boolean isNeeded() {
    return needed;
  }

  /** Somebody has just typed, so that the program has something to do. */
  void typed() {
    seen = new Seen(time.nanos(), false);
  }

  /** What it needs in this state, when these questions are open. */
  Attention now(Verdict verdict, List<Asks.Ask> asks, Box box) {
    var attention = steady(verdict.state(), judged(verdict, asks, box));
    needed = attention.isNeeded();
    return attention;
  }

  /** A need does not go because its program does something unseen for a moment. */
  private Attention steady(SessionState state, Attention found) {
    var before = held;
    var painted = activity.rhythm().last();
    if (found.isNeeded() && state instanceof SessionState.Waiting) {
      held = new Held(found, time.nanos(), painted);
    }
    if (before == null || found.isNeeded() || !(state instanceof SessionState.Working)) {
      return found;
    }
    return before.painted == painted
            && time.since(before.nanos).compareTo(A_MOMENT) < 0
            && activity.lastUse() == before.attention.unseenSince()
        ? before.attention
        : found;
  }

  private Attention judged(Verdict verdict, List<Asks.Ask> asks, Box box) {
    var state = verdict.state();
    if (!asks.isEmpty()) {
      var first = asks.getFirst();
      return new Attention(Kind.ASKED, first.message(), first.since(), 0);
    }
    var before = lastSeen(state);
    var looked = activity.lastUse();
    var told = activity.notices().toldSince(looked);
    if (told.isPresent() && !state.over() && !(state instanceof SessionState.Secret)) {
      var said = told.get();
      return new Attention(
          said.kind(),
          cut(said.text().isEmpty() ? reason(state) : said.text()),
          at(said.nanos()),
          looked);
    }
    if (before.resting) {
      return nothing();
    }
    var notice = activity.notices().since(looked);
    var kind = isSettled(verdict) ? kind(state, before, box) : Kind.NONE;
    if (kind == Kind.NONE && !state.over()) {
      kind = notice.map(ProgramNotices.Notice::kind).orElse(kind);
    }
    if (kind == Kind.NONE) {
      return nothing();
    }
    var shown = state instanceof SessionState.Waiting ? box.failure : Optional.<String>empty();
    var reason =
        shown.or(() -> notice.map(ProgramNotices.Notice::text)).orElseGet(() -> reason(state));
    return new Attention(kind, cut(reason), at(lastChange()), looked);
  }

  /** Whether it is sure enough that it waits to call somebody. */
  private boolean isSettled(Verdict verdict) {
    return !(verdict.state() instanceof SessionState.Waiting)
        || verdict.confidence() == Confidence.HIGH
        || activity.rhythm().still().compareTo(STILL) >= 0;
  }

  private Attention nothing() {
    return new Attention(Kind.NONE, "", at(lastChange()), 0);
  }

  /** Somebody says in the program's name what it needs; NONE: nobody, as if one had looked. */
  void tell(Kind kind, String text, SessionState state) {
    activity.notices().tell(kind, text);
    if (kind == Kind.NONE) {
      activity.used();
      seen(state);
    }
  }

  private Instant at(long nanos) {
    return time.instant().minusNanos(Math.max(0, time.nanos() - nanos));
  }

  /** What somebody saw last; where nothing has happened since a look, that is what is there now. */
  private Seen lastSeen(SessionState state) {
    var known = seen;
    var looked = activity.lastUse();
    if (known == null || (looked - known.nanos > 0 && lastChange() - looked <= 0)) {
      known = new Seen(known == null ? time.nanos() : looked, resting(state));
      seen = known;
    }
    return known;
  }

  private Kind kind(SessionState state, Seen before, Box box) {
    var worked = lastChange() - before.nanos >= A_WHILE.toNanos();
    return switch (state) {
      case SessionState.Working _, SessionState.Unreachable _ -> Kind.NONE;
      case SessionState.Secret _ -> Kind.SECRET;
      case SessionState.Ready _ -> worked ? Kind.DONE : Kind.NONE;
      case SessionState.Waiting _ when box.failure.isPresent() -> Kind.FAILED;
      case SessionState.Waiting(var prompt) when box.again || activity.isPromptAgain(prompt) ->
          worked ? Kind.DONE : Kind.NONE;
      case SessionState.Waiting _ when isBusy() -> Kind.NONE;
      case SessionState.Waiting _ -> Kind.QUESTION;
      case SessionState.Exited _ when isWished() -> Kind.NONE; // whoever ended it knows of it
      case SessionState.Exited(Exit.Code(var code)) when code == 0 ->
          worked ? Kind.DONE : Kind.NONE;
      case SessionState.Exited _, SessionState.Lost _ -> Kind.FAILED;
    };
  }

  /** Whether somebody has ended the session, or left it; not the program itself, nor a limit. */
  private boolean isWished() {
    return end.ending()
        .flatMap(SessionEnding::endedBy)
        .filter(
            reason ->
                reason.startsWith(SessionEnding.closedBy(""))
                    || reason.equals(EndReason.CLIENT_GONE.wire())
                    || reason.equals(EndReason.IDLE.wire()))
        .isPresent();
  }

  private String reason(SessionState state) {
    return switch (state) {
      case SessionState.Exited(var exit) ->
          end.ending().flatMap(SessionEnding::endedBy).orElseGet(exit::toString);
      case SessionState.Lost _ -> "lost";
      case SessionState.Working _, SessionState.Unreachable _ -> "";
      case SessionState.Waiting _, SessionState.Secret _, SessionState.Ready _ ->
          state.prompt().strip();
    };
  }

  private static String cut(String reason) {
    return reason.codePointCount(0, reason.length()) <= LONGEST_REASON
        ? reason
        : reason.substring(0, reason.offsetByCodePoints(0, LONGEST_REASON)) + "…";
  }

  private long lastChange() {
    return end.overFor()
        .map(ago -> Math.max(activity.last(), time.nanos() - ago.toNanos()))
        .orElseGet(activity::last);
  }

  private boolean resting(SessionState state) {
    return (state.wantsInput() && !(state instanceof SessionState.Waiting && isBusy()))
        || state.over();
  }

  /** Whether it shows that it is at work, though it would take input: it prints on and on. */
  private boolean isBusy() {
    return activity.notices().isBusy() && activity.silent().compareTo(A_WHILE) < 0;
  }
}
