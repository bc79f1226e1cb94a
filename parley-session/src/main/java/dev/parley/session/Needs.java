package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.session.Attention.Kind;
import dev.parley.session.launch.EndReason;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  private final Activity activity;
  private final End end;
  private final TimeSource time;
  private volatile @Nullable Seen seen;
  private volatile boolean needed;

  /** Whether the session was at rest at a moment when somebody looked. */
  private record Seen(long nanos, boolean resting) {}

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
  Attention now(SessionState state, List<Asks.Ask> asks) {
    var attention = judged(state, asks);
    needed = attention.isNeeded();
    return attention;
  }

  private Attention judged(SessionState state, List<Asks.Ask> asks) {
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
    var kind = kind(state, before);
    if (kind == Kind.NONE && !state.over()) {
      kind = notice.map(ProgramNotices.Notice::kind).orElse(kind);
    }
    if (kind == Kind.NONE) {
      return nothing();
    }
    var reason = notice.map(ProgramNotices.Notice::text).orElseGet(() -> reason(state));
    return new Attention(kind, cut(reason), at(lastChange()), looked);
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

  private Kind kind(SessionState state, Seen before) {
    var worked = lastChange() - before.nanos >= A_WHILE.toNanos();
    return switch (state) {
      case SessionState.Working _, SessionState.Unreachable _ -> Kind.NONE;
      case SessionState.Secret _ -> Kind.SECRET;
      case SessionState.Ready _ -> worked ? Kind.DONE : Kind.NONE;
      case SessionState.Waiting(var prompt) when activity.isPromptAgain(prompt) ->
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
