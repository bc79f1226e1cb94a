package dev.parley.session;

import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.TimeSource;
import dev.parley.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller's wait on one session. It looks, and when there is nothing to report it parks until
 * the session's bell rings or a look could bring something new by itself.
 *
 * <p>While a program works in silence the kernel is asked again after a pause that grows from
 * {@value #SHORTEST} ns; output makes it short again. Nobody waiting costs nothing, and many who
 * wait on one session share what the kernel says: a look will do for all whose wait, and whose last
 * news, is older than it.
 */
final class Wait {
  private static final long SHORTEST = 20_000;
  private static final long LONGEST = 2_000_000;
  private static final long LONGEST_LATER = 10_000_000;
  private static final long LATER = 1_000_000_000;

  /** A look of somebody else's will do while it is no older than this, or than the pause. */
  private static final long FRESH = 2_000_000;

  /** Output after a silence this long begins a new burst. */
  private static final long BURST = 1_000_000;

  /** A burst of more than this is a flood, and halts now and then only because others are at it. */
  private static final long FLOOD = 64 << 10;

  /** Output after this long begins a new burst also where there was a flood. */
  private static final long HALT = 20_000_000;

  /** More bytes than this for each character, and it is not the echo any more. */
  private static final long ECHO = 64;

  /** What a full-screen program sends when it gives the screen back (DECRST 1049). */
  private static final byte[] LEAVING = "\u001b[?1049l".getBytes(StandardCharsets.US_ASCII);

  /** What a wait needs of the session it waits on. */
  record On(
      SessionId id,
      Supplier<Optional<String>> name,
      Terminal terminal,
      ShellMarks marks,
      Activity activity,
      Intake intake,
      Reading reading,
      StateReader states,
      Needs needs,
      Floor floor,
      End end,
      Bell bell,
      ReentrantLock lock,
      TimeSource time) {}

  private final On on;
  private final Expectation expectation;
  private final View view;
  private final long from;
  private final long started;
  private final long deadline;
  private final long firstRevision;
  private final boolean beganFullscreen;
  private final boolean beganAtPrompt;
  private boolean typedAtPrompt;
  private boolean looking;
  private final Optional<PatternSearch> search;
  private final Optional<ScreenSearch> screenSearch;
  private String typed = "";
  private long pause = SHORTEST;
  private long nextLook;
  private long newsAt;
  private long lookedAt = -1;
  private long burstFrom;
  private long words;
  private long lastLook = Long.MIN_VALUE;
  private long changes;
  private @Nullable Turn answer;

  Wait(On on, Expectation expectation, View view, long from) {
    this.on = on;
    this.expectation = expectation;
    this.view = view;
    this.from = from;
    this.search = expectation.pattern().map(pattern -> new PatternSearch(pattern, from, on.lock));
    this.started = on.time.nanos();
    this.nextLook = started;
    this.newsAt = started;
    this.deadline = started + saturated(expectation.timeout());
    on.lock.lock();
    try {
      this.firstRevision = on.terminal.revision();
      this.beganFullscreen = on.terminal.screen().alternate();
      this.beganAtPrompt = on.marks.atPrompt() || on.marks.continuation();
      this.screenSearch =
          expectation.pattern().map(pattern -> new ScreenSearch(pattern, firstRevision, on.lock));
    } finally {
      on.lock.unlock();
    }
  }

  /** A wait that is over before it began. */
  static Wait over(On on, Why why, Verdict verdict, View view, long from) {
    var wait = new Wait(on, Expectation.none(), view, from);
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
    typedAtPrompt = beganAtPrompt;
  }

  /** Waits to the end. */
  Turn first() {
    return first(List.of(this));
  }

  /** Waits on several sessions; returns for the first that has something to report. */
  static Turn first(List<Wait> waits) {
    var turn = news(waits);
    waits.stream()
        .filter(wait -> wait.on.id.equals(turn.session()))
        .forEach(wait -> wait.seen(turn.state()));
    return turn;
  }

  private void seen(SessionState state) {
    var needed = on.needs.isNeeded();
    on.needs.seen(state);
    if (needed) {
      on.bell.nudge();
    }
  }

  private static Turn news(List<Wait> waits) {
    if (waits.isEmpty()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "There is no session to wait for");
    }
    var self = Thread.currentThread();
    waits.forEach(wait -> wait.on.bell.listen(self));
    waits.forEach(wait -> wait.on.states.waiters().come(self));
    waits.forEach(wait -> wait.on.activity.userCame());
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
          waits.getFirst().on.time.park(waits, pause);
        }
      }
    } finally {
      waits.forEach(wait -> wait.on.activity.userLeft());
      waits.forEach(wait -> wait.on.states.waiters().go(self));
      waits.forEach(wait -> wait.on.intake.leave(self));
    }
  }

  /**
   * The same for a caller that may have only so many waits under way on each of them.
   *
   * @throws Refusal when it has them already
   */
  static Turn first(List<Wait> waits, String who) {
    var taken = new ArrayList<Waiters>();
    try {
      for (var wait : waits) {
        wait.on.states.waiters().enter(who);
        taken.add(wait.on.states.waiters());
      }
      return first(waits);
    } finally {
      taken.forEach(waiters -> waiters.exit(who));
    }
  }

  private static long rings(List<Wait> waits) {
    var rings = 0L;
    for (var wait : waits) {
      rings += wait.on.bell.count();
    }
    return rings;
  }

  /** Looks once. */
  Optional<Turn> look() {
    if (answer != null) {
      return Optional.of(answer);
    }
    on.lock.lock();
    try {
      on.intake.catchUp(false);
      var now = on.time.nanos();
      if (on.intake.parsed() != lookedAt) {
        // The first words after a silence may be the answer. In a flood the next pause will do.
        if (now - newsAt > (lookedAt - burstFrom > FLOOD ? HALT : BURST)) {
          pause = SHORTEST;
          nextLook = now;
          burstFrom = on.intake.parsed();
        }
        lookedAt = on.intake.parsed();
        newsAt = now;
      }
      var match = echoLags() ? Optional.<Match>empty() : match();
      if (match.isPresent()) {
        return Optional.of(turn(Why.MATCH, on.states.look(expectation.quiet()), match));
      }
      return on.end.over()
              || changed()
              || mayType()
              || now >= nextLook
              || now >= deadline
              || on.states.changes() != changes
              || on.intake.words() != words
          ? judge(now)
          : Optional.empty();
    } finally {
      on.lock.unlock();
    }
  }

  private boolean changed() {
    return expectation.wants(Until.CHANGE) && on.terminal.revision() != firstRevision;
  }

  private boolean mayType() {
    return expectation.wants(Until.FLOOR) && on.floor.holding().isEmpty();
  }

  /**
   * Asks what the program does; also where nothing but a time-out is expected, because the answer
   * says so.
   */
  private Optional<Turn> judge(long asked) {
    words = on.intake.words();
    var verdict = asked >= deadline ? on.states.look(expectation.quiet()) : sharedLook(asked);
    lastLook = on.states.lastLook();
    changes = on.states.changes();
    var now = on.time.nanos();
    var rarely = on.states.waiters().patience(Thread.currentThread());
    pause = Math.min(pause + pause / 2, rarely * (now - started > LATER ? LONGEST_LATER : LONGEST));
    var again = on.states.again().toNanos();
    nextLook = now + (again > 0 ? Math.clamp(again, pause, Math.max(pause, LONGEST_LATER)) : pause);
    if (rarely > 1) {
      nextLook = Math.min(nextLook, whenSilent(now));
    }
    // Looking has read what the program printed last.
    var working = verdict.state() instanceof SessionState.Working;
    var match = working && now < deadline && echoLags() ? Optional.<Match>empty() : match();
    return why(verdict.state(), match.isPresent(), now).map(why -> turn(why, verdict, match));
  }

  /** Looks, unless another one has since this wait began and since it looked last. */
  private Verdict sharedLook(long now) {
    var notBefore = Math.max(started, now - Math.max(pause, FRESH));
    return on.states.look(expectation.quiet(), Math.max(notBefore, lastLook + 1));
  }

  /** When the silence will be so long that it says something; the others cannot know. */
  private long whenSilent(long now) {
    var at = on.states.lastActivity() + saturated(expectation.quiet());
    return at > now ? at : Long.MAX_VALUE;
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
    return Math.max(on.states.lastActivity(), started) + expectation.quiet().toNanos();
  }

  /** How long until looking again is worth it without news. */
  private long untilNextLook() {
    var now = on.time.nanos();
    if (expectation.wants(Until.QUIET)) {
      nextLook = Math.min(nextLook, Math.max(quietAt(), now));
    }
    return Math.max(1, Math.min(nextLook, deadline) - now);
  }

  /** Half an echo would be taken for the program's own words. */
  private boolean echoLags() {
    return search.isPresent()
        && !typed.isEmpty()
        && on.intake.parsed() - from < ECHO * typed.length() + ECHO
        && on.activity.echo().lags(on.states.prompt());
  }

  private Optional<Match> match() {
    var to = on.intake.parsed();
    return search
        .filter(it -> it.searchedTo() != to)
        .flatMap(it -> it.find(on.reading.transcript(), to, typed))
        .or(() -> screenSearch.flatMap(it -> it.find(on.terminal.screen(), to, typed)));
  }

  /** The same by somebody who only looks: what they are shown does not count as read. */
  Wait looking() {
    looking = true;
    return this;
  }

  /** The turn as of now; the lock is held. */
  private Turn turn(Why why, Verdict verdict, Optional<Match> match) {
    var screen = on.terminal.screen();
    var fullscreen = on.states.fullscreen();
    var excerpt = excerpt(fullscreen, verdict.state());
    if (!looking) {
      on.reading.answered(excerpt.to());
    }
    return new Turn(
        on.id,
        on.name.get(),
        why,
        verdict,
        fullscreen,
        on.states.foreground(),
        command(verdict.state()),
        excerpt,
        match,
        screen,
        on.floor.holder(),
        Duration.ofNanos(on.time.nanos() - started),
        Hints.next(why, verdict, fullscreen),
        on.end.ending().flatMap(SessionEnding::endedBy));
  }

  /** The command that has ended; none while another one runs or is being typed. */
  private Optional<CommandResult> command(SessionState state) {
    return on.intake
        .lastCommand()
        .filter(
            last -> state instanceof SessionState.Ready && (!typedAtPrompt || last.to() > from));
  }

  private Excerpt excerpt(boolean fullscreen, SessionState state) {
    var to = on.intake.parsed();
    if (view.kind() == View.Kind.RAW) {
      return on.reading.kept(from, to, start -> on.reading.raw(start, to, view));
    }
    // What a full-screen program sends is a drawing; its screen is the text to read.
    if (fullscreen || view.kind() != View.Kind.TEXT) {
      return on.reading.kept(from, to, start -> new Excerpt("", start, to, Optional.empty()));
    }
    return on.reading.kept(from, to, start -> clean(start, to, state));
  }

  private Excerpt clean(long kept, long to, SessionState state) {
    var start = beganFullscreen ? on.reading.after(LEAVING, kept, to) : kept;
    var printed = printed(start, to, state);
    var whole = on.reading.transcript().excerpt(printed.from(), printed.to(), view.characters());
    var text = printed.from() > start ? whole.text() : withoutEcho(whole.text());
    return new Excerpt(
        printed.to() == on.marks.prompt().from()
            ? withoutDrawing(text, state.prompt())
            : printed.to() < to ? text : withoutPrompt(text, state.prompt()),
        start,
        to,
        whole.omitted());
  }

  /** A shell may draw its prompt more than once, with something at the right of it. */
  private static String withoutDrawing(String text, String prompt) {
    var line = text.lastIndexOf('\n') + 1;
    return !prompt.isBlank() && text.startsWith(prompt.stripTrailing(), line)
        ? text.substring(0, line)
        : text;
  }

  /** What commands have printed, where a shell's marks say it. */
  private ShellMarks.Stretch printed(long start, long to, SessionState state) {
    var ready = state instanceof SessionState.Ready && on.marks.lineIsEmpty(on.terminal.screen());
    // The line in a shell's editor is drawn by the shell, with what it suggests for the rest of it.
    if (!ready
        && on.marks.atPrompt()
        && on.marks.prompt().from() < start
        && on.marks.lineIsShown(on.terminal.screen())) {
      return new ShellMarks.Stretch(start, start);
    }
    var printed = on.marks.printed(start, to, typedAtPrompt, ready);
    if (ready
        && !typedAtPrompt
        && on.marks.lineAfterCommandAt(start).filter(this::empty).isPresent()) {
      return new ShellMarks.Stretch(start, on.marks.ranTo());
    }
    if (printed.from() == start) {
      return printed;
    }
    var head = on.reading.head(printed.from(), printed.to());
    return new ShellMarks.Stretch(printed.from() + Prologue.length(head), printed.to());
  }

  private boolean empty(ShellMarks.Stretch line) {
    return on.reading.transcript().excerpt(line.from(), line.to(), 100).text().isBlank();
  }

  private String withoutEcho(String text) {
    var rest = Echo.without(text, typed);
    // The row of a line that did not run is the shell's own, however much of it was drawn.
    return rest.equals(text) && typedAtPrompt && on.marks.atPromptAfter(on.activity.typedAt())
        ? rest.substring(rest.indexOf('\n') + 1)
        : rest;
  }

  private static String withoutPrompt(String text, String prompt) {
    return !prompt.isEmpty() && text.endsWith(prompt)
        ? text.substring(0, text.length() - prompt.length())
        : text;
  }
}
