package dev.parley.fleet;

import dev.parley.server.calls.LiveOutput;
import dev.parley.server.calls.LiveSession.Sighting;
import dev.parley.server.calls.Moment;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.SessionState;
import dev.parley.session.StateWatch;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.Watch;
import dev.parley.session.refusal.Refusal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * What a session of another node prints, for all on this node who watch it: one stream, however
 * many they are. The last of it is kept here; who has fallen further behind gets the rest from the
 * session's own journal. So nothing is lost when the stream was, and a slow reader slows nobody.
 */
final class FarFeed implements KeptStream.Use {
  private static final int KEPT = 1 << 20;
  private static final int MOST = 64 << 10;
  private static final Duration BEFORE_ASKING_AGAIN = Duration.ofMillis(200);

  /** Gets output that is not kept here from the node; empty when it is not reached. */
  interface Journal {
    Optional<Watch.Piece> read(long from, long to);
  }

  private final String node;
  private final Journal journal;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, Consumer<Boolean>> windows = new ConcurrentHashMap<>();
  private final Moment<Sighting> glance = new Moment<>();
  private final byte[] ring = new byte[KEPT]; // the rest guarded by this
  private long start = -1;
  private long end = -1;
  private boolean over;
  private SessionEntry entry;

  /**
   * Nothing yet.
   *
   * @param entry the session as it was found
   */
  FarFeed(String node, SessionEntry entry, Journal journal) {
    this.node = node;
    this.entry = entry;
    this.journal = journal;
  }

  // --- what comes in --------------------------------------------------------------------------

  @Override
  public void heard(Part.Kind kind, byte[] bytes) {
    switch (kind) {
      case OUTPUT -> {
        var in = ByteBuffer.wrap(bytes);
        append(in.getLong(), in);
      }
      case NEWS -> news(Json.parse(ByteBuffer.wrap(bytes)));
      case END -> {
        news(Json.parse(ByteBuffer.wrap(bytes)));
        finish();
      }
      default -> {}
    }
  }

  private synchronized void append(long from, ByteBuffer in) {
    if (from > end) {
      start = from; // the journal has dropped what is between
      end = from;
    }
    in.position(in.position() + (int) Math.min(in.remaining(), end - from));
    while (in.hasRemaining()) {
      var at = (int) (end % KEPT);
      var piece = Math.min(in.remaining(), KEPT - at);
      in.get(ring, at, piece);
      end += piece;
    }
    start = Math.max(start, end - KEPT);
    notifyAll();
  }

  private void news(JsonNode news) {
    if (news.has("person")) {
      var window = windows.get(news.path("person").asString(""));
      if (window != null) {
        window.accept(news.path("mine").asBoolean());
      }
      return;
    }
    synchronized (this) {
      if (end < 0 && news.has("offset")) {
        start = news.path("offset").asLong();
        end = start;
      }
      if (news.has("entry")) {
        entry = EntryFields.read(node, news.path("entry"));
      }
      notifyAll();
    }
    listeners.forEach(Runnable::run);
  }

  private synchronized void finish() {
    over = true;
    notifyAll();
  }

  @Override
  public void silent() {
    synchronized (this) {
      if (entry.state().over() || entry.state() instanceof SessionState.Unreachable) {
        return;
      }
      entry = EntryFields.unreachable(entry);
    }
    listeners.forEach(Runnable::run);
  }

  @Override
  public boolean over(Refusal why) {
    synchronized (this) {
      if (!entry.state().over()) {
        entry = EntryFields.lost(entry);
      }
      over = true;
      notifyAll();
    }
    listeners.forEach(Runnable::run);
    return true;
  }

  // --- who watches ----------------------------------------------------------------------------

  synchronized SessionEntry entry() {
    return entry;
  }

  /** Where the stream goes on; negative before it has begun. */
  synchronized long end() {
    return end;
  }

  synchronized boolean isOver() {
    return over;
  }

  Moment<Sighting> glance() {
    return glance;
  }

  StateWatch.Listening listen(Runnable changed) {
    listeners.add(changed);
    return () -> listeners.remove(changed);
  }

  /** A window at the keyboard is told when it gets the floor. */
  void window(String key, Consumer<Boolean> control) {
    windows.put(key, control);
  }

  void noWindow(String key) {
    windows.remove(key);
  }

  LiveOutput output(long from) {
    return new Output(from);
  }

  private final class Output implements LiveOutput {
    private long offset; // guarded by the feed
    private boolean woken;

    Output(long from) {
      this.offset = Math.max(0, from);
    }

    @Override
    public Optional<Watch.Piece> next(Duration timeout) {
      var deadline = System.nanoTime() + timeout.toNanos();
      while (true) {
        long from;
        long to;
        synchronized (FarFeed.this) {
          if (end >= 0 && offset < end && offset >= start) {
            return Optional.of(take());
          }
          var left = deadline - System.nanoTime();
          if (woken || left <= 0 || over()) {
            woken = false;
            return Optional.empty();
          }
          if (end < 0 || offset >= end) {
            await(left);
            continue;
          }
          from = offset;
          to = start;
        }
        var piece = journal.read(from, to);
        if (piece.isPresent()) {
          return took(piece.get());
        }
        synchronized (FarFeed.this) {
          await(Math.min(deadline - System.nanoTime(), BEFORE_ASKING_AGAIN.toNanos()));
        }
      }
    }

    private Watch.Piece take() {
      var at = (int) (offset % KEPT);
      var bytes = new byte[(int) Math.min(Math.min(MOST, end - offset), KEPT - at)];
      System.arraycopy(ring, at, bytes, 0, bytes.length);
      var piece = new Watch.Piece(offset, bytes, 0);
      offset += bytes.length;
      return piece;
    }

    private Optional<Watch.Piece> took(Watch.Piece piece) {
      synchronized (FarFeed.this) {
        var missed = Math.max(0, piece.from() - offset);
        offset = piece.from() + piece.bytes().length;
        return Optional.of(new Watch.Piece(piece.from(), piece.bytes(), missed));
      }
    }

    /** Waits for news of the feed; the caller holds its lock. */
    private void await(long nanos) {
      try {
        FarFeed.this.wait(Math.max(1, nanos / 1_000_000));
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
        throw new WaitCancelledException();
      }
    }

    @Override
    public void wake() {
      synchronized (FarFeed.this) {
        woken = true;
        FarFeed.this.notifyAll();
      }
    }

    @Override
    public void pause(Duration longest) {
      synchronized (FarFeed.this) {
        var deadline = System.nanoTime() + longest.toNanos();
        while (!woken && deadline - System.nanoTime() > 0) {
          await(deadline - System.nanoTime());
        }
        woken = false;
      }
    }

    @Override
    public long behind() {
      synchronized (FarFeed.this) {
        return Math.max(0, end - offset);
      }
    }

    @Override
    public void skipTo(long other) {
      synchronized (FarFeed.this) {
        offset = other;
      }
    }

    @Override
    public boolean over() {
      synchronized (FarFeed.this) {
        return over && offset >= end;
      }
    }

    @Override
    public void close() {}
  }
}
