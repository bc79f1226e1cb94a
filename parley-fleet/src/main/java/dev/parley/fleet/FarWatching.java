package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.Asker;
import dev.parley.session.Watch;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The sessions of other nodes that people on this one watch: one stream for each session. */
final class FarWatching {
  private static final Duration QUICK = Duration.ofSeconds(5);

  /** A pipe whose program reads nothing may wait long. */
  private static final Duration LONGEST_FEED = Duration.ofHours(1);

  /** Who asks sees what they may see, so that only those who see the same share a stream. */
  record Key(String node, String session, Asker asker) {}

  private static final class Watched {
    final FarFeed feed;
    final KeptStream stream;
    int watchers;

    Watched(FarFeed feed, KeptStream stream) {
      this.feed = feed;
      this.stream = stream;
    }
  }

  private final FarCalls calls;
  private final NodeTable nodes;
  private final AtomicLong windows = new AtomicLong();
  private final Map<Key, Watched> watched = new HashMap<>(); // guarded by this

  FarWatching(FarCalls calls, NodeTable nodes) {
    this.calls = calls;
    this.nodes = nodes;
  }

  /**
   * Begins to watch, or joins those who do.
   *
   * @param found the session as its node has just told it
   */
  synchronized LiveSession watch(Asking asking, String node, SessionEntry found) {
    var session = found.id().value().substring(node.length() + 1);
    var current = Asker.current();
    var key = new Key(node, session, new Asker("", current.owner(), current.sees()));
    var there = watched.get(key);
    if (there == null || there.feed.isOver()) {
      if (there != null) {
        there.stream.close();
      }
      var feed = new FarFeed(node, found, (from, to) -> journal(key, from, to));
      var stream =
          new KeptStream(calls, nodes, node, () -> output(asking, key, feed), feed).start();
      there = new Watched(feed, stream);
      watched.put(key, there);
    }
    there.watchers++;
    return new FarLive(this, key, there.feed);
  }

  /** How many streams there are. */
  synchronized int streams() {
    return watched.size();
  }

  synchronized void leave(Key key) {
    var there = watched.get(key);
    if (there != null && --there.watchers == 0) {
      watched.remove(key);
      there.stream.close();
    }
  }

  private FarCalls.Asked output(Asking asking, Key key, FarFeed feed) {
    key.asker().enter();
    return asked(
        asking,
        key,
        FleetNodes.WATCH,
        Json.object().put("from", feed.end()),
        QUICK,
        FarCalls.Repeat.NEVER);
  }

  private static FarCalls.Asked asked(
      Asking asking,
      Key key,
      String what,
      ObjectNode params,
      Duration longest,
      FarCalls.Repeat repeat) {
    params.put("session", key.session());
    return new FarCalls.Asked(
        key.node(),
        what,
        FleetNodes.body(asking, key.node(), what, params),
        longest,
        repeat,
        Optional.empty());
  }

  private Optional<Watch.Piece> journal(Key key, long from, long to) {
    var params = Json.object().put("from", from).put("to", to);
    try {
      var answer =
          calls.call(
              asked(
                  Asking.once(Optional.empty()),
                  key,
                  FleetNodes.BYTES,
                  params,
                  QUICK,
                  FarCalls.Repeat.ANY_TIME));
      return Optional.of(
          new Watch.Piece(answer.fields().path("from").asLong(from), answer.tail(), 0));
    } catch (Refusal notReached) {
      return Optional.empty();
    }
  }

  LiveSession.Sighting look(Key key, int linesAbove) {
    var answer =
        calls.call(
            asked(
                Asking.once(Optional.empty()),
                key,
                FleetNodes.LOOK,
                Json.object().put("above", linesAbove),
                QUICK,
                FarCalls.Repeat.ANY_TIME));
    var fields = answer.fields();
    return new LiveSession.Sighting(
        fields.path("offset").asLong(),
        fields.path("columns").asInt(),
        fields.path("rows").asInt(),
        answer.tail(),
        fields.path("first_offset").asLong(),
        fields.path("last_offset").asLong());
  }

  // --- typing ---------------------------------------------------------------------------------

  synchronized AtKeyboard sitDown(Caller caller, Key key, Consumer<Boolean> control) {
    var window = "" + windows.incrementAndGet();
    var there = Optional.ofNullable(watched.get(key));
    there.ifPresent(one -> one.feed.window(window, control));
    return new FarKeyboard(
        params -> act(caller, key, window, params),
        () -> there.ifPresent(one -> one.feed.noWindow(window)));
  }

  /** For a single act, without watching. */
  AtKeyboard once(Caller caller, String node, String session) {
    var key = new Key(node, session, Asker.current());
    return new FarKeyboard(params -> send(caller, key, params), () -> {});
  }

  private void act(Caller caller, Key key, String window, ObjectNode params) {
    Optional<Watched> there;
    synchronized (this) {
      there = Optional.ofNullable(watched.get(key));
    }
    if (there.filter(one -> one.feed.isOver()).isPresent()) {
      throw new Refusal(Refusal.Code.EXITED, "The session is over; nothing was typed");
    }
    var stream =
        there
            .flatMap(one -> one.stream.name())
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.UNREACHABLE,
                        "Node %s does not answer; nothing was typed".formatted(key.node()),
                        "Type again when it is back"));
    send(caller, key, params.put("person", window).put("stream", stream));
  }

  private void send(Caller caller, Key key, ObjectNode params) {
    var longest = params.path("act").asString("").equals("feed") ? LONGEST_FEED : QUICK;
    var unused =
        calls.call(
            asked(
                Asking.once(Optional.of(caller)),
                key,
                FleetNodes.ACT,
                params,
                longest,
                FarCalls.Repeat.NEVER));
  }

  synchronized void close() {
    watched.values().forEach(one -> one.stream.close());
    watched.clear();
  }
}
