package dev.parley.server.http;

import dev.parley.server.calls.LiveOutput;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.json.Json;
import dev.parley.server.wire.EntryFields;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Standing;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one watcher is sent, on a virtual thread of its own. The journal is the queue: one message
 * is on its way at a time, and the next is made when the watcher has taken it. A watcher that falls
 * too far behind gets the screen as it is now and is told how much it missed; one that takes
 * nothing any more is let go. The child waits for none of them.
 */
final class StreamFeed {
  /** Further behind than this, a watcher is better served with the screen. */
  static final long MOST_BEHIND = 256 << 10;

  /** And so is one that has this much before it and has not caught up for this long. */
  private static final long STILL_BEHIND = 32 << 10;

  private static final Duration LATE = Duration.ofMillis(15);

  /** Output in bulk is sent this often; who sees every piece of a flood sees nothing else. */
  private static final Duration BETWEEN_PIECES = Duration.ofMillis(8);

  private static final int BULK = 512;

  /** So long may one message take to be taken. */
  private static final Duration STUCK = Duration.ofSeconds(30);

  /** In a flood nobody reads every line; a screen this often shows that it goes on. */
  private static final Duration BETWEEN_SCREENS = Duration.ofMillis(25);

  private static final Duration LONGEST_BETWEEN_SCREENS = Duration.ofMillis(250);

  /** How long to do nothing before looking whether the watcher is still there. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int MOST_REPLIES = 100;

  private final LiveSession session;
  private final String role;
  private final long from;
  private final HttpFigures figures;
  private final LiveOutput watch;
  private final Queue<ObjectNode> replies = new ConcurrentLinkedQueue<>();
  private volatile boolean stateChanged = true;
  private volatile boolean stopped;
  private final Window window = new Window();
  private volatile boolean full;
  private boolean live;
  private long caughtUp = System.nanoTime();
  private @Nullable Standing told;
  private int columns;
  private int rows;

  StreamFeed(LiveSession session, String role, long from, HttpFigures figures) {
    this.session = session;
    this.role = role;
    this.from = from;
    this.figures = figures;
    this.watch = session.output(Math.max(0, from));
  }

  void start(Session socket) {
    Thread.ofVirtual().name("watcher-" + session.id()).start(() -> run(socket));
  }

  /** Sends something when its turn comes; a watcher that asks and never listens gets no more. */
  void say(ObjectNode message) {
    if (replies.size() < MOST_REPLIES) {
      replies.add(message);
    }
    watch.wake();
  }

  void refuse(Problem problem) {
    var message =
        Json.object()
            .put("type", "error")
            .put("code", problem.code)
            .put("message", String.valueOf(problem.getMessage()));
    if (!problem.instead.isEmpty()) {
      message.put("try", problem.instead);
    }
    say(message);
  }

  void stop() {
    stopped = true;
    watch.wake();
  }

  private void run(Session socket) {
    figures.watchers(1);
    try (var _ =
        session.listen(
            () -> {
              stateChanged = true;
              watch.wake();
            })) {
      greet(socket);
      while (!stopped && socket.isOpen()) {
        tell(socket);
        show(socket);
      }
    } catch (TimeoutException stuck) {
      figures.dropped();
      socket.disconnect();
    } catch (IOException | WaitCancelledException | Refusal gone) {
      socket.disconnect();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } finally {
      figures.watchers(-1);
    }
  }

  private void greet(Session socket) throws IOException, InterruptedException, TimeoutException {
    var seen = session.glance();
    columns = seen.columns();
    rows = seen.rows();
    var hello =
        Json.object()
            .put("type", "hello")
            .put("session", session.id().value())
            .put("cols", columns)
            .put("rows", rows)
            .put("first_offset", seen.firstOffset())
            .put("last_offset", seen.lastOffset())
            .put("role", role);
    session.entry().name().ifPresent(name -> hello.put("name", name));
    send(socket, hello);
    if (from < 0) {
      paint(socket);
    }
  }

  /** Says what is not output: answers to the watcher, and how the session stands. */
  private void tell(Session socket) throws IOException, InterruptedException, TimeoutException {
    for (var reply = replies.poll(); reply != null; reply = replies.poll()) {
      send(socket, reply);
    }
    if (!stateChanged) {
      return;
    }
    stateChanged = false;
    var entry = session.entry();
    var standing = entry.standing();
    var before = told;
    told = standing;
    if (standing.columns() != columns || standing.rows() != rows) {
      columns = standing.columns();
      rows = standing.rows();
      send(socket, Json.object().put("type", "resize").put("cols", columns).put("rows", rows));
    }
    send(socket, typed("state", EntryFields.whole(entry)));
    if (standing.state().over() && (before == null || !before.state().over())) {
      showRest(socket);
      var exit = Json.object().put("type", "exit");
      ReplyFields.state(exit, standing.state());
      send(socket, exit);
    }
  }

  private static ObjectNode typed(String type, ObjectNode fields) {
    return fields.put("type", type);
  }

  private void showRest(Session socket) throws IOException, InterruptedException, TimeoutException {
    while (!watch.over() && !stopped) {
      show(socket);
    }
  }

  /** Shows what is new, or waits a while for it. */
  private void show(Session socket) throws IOException, InterruptedException, TimeoutException {
    if (window.pingDue(System.nanoTime())) {
      ping(socket);
    }
    if (!window.open(System.nanoTime())) {
      full = true;
      if (!window.open(System.nanoTime())) {
        watch.pause(PATIENCE);
      }
      full = false;
      return;
    }
    if (watch.over()) {
      watch.pause(PATIENCE); // all was said; the socket stays until the watcher leaves
      return;
    }
    if (live && late()) {
      skip(socket, watch.behind());
      return;
    }
    var waits = watch.behind() <= 0;
    var piece = watch.next(PATIENCE);
    if (waits || watch.behind() <= 0) {
      caughtUp = System.nanoTime();
      live = true;
    }
    if (piece.isEmpty()) {
      return;
    }
    if (piece.get().missed() > 0) {
      skip(socket, piece.get().missed());
      return;
    }
    send(socket, StreamFrame.output(piece.get().from(), piece.get().bytes()));
    if (live && piece.get().bytes().length >= BULK) {
      Thread.sleep(BETWEEN_PIECES);
    }
  }

  private boolean late() {
    var behind = watch.behind();
    return behind > MOST_BEHIND
        || (behind > STILL_BEHIND && System.nanoTime() - caughtUp > LATE.toNanos());
  }

  private void skip(Session socket, long missed)
      throws IOException, InterruptedException, TimeoutException {
    figures.skipped();
    send(socket, Json.object().put("type", "gap").put("missed", missed));
    paint(socket);
    var trips = window.lastTrip().multipliedBy(2);
    Thread.sleep(
        trips.compareTo(BETWEEN_SCREENS) < 0
            ? BETWEEN_SCREENS
            : trips.compareTo(LONGEST_BETWEEN_SCREENS) > 0 ? LONGEST_BETWEEN_SCREENS : trips);
  }

  private void paint(Session socket) throws IOException, InterruptedException, TimeoutException {
    var seen = session.glance();
    watch.skipTo(seen.offset());
    send(socket, StreamFrame.paint(seen.offset(), seen.paint()));
    live = true;
  }

  private void send(Session socket, ByteBuffer frame)
      throws IOException, InterruptedException, TimeoutException {
    var length = frame.remaining();
    await(callback -> socket.sendBinary(frame, callback));
    window.sent(length);
  }

  private void ping(Session socket) throws IOException, InterruptedException, TimeoutException {
    var number = ByteBuffer.allocate(Long.BYTES).putLong(window.ping(System.nanoTime())).flip();
    await(callback -> socket.sendPing(number, callback));
  }

  /** The watcher has read everything up to a ping. */
  void pong(ByteBuffer number) {
    if (number.remaining() == Long.BYTES) {
      window.answered(number.getLong(number.position()), System.nanoTime());
      if (full) {
        watch.wake();
      }
    }
  }

  private static void send(Session socket, ObjectNode message)
      throws IOException, InterruptedException, TimeoutException {
    await(callback -> socket.sendText(Json.text(message), callback));
  }

  /** Sends, and waits until it was taken. */
  private static void await(Consumer<Callback> sending)
      throws IOException, InterruptedException, TimeoutException {
    var taken = new Callback.Completable();
    sending.accept(taken);
    try {
      taken.get(STUCK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException gone) {
      throw new IOException("The watcher has left", gone.getCause());
    }
  }
}
