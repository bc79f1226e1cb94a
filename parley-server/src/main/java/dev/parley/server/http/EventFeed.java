package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.server.wire.EntryFields;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.StateWatch;
import dev.parley.session.launch.SessionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import tools.jackson.databind.node.ObjectNode;

/**
 * One stream of events about all sessions, for one client: the whole list first, then each session
 * whenever it stands differently. What a slow client has not taken yet is a set of sessions, told
 * as they are when it can listen again.
 */
final class EventFeed implements AutoCloseable {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int MOST_REFUSED_HOSTS = 100;

  private final Sessions sessions;
  private final RestCalls calls;
  private final HttpCall call;
  private final boolean fleet;
  private final Set<SessionId> changed = ConcurrentHashMap.newKeySet();
  private final Semaphore news = new Semaphore(0);
  private final Map<SessionId, StateWatch.Listening> watched = new HashMap<>();
  private final Map<SessionId, Optional<String>> names = new HashMap<>();
  private final Map<SessionId, Notices> notices = new HashMap<>();
  private final Map<SessionId, SessionEntry> told = new HashMap<>();
  private Optional<OtherNodes.Following> far = Optional.empty();
  private final Queue<RefusedHost> refusedHosts = new ArrayBlockingQueue<>(MOST_REFUSED_HOSTS);
  private volatile boolean listChanged;
  private volatile boolean closed;
  private volatile boolean writing;

  private record RefusedHost(SessionId session, String host) {}

  private EventFeed(Sessions sessions, RestCalls calls, HttpCall call) {
    this.sessions = sessions;
    this.calls = calls;
    this.call = call;
    this.fleet = call.flag("fleet");
  }

  static List<Route> of(Sessions sessions, RestCalls calls, HttpFigures figures) {
    return List.of(
        Route.of(
                "GET",
                "/v1/events",
                Role.WATCH,
                "A stream of events: sessions, session, removed, notice",
                call -> {
                  figures.listeners(1);
                  try (var feed = new EventFeed(sessions, calls, call)) {
                    feed.run();
                  } finally {
                    figures.listeners(-1);
                  }
                })
            .taking("fleet", "boolean", "also the sessions of the other nodes")
            .answering("text/event-stream"));
  }

  private void run() throws IOException, InterruptedException {
    // Silence is no reason to hang up; a client that does not take what it is sent is.
    call.request().addIdleTimeoutListener(_ -> writing);
    var headers = call.response().getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "text/event-stream");
    headers.put("X-Accel-Buffering", "no");
    sessions.onChange(
        () -> {
          listChanged = true;
          news.release();
          return !closed;
        });
    sessions.refusedHosts().listen(this::refused);
    var all = Json.object();
    var list = all.putArray("sessions");
    for (var session : sessions.list()) {
      var standing = session.standing();
      var entry = own(SessionEntry.of(session, standing));
      list.add(EntryFields.whole(entry));
      watch(session);
      notices.put(session.id(), new Notices(entry));
    }
    follow();
    far.ifPresent(
        following ->
            following
                .entries()
                .forEach(
                    entry -> {
                      list.add(EntryFields.whole(entry));
                      told.put(entry.id(), entry);
                    }));
    send("sessions", all);
    while (true) {
      if (!news.tryAcquire(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS)) {
        write(":\n\n");
        follow();
      }
      news.drainPermits();
      if (listChanged) {
        listChanged = false;
        compareLists();
      }
      tellChanges();
      tellFar();
      tellRefusedHosts();
    }
  }

  /** The other nodes, as soon as there is a fleet. */
  private void follow() {
    if (fleet && far.isEmpty()) {
      far = calls.typed().others().map(others -> others.follow(calls.asking(call), news::release));
    }
  }

  private SessionEntry own(SessionEntry entry) {
    var others = fleet ? calls.typed().others() : Optional.<OtherNodes>empty();
    return others.map(nodes -> entry.on(nodes.self())).orElse(entry);
  }

  /** An entry that has not changed is the same object as before. */
  @SuppressWarnings("ReferenceEquality") // what the list promises
  private void tellFar() throws IOException {
    if (far.isEmpty()) {
      return;
    }
    var there = new HashSet<SessionId>();
    for (var entry : far.get().entries()) {
      there.add(entry.id());
      var before = told.put(entry.id(), entry);
      if (before != entry) {
        send("session", EntryFields.whole(entry));
        for (var notice : new Notices(entry).since(before == null ? null : new Notices(before))) {
          send("notice", notice);
        }
      }
    }
    for (var id : List.copyOf(told.keySet())) {
      if (!there.contains(id)) {
        told.remove(id);
        send("removed", Json.object().put("session", id.value()));
      }
    }
  }

  private boolean refused(SessionId session, String host) {
    // Who does not take them has enough to look at.
    var unused = refusedHosts.offer(new RefusedHost(session, host));
    news.release();
    return !closed;
  }

  /** Here, where it is known who asks: sessions that are not there for them stay unknown. */
  private void tellRefusedHosts() throws IOException {
    for (var one = refusedHosts.poll(); one != null; one = refusedHosts.poll()) {
      var session = sessions.find(one.session.value());
      if (session.isPresent()) {
        var standing = session.get().stateWatch().standing();
        send("notice", new Notices(SessionEntry.of(session.get(), standing)).refusedHost(one.host));
      }
    }
  }

  private void watch(Session session) {
    names.put(session.id(), session.name());
    watched.put(
        session.id(),
        session
            .stateWatch()
            .listen(
                () -> {
                  changed.add(session.id());
                  news.release();
                }));
  }

  private void compareLists() throws IOException {
    var there = new HashSet<SessionId>();
    for (var session : sessions.list()) {
      there.add(session.id());
      if (!watched.containsKey(session.id())) {
        watch(session);
        changed.add(session.id());
      } else if (!session.name().equals(names.put(session.id(), session.name()))) {
        changed.add(session.id());
      }
    }
    for (var id : List.copyOf(watched.keySet())) {
      if (!there.contains(id)) {
        watched.remove(id).close();
        notices.remove(id);
        names.remove(id);
        changed.remove(id);
        send("removed", Json.object().put("session", id.value()));
      }
    }
  }

  private void tellChanges() throws IOException {
    for (var session : sessions.list()) {
      if (changed.remove(session.id())) {
        var standing = session.stateWatch().standing();
        var entry = own(SessionEntry.of(session, standing));
        send("session", EntryFields.whole(entry));
        var before = notices.get(session.id());
        var now = new Notices(entry);
        notices.put(session.id(), now);
        for (var notice : now.since(before)) {
          send("notice", notice);
        }
      }
    }
  }

  private void send(String event, ObjectNode data) throws IOException {
    write("event: " + event + "\ndata: " + Json.text(data) + "\n\n");
  }

  private void write(String text) throws IOException {
    writing = true;
    try {
      Content.Sink.write(
          call.response(), false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    } finally {
      writing = false;
    }
  }

  @Override
  public void close() {
    closed = true;
    far.ifPresent(OtherNodes.Following::close);
    watched.values().forEach(StateWatch.Listening::close);
  }
}
