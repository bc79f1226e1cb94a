package dev.parley.server.daemon;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.SessionList;
import dev.parley.server.json.Json;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.StateWatch;
import dev.parley.session.launch.SessionId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The list of sessions for somebody who watches it. Each call says which list was seen last, and
 * returns when there is another; so nothing is missed between two calls, and nobody polls.
 */
final class ListWatch implements AutoCloseable {
  /** A watcher that has gone is noticed by then. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Sessions sessions;
  private final boolean endedToo;
  private final boolean reasons;
  private final Semaphore news = new Semaphore(0);
  private final Map<SessionId, StateWatch.Listening> watched = new HashMap<>();
  private final StateWatch.Listening changes;
  private final Optional<String> self;
  private final Optional<OtherNodes.Following> far;

  private ListWatch(
      Sessions sessions, Optional<OtherNodes> others, Asking asking, JsonNode params) {
    this.sessions = sessions;
    this.self = others.map(OtherNodes::self);
    this.far = others.map(nodes -> nodes.follow(asking, news::release));
    this.endedToo = params.path("include_exited").asBoolean(false);
    this.reasons = params.path("reasons").asBoolean(false);
    this.changes =
        sessions.onChange(
            () -> {
              news.release();
              return true;
            });
  }

  /**
   * The list, with a {@code mark} that tells it from others, once it is another than was seen last
   * or the time is up.
   */
  static ObjectNode next(
      Sessions sessions, Optional<OtherNodes> others, Asking asking, JsonNode params) {
    var longest = Duration.ofMillis(params.path("timeout_ms").asLong(0));
    try (var watch = new ListWatch(sessions, others, asking, params)) {
      return watch.next(
          params.path("mark").asString(""), longest.compareTo(LONGEST) < 0 ? longest : LONGEST);
    }
  }

  private ObjectNode next(String seen, Duration longest) {
    var deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      var list = list(entries());
      var mark = mark(list);
      if (!mark.equals(seen) || !awaitNews(deadline - System.nanoTime())) {
        return list.put("mark", mark);
      }
    }
  }

  /** The list, with what each needs somebody for where that is asked for. */
  private ObjectNode list(List<SessionEntry> entries) {
    var list = ReplyFields.of(new SessionList(entries, List.of()));
    for (var at = 0; reasons && at < entries.size(); at++) {
      var attention = entries.get(at).standing().attention();
      if (attention.isNeeded()) {
        ((ObjectNode) list.path("sessions").path(at))
            .put("attention_reason", attention.reason())
            .put("attention_since", Json.time(attention.since()));
      }
    }
    return list;
  }

  private List<SessionEntry> entries() {
    var here =
        sessions.list().stream()
            .filter(session -> endedToo || !session.over())
            .map(this::entry)
            .map(entry -> self.map(entry::on).orElse(entry));
    return Stream.concat(here, far.stream().flatMap(following -> following.entries().stream()))
        .filter(entry -> endedToo || !(entry.state() instanceof SessionState.Exited))
        .toList();
  }

  private SessionEntry entry(Session session) {
    watched.computeIfAbsent(session.id(), _ -> session.stateWatch().listen(news::release));
    return SessionEntry.of(session, session.stateWatch().standing());
  }

  /** False when the time is up. */
  private boolean awaitNews(long nanos) {
    try {
      var came = news.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      news.drainPermits();
      return came;
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The same for lists that differ in nothing but how old everything is. */
  private static String mark(ObjectNode list) {
    var bare = list.deepCopy();
    for (var entry : bare.path("sessions")) {
      ((ObjectNode) entry).remove(List.of("age_s", "idle_s"));
    }
    return UUID.nameUUIDFromBytes(Json.text(bare).getBytes(StandardCharsets.UTF_8)).toString();
  }

  @Override
  public void close() {
    changes.close();
    far.ifPresent(OtherNodes.Following::close);
    watched.values().forEach(StateWatch.Listening::close);
  }
}
