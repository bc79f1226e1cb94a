package dev.parley.session;

import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller's wait on one session. It looks, and when there is nothing to report it parks until
 * the session's bell rings or a look could bring something new by itself.
 *
 * <p>While a program works in silence the kernel is asked again after a pause that grows from
 * {@value #SHORTEST} ns; output makes it short again. Nobody waiting costs nothing.
 */
final class Wait {
  private static final long SHORTEST = 20_000;
  private static final long LONGEST = 2_000_000;
  private static final long LONGEST_LATER = 10_000_000;
  private static final long LATER = 1_000_000_000;

  /** Output after a silence this long begins a new burst. */
  private static final long BURST = 1_000_000;

  /** What a full-screen program sends when it gives the screen back (DECRST 1049). */
  private static final byte[] LEAVING = "\u001b[?1049l".getBytes(StandardCharsets.US_ASCII);

  /** How much of the text before new output a pattern may reach back over. */
  private static final int OVERLAP = 64 << 10;

  private final Session session;
  private final Expectation expectation;
  private final View view;
  private final long from;
  private final long started = System.nanoTime();
  private final long deadline;
  private final long firstRevision;
  private final boolean beganFullscreen;
  private String typed = "";
  private long pause = SHORTEST;
  private long nextLook = started;
  private long newsAt = started;
  private long lookedAt = -1;
  private long searchedTo;
  private @Nullable Turn answer;

  Wait(Session session, Expectation expectation, View view, long from) {
    this.session = session;
    this.expectation = expectation;
    this.view = view;
    this.from = from;
    this.searchedTo = from;
    this.deadline = started + saturated(expectation.timeout());
    this.firstRevision = session.terminal().revision();
    this.beganFullscreen = session.terminal().screen().alternate();
  }

  /** A wait that is over before it began. */
  static Wait over(Session session, Why why, Verdict verdict, View view, long from) {
    var wait = new Wait(session, Expectation.none(), view, from);
    wait.answer = wait.turn(why, verdict, Optional.empty());
    return wait;
  }

  private static long saturated(Duration timeout) {
    return timeout.compareTo(Duration.ofDays(365)) > 0
        ? Duration.ofDays(365).toNanos()
        : timeout.toNanos();
  }

  /** Remembers what was typed, whose echo is no output. */
  void typed(String text) {
    typed = text;
  }

  Session session() {
    return session;
  }

  /** Waits to the end. */
  Turn first() {
    return first(List.of(this));
  }

  /** Waits on several sessions; the first that has something to report answers. */
  static Turn first(List<Wait> waits) {
    var self = Thread.currentThread();
    waits.forEach(wait -> wait.session.bell().listen(self));
    try {
      for (; ; ) {
        var rings = rings(waits);
        var pause = Long.MAX_VALUE;
        for (var wait : waits) {
          var turn = wait.look();
          if (turn.isPresent()) {
            return turn.get();
          }
          pause = Math.min(pause, wait.untilNextLook());
        }
        if (Thread.interrupted()) {
          throw new WaitCancelledException();
        }
        if (rings(waits) == rings) {
          LockSupport.parkNanos(waits, pause);
        }
      }
    } finally {
      waits.forEach(wait -> wait.session.leave(self));
    }
  }

  private static long rings(List<Wait> waits) {
    var rings = 0L;
    for (var wait : waits) {
      rings += wait.session.bell().count();
    }
    return rings;
  }

  /** Looks once. */
  Optional<Turn> look() {
    if (answer != null) {
      return Optional.of(answer);
    }
    session.lock().lock();
    try {
      session.catchUp(false);
      var now = System.nanoTime();
      if (session.parsed() != lookedAt) {
        // The first words after a silence may be the answer. In a flood the next pause will do.
        if (now - newsAt > BURST) {
          pause = SHORTEST;
          nextLook = now;
        }
        lookedAt = session.parsed();
        newsAt = now;
      }
      var match = match();
      if (match.isPresent()) {
        return Optional.of(turn(Why.MATCH, session.look(expectation.quiet()), match));
      }
      return session.over() || changed() || mayType() || now >= nextLook || now >= deadline
          ? judge()
          : Optional.empty();
    } finally {
      session.lock().unlock();
    }
  }

  private boolean changed() {
    return expectation.wants(Until.CHANGE) && session.terminal().revision() != firstRevision;
  }

  private boolean mayType() {
    return expectation.wants(Until.FLOOR) && session.floor().holding().isEmpty();
  }

  /**
   * Asks what the program does; also where nothing but a time-out is expected, because the answer
   * says so.
   */
  private Optional<Turn> judge() {
    var verdict = session.look(expectation.quiet());
    var now = System.nanoTime();
    pause = Math.min(pause + pause / 2, now - started > LATER ? LONGEST_LATER : LONGEST);
    var again = session.again().toNanos();
    nextLook = now + (again > 0 ? Math.clamp(again, pause, LONGEST_LATER) : pause);
    // Looking has read what the program printed last.
    var match = match();
    return why(verdict.state(), match.isPresent(), now).map(why -> turn(why, verdict, match));
  }

  private Optional<Why> why(SessionState state, boolean matched, long now) {
    if (matched) {
      return Optional.of(Why.MATCH);
    } else if (state.over()) {
      return Optional.of(Why.EXIT);
    } else if (state instanceof SessionState.Ready && expectation.wants(Until.COMMAND)) {
      return Optional.of(Why.COMMAND);
    } else if (state.wantsInput() && expectation.wants(Until.INPUT)) {
      return Optional.of(Why.INPUT);
    } else if (changed()) {
      return Optional.of(Why.CHANGE);
    } else if (mayType()) {
      return Optional.of(Why.FLOOR);
    } else if (expectation.wants(Until.QUIET) && now >= quietAt()) {
      return Optional.of(Why.QUIET);
    }
    return now >= deadline ? Optional.of(Why.TIMEOUT) : Optional.empty();
  }

  private long quietAt() {
    return Math.max(session.lastActivity(), started) + expectation.quiet().toNanos();
  }

  /** How long until looking again is worth it without news. */
  private long untilNextLook() {
    var now = System.nanoTime();
    if (expectation.wants(Until.QUIET)) {
      nextLook = Math.min(nextLook, Math.max(quietAt(), now));
    }
    return Math.max(1, Math.min(nextLook, deadline) - now);
  }

  private Optional<Match> match() {
    if (expectation.pattern().isEmpty() || session.parsed() == searchedTo) {
      return Optional.empty();
    }
    var start = Math.max(Math.max(from, session.journal().start()), searchedTo - OVERLAP);
    searchedTo = session.parsed();
    var text = session.transcript().text(start, searchedTo);
    if (start == from) {
      text = withoutEcho(text);
    }
    return find(expectation.pattern().get(), text);
  }

  private static Optional<Match> find(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    var groups = new ArrayList<String>();
    for (var group = 1; group <= matcher.groupCount(); group++) {
      var found = matcher.group(group);
      groups.add(found == null ? "" : found);
    }
    return Optional.of(new Match(matcher.group(), groups, text.substring(0, matcher.start())));
  }

  /** The answer as of now; the lock is held. */
  private Turn turn(Why why, Verdict verdict, Optional<Match> match) {
    var screen = session.terminal().screen();
    var fullscreen = screen.alternate();
    var excerpt = excerpt(fullscreen, verdict.state());
    session.answered(excerpt.to());
    return new Turn(
        session.id(),
        session.name(),
        why,
        verdict,
        fullscreen,
        session.foreground(),
        session.lastCommand(),
        excerpt,
        match,
        screen,
        session.floor().holder(),
        Duration.ofNanos(System.nanoTime() - started),
        Hints.next(why, verdict, fullscreen));
  }

  private Excerpt excerpt(boolean fullscreen, SessionState state) {
    var to = session.parsed();
    if (view.kind() == View.Kind.RAW) {
      return session.kept(from, to, start -> raw(start, to));
    }
    // What a full-screen program sends is a drawing; its screen is the text to read.
    if (fullscreen || view.kind() != View.Kind.TEXT) {
      return session.kept(from, to, start -> new Excerpt("", start, to, Optional.empty()));
    }
    return session.kept(from, to, start -> clean(start, to, state));
  }

  private Excerpt raw(long start, long to) {
    return Transcript.raw(session.journal()).excerpt(start, to, view.characters());
  }

  private Excerpt clean(long kept, long to, SessionState state) {
    var start = beganFullscreen ? session.journal().after(LEAVING, kept, to) : kept;
    var whole = session.transcript().excerpt(start, to, view.characters());
    return new Excerpt(
        withoutPrompt(withoutEcho(whole.text()), state.prompt()), start, to, whole.omitted());
  }

  private String withoutEcho(String text) {
    return Echo.without(text, typed);
  }

  private static String withoutPrompt(String text, String prompt) {
    return !prompt.isEmpty() && text.endsWith(prompt)
        ? text.substring(0, text.length() - prompt.length())
        : text;
  }
}
