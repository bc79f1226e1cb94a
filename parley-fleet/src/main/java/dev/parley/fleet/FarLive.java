package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.LiveOutput;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.calls.SessionEntry;
import dev.parley.session.SessionState;
import dev.parley.session.StateWatch;
import dev.parley.session.launch.SessionId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A session of another node that somebody on this one watches. */
final class FarLive implements LiveSession {
  private final FarWatching watching;
  private final FarWatching.Key key;
  private final FarFeed feed;
  private final AtomicBoolean closed = new AtomicBoolean();

  FarLive(FarWatching watching, FarWatching.Key key, FarFeed feed) {
    this.watching = watching;
    this.key = key;
    this.feed = feed;
  }

  @Override
  public SessionId id() {
    return feed.entry().id();
  }

  @Override
  public SessionEntry entry() {
    return feed.entry();
  }

  @Override
  public SessionState state() {
    return feed.entry().state();
  }

  @Override
  public Sighting look(int linesAbove) {
    return watching.look(key, linesAbove);
  }

  @Override
  public Sighting glance() {
    return feed.glance().get(() -> look(0));
  }

  @Override
  public LiveOutput output(long from) {
    return feed.output(from);
  }

  @Override
  public StateWatch.Listening listen(Runnable changed) {
    return feed.listen(changed);
  }

  @Override
  public AtKeyboard sitDown(Caller caller, Consumer<Boolean> control) {
    return watching.sitDown(caller, key, control);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      watching.leave(key);
    }
  }
}
