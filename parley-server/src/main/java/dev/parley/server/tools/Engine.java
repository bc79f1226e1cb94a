package dev.parley.server.tools;

import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolRefusal;
import dev.parley.server.mcp.ToolResult;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What all toolsets share: the sessions, and how far each caller has read in each of them. */
final class Engine {
  /** Many clients give up on a call after 60 s, whatever the server promises. */
  private static final Duration LONGEST = Duration.ofSeconds(50);

  /** For clients that are told about the progress and so keep waiting. */
  private static final Duration LONGEST_WITH_PROGRESS = Duration.ofHours(1);

  /** More than anyone follows; beyond it the reader who was away longest starts over. */
  private static final int MOST_READERS = 10_000;

  private final Sessions sessions;
  private final Map<Reader, Long> read =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Reader, Long> eldest) {
          return size() > MOST_READERS;
        }
      };

  private record Reader(Object caller, SessionId session) {}

  private final Place place;
  private final String client;

  /** Where the sessions are, as far as it matters to a client. */
  enum Place {
    /** In the process that serves the client; nobody else can get at them. */
    ALONE,
    /** In the daemon, where people can get at them too. */
    DAEMON,
    /**
     * In a daemon that took them up from an earlier one, which has answered this client already.
     * Where each of its readers was is not known any more, but where the last answer ended is.
     */
    RESUMED
  }

  Engine(Sessions sessions, Place place) {
    this(sessions, place, "");
  }

  /**
   * An engine for one client.
   *
   * @param client what the client is called, if it may come back after a restart; else empty
   */
  Engine(Sessions sessions, Place place, String client) {
    this.sessions = sessions;
    this.place = place;
    this.client = client;
  }

  /** A launch that stands in a list of this client's, should the client come back. */
  Launch owned(Launch launch, String list) {
    return client.isEmpty() ? launch : launch.ownedBy(owner(list));
  }

  /** What lives of a list that an earlier process had for this client. */
  List<Session> earlier(String list) {
    return client.isEmpty() || place != Place.RESUMED ? List.of() : sessions.ownedBy(owner(list));
  }

  private String owner(String list) {
    return list + " of " + client;
  }

  /** Refuses what only a person can do where none can get at the session. */
  void checkPeopleAreNear(Session session) {
    if (place == Place.ALONE) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "No person can reach session %s: these sessions live inside this server"
              .formatted(session.id()),
          "Tell the person what is needed; never ask them for the secret itself. They can do this"
              + " step in a terminal of their own, or set up a key or agent that needs no password");
    }
  }

  Sessions sessions() {
    return sessions;
  }

  Session find(String reference) {
    return sessions.find(reference);
  }

  /** As {@link #guarded(Wording, Tool.Handler)}, in plain words. */
  static Tool.Handler guarded(Tool.Handler handler) {
    return guarded(Wording.PLAIN, handler);
  }

  /**
   * A handler whose refusals and cancelled waits are said in the protocol's own terms.
   *
   * @param wording how its toolset says what could be done
   */
  static Tool.Handler guarded(Wording wording, Tool.Handler handler) {
    return call -> {
      try {
        return handler.handle(call);
      } catch (Refusal refusal) {
        return ToolResult.refused(translated(wording, refusal));
      } catch (WaitCancelledException cancelled) {
        throw interrupted(cancelled);
      }
    };
  }

  private static InterruptedException interrupted(WaitCancelledException cancelled) {
    var stopped = new InterruptedException(cancelled.getMessage());
    stopped.initCause(cancelled);
    return stopped;
  }

  private static ToolRefusal translated(Wording wording, Refusal refusal) {
    var sentence = String.valueOf(refusal.getMessage());
    return refusal.advice().isEmpty()
        ? new ToolRefusal(refusal.code().wire(), sentence)
        : new ToolRefusal(refusal.code().wire(), sentence, wording.of(refusal));
  }

  /**
   * As {@link #guarded(Tool.Handler)}, for tools that say in a field how it went: beside {@code
   * failure} a refusal has its sentence as {@code error}, its code, and what to try.
   */
  static Tool.Handler guarded(ObjectNode failure, Tool.Handler handler) {
    return guarded(Wording.PLAIN, failure, handler);
  }

  /** As {@link #guarded(ObjectNode, Tool.Handler)}, in the words of a toolset. */
  static Tool.Handler guarded(Wording wording, ObjectNode failure, Tool.Handler handler) {
    return guarded(
        wording,
        call -> {
          try {
            return handler.handle(call);
          } catch (Refusal refusal) {
            return failed(wording, failure.deepCopy(), refusal);
          }
        });
  }

  private static ToolResult failed(Wording wording, ObjectNode fields, Refusal refusal) {
    fields.put("error", String.valueOf(refusal.getMessage())).put("code", refusal.code().wire());
    if (refusal.advice().isPresent()) {
      fields.put("try", wording.of(refusal));
    }
    return new ToolResult(
        ToolResult.refused(translated(wording, refusal)).content(), Optional.of(fields), true);
  }

  /** A wait no longer than the client will stay for. */
  static Duration longest(Call call, Duration asked) {
    var longest = call.takesProgress() ? LONGEST_WITH_PROGRESS : LONGEST;
    return asked.compareTo(longest) > 0 ? longest : asked;
  }

  /** Where this caller's last answer from a session ended; its beginning if there was none. */
  long readTo(Call call, Session session) {
    synchronized (read) {
      return read.getOrDefault(
          new Reader(call.origin(), session.id()),
          place == Place.RESUMED ? session.answeredTo() : 0L);
    }
  }

  void readTo(Call call, Session session, long offset) {
    synchronized (read) {
      read.put(new Reader(call.origin(), session.id()), offset);
    }
  }
}
