package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.server.view.PaintFrame;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.StateWatch;
import dev.parley.session.Watch;
import dev.parley.session.launch.SessionId;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * A session of this process that somebody watches.
 *
 * @param people those who type; empty where nobody can
 */
record OwnLive(Session session, Optional<PeopleTyping> people) implements LiveSession {
  /** Many who watch one session cost little more than one. */
  private static final Map<Session, Moment<Sighting>> GLANCES =
      Collections.synchronizedMap(new WeakHashMap<>());

  @Override
  public SessionId id() {
    return session.id();
  }

  @Override
  public SessionEntry entry() {
    return SessionEntry.of(session, session.stateWatch().standing());
  }

  @Override
  public SessionState state() {
    return session.state();
  }

  @Override
  public Sighting look(int linesAbove) {
    return look(session, linesAbove);
  }

  static Sighting look(Session session, int linesAbove) {
    var sight = session.sight(linesAbove);
    var screen = sight.screen();
    return new Sighting(
        sight.offset(),
        screen.columns(),
        screen.rows(),
        PaintFrame.of(sight.above(), screen, session.inputModes()),
        session.firstOffset(),
        session.lastOffset());
  }

  @Override
  public Sighting glance() {
    return GLANCES.computeIfAbsent(session, _ -> new Moment<>()).get(() -> look(0));
  }

  @Override
  public LiveOutput output(long from) {
    return new Output(session.watch(from));
  }

  @Override
  public StateWatch.Listening listen(Runnable changed) {
    return session.stateWatch().listen(changed);
  }

  @Override
  public AtKeyboard sitDown(Caller caller, Consumer<Boolean> control) {
    return people.orElseThrow().open(session, caller, control);
  }

  @Override
  public void close() {}

  private record Output(Watch watch) implements LiveOutput {
    @Override
    public Optional<Watch.Piece> next(Duration timeout) {
      return watch.next(timeout);
    }

    @Override
    public void wake() {
      watch.wake();
    }

    @Override
    public void pause(Duration longest) {
      watch.pause(longest);
    }

    @Override
    public long behind() {
      return watch.behind();
    }

    @Override
    public void skipTo(long offset) {
      watch.skipTo(offset);
    }

    @Override
    public boolean over() {
      return watch.over();
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
