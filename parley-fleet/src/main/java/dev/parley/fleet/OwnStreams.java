package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.session.Session;
import dev.parley.session.StateWatch;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;

/** The sessions of this node for people of others who watch them and type. */
final class OwnStreams {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** So much of a journal goes in one answer. */
  private static final int MOST_BYTES = 512 << 10;

  private static final int MOST_LINES = 10_000;

  private final FleetHost host;

  OwnStreams(FleetHost host) {
    this.host = host;
  }

  private Session session(JsonNode params) {
    return host.sessions().get(params.path("session").asString(""));
  }

  // --- watching -------------------------------------------------------------------------------

  /** Streams what a session prints and how it stands, until it is over or nobody watches. */
  void output(JsonNode params, Lease lease) {
    var session = session(params);
    var wanted = params.path("from").asLong(-1);
    var from = wanted < 0 ? session.lastOffset() : wanted;
    var changed = new AtomicBoolean();
    try (var watch = session.watch(from);
        var _ =
            session
                .stateWatch()
                .listen(
                    () -> {
                      changed.set(true);
                      watch.wake();
                    })) {
      var first = Json.object().put("offset", from);
      first.set("entry", entry(session));
      lease.news(first);
      while (!lease.isOver() && !watch.over()) {
        if (changed.getAndSet(false)) {
          lease.news(Json.object().set("entry", entry(session)));
        }
        watch.next(PATIENCE).ifPresent(piece -> lease.output(piece.from(), piece.bytes()));
      }
      var last = Json.object();
      last.set("entry", EntryFields.of(SessionEntry.of(session)));
      lease.say(Part.Kind.END, Json.bytes(last));
    }
  }

  private static JsonNode entry(Session session) {
    return EntryFields.of(SessionEntry.of(session, session.stateWatch().standing()));
  }

  /** Streams the list of sessions: all of them, then each that changes. */
  void list(Lease lease) throws InterruptedException {
    var news = new Semaphore(0);
    var changed = ConcurrentHashMap.<SessionId>newKeySet();
    var watched = new HashMap<SessionId, StateWatch.Listening>();
    var names = new HashMap<SessionId, Optional<String>>();
    try (var _ =
        host.sessions()
            .onChange(
                () -> {
                  news.release();
                  return true;
                })) {
      var whole = true;
      while (!lease.isOver()) {
        compare(lease, changed, watched, names, news);
        for (var session : host.sessions().list()) {
          if (changed.remove(session.id())) {
            lease.news(Json.object().set("entry", entry(session)));
          }
        }
        if (whole) {
          lease.news(Json.object().put("whole", true));
          whole = false;
        }
        if (news.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
          news.drainPermits();
        }
      }
    } finally {
      watched.values().forEach(StateWatch.Listening::close);
    }
  }

  private void compare(
      Lease lease,
      Set<SessionId> changed,
      Map<SessionId, StateWatch.Listening> watched,
      Map<SessionId, Optional<String>> names,
      Semaphore news) {
    var there = new HashSet<SessionId>();
    for (var session : host.sessions().list()) {
      var id = session.id();
      there.add(id);
      if (!watched.containsKey(id)) {
        watched.put(
            id,
            session
                .stateWatch()
                .listen(
                    () -> {
                      changed.add(id);
                      news.release();
                    }));
        changed.add(id);
      } else if (!session.name().equals(names.get(id))) {
        changed.add(id);
      }
      names.put(id, session.name());
    }
    for (var id : List.copyOf(watched.keySet())) {
      if (!there.contains(id)) {
        watched.remove(id).close();
        changed.remove(id);
        names.remove(id);
        lease.news(Json.object().put("removed", id.value()));
      }
    }
  }

  /** The screen as it is now. */
  Answer look(JsonNode params) {
    var asking = Asking.once(Optional.empty());
    var above = Math.clamp(params.path("above").asInt(0), 0, MOST_LINES);
    var sighting =
        host.calls()
            .live(asking, params.path("session").asString(""), Optional.empty())
            .look(above);
    return new Answer(
        Json.object()
            .put("offset", sighting.offset())
            .put("columns", sighting.columns())
            .put("rows", sighting.rows())
            .put("first_offset", sighting.firstOffset())
            .put("last_offset", sighting.lastOffset()),
        sighting.paint());
  }

  /** What was printed, for a watcher that fell behind. */
  Answer bytes(JsonNode params) {
    var session = session(params);
    var from = params.path("from").asLong(0);
    var most = Math.clamp(params.path("to").asLong(0) - from, 0, MOST_BYTES);
    try (var watch = session.watch(from)) {
      var piece = watch.next(Duration.ZERO);
      if (piece.isEmpty()) {
        return Answer.of(Json.object().put("from", from));
      }
      var out = new ByteArrayOutputStream();
      out.writeBytes(piece.get().bytes());
      while (out.size() < most) {
        var more = watch.next(Duration.ZERO);
        if (more.isEmpty() || more.get().missed() > 0) {
          break;
        }
        out.writeBytes(more.get().bytes());
      }
      return new Answer(Json.object().put("from", piece.get().from()), out.toByteArray());
    }
  }

  // --- typing ---------------------------------------------------------------------------------

  /**
   * Does what a person does at the keyboard.
   *
   * @param lease of the stream by which they watch; empty for a single act
   */
  Answer act(Caller caller, JsonNode params, Optional<Lease> lease) {
    var session = session(params);
    var key = params.path("person").asString("");
    if (params.path("act").asString("").equals("leave")) {
      lease.ifPresent(one -> one.leave(key));
    } else if (key.isEmpty()) {
      try (var person = host.people().once(session, caller)) {
        act(person, params);
      }
    } else {
      var watching =
          lease.orElseThrow(
              () ->
                  new Refusal(
                      Refusal.Code.UNREACHABLE,
                      "The watch of this session was interrupted; nothing was typed",
                      "Take control again, and type again"));
      act(
          watching.person(
              key,
              _ -> host.people().open(session, caller, mine -> tellFloor(watching, key, mine))),
          params);
    }
    return Answer.of(Json.object());
  }

  /** On a thread of its own, since who gives the floor must not wait for who loses it. */
  private static void tellFloor(Lease lease, String key, boolean mine) {
    Thread.startVirtualThread(
        () -> {
          try {
            lease.news(Json.object().put("person", key).put("mine", mine));
          } catch (WaitCancelledException gone) {
            // Nobody is left to be told.
          }
        });
  }

  private static void act(AtKeyboard person, JsonNode params) {
    switch (params.path("act").asString("")) {
      case "take" -> person.takeFloor();
      case "hand_back" -> person.handBack();
      case "type" -> person.type(keys(params));
      case "feed" -> person.feed(keys(params));
      case "resize" -> person.resize(params.path("cols").asInt(0), params.path("rows").asInt(0));
      case "supply" ->
          person.supply(params.path("ask").asString(""), params.path("value").asString(""));
      case "refuse" -> person.refuse(params.path("ask").asString(""));
      case "keep" ->
          person.keep(
              params.path("name").asString(""),
              params.path("value").asString(""),
              params.path("program").asString(""));
      default -> throw new Refusal(Refusal.Code.BAD_INPUT, "There is no such act");
    }
  }

  private static byte[] keys(JsonNode params) {
    try {
      return Base64.getDecoder().decode(params.path("keys").asString(""));
    } catch (IllegalArgumentException wrong) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "These are no keys");
    }
  }
}
