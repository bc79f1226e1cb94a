package dev.parley.server.tools;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolRefusal;
import dev.parley.server.mcp.ToolResult;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What all toolsets of one client share: the calls, the sessions, and how far it has read. */
final class Engine {
  private final Sessions sessions;
  private final SessionCalls calls;
  private final ReadPositions positions;
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

  /** An engine over sessions that nobody else can get at. */
  static Engine alone(Sessions sessions) {
    return new Engine(sessions, SessionCalls.alone(sessions), Place.ALONE, "");
  }

  /**
   * An engine for one client.
   *
   * @param client what the client is called, if it may come back after a restart; else empty
   */
  Engine(Sessions sessions, SessionCalls calls, Place place, String client) {
    this.sessions = sessions;
    this.calls = calls;
    this.positions = new ReadPositions(place == Place.RESUMED);
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

  /** Who makes a call, and how they wait. */
  Asking asking(Call call) {
    return new Asking(
        caller(call),
        Optional.of(reader(call)),
        call.takesProgress() ? Asking.PATIENT : Asking.USUAL,
        call.takesProgress() ? Optional.of(call::progress) : Optional.empty());
  }

  /** Agents say what they are; that tells them apart better than the door they came by. */
  static Optional<Caller> caller(Call call) {
    var client = call.client().name();
    return call.caller()
        .filter(Caller.class::isInstance)
        .map(Caller.class::cast)
        .map(
            caller ->
                caller.door().equals("mcp") && !client.isEmpty()
                    ? new Caller(caller.role(), caller.door(), client)
                    : caller);
  }

  private ReadPositions.Reader reader(Call call) {
    return positions.reader(call.origin());
  }

  SessionCalls calls() {
    return calls;
  }

  Sessions sessions() {
    return sessions;
  }

  Session find(String reference) {
    return sessions.find(reference);
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
   * As {@link #guarded(Wording, Tool.Handler)}, for tools that say in a field how it went: beside
   * {@code failure} a refusal has its sentence as {@code error}, its code, and what to try.
   */
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
  Duration longest(Call call, Duration asked) {
    return asking(call).atMost(asked);
  }

  /** Where this caller's last answer from a session ended; its beginning if there was none. */
  long readTo(Call call, Session session) {
    return reader(call).position(session);
  }

  void readTo(Call call, Session session, long offset) {
    reader(call).readTo(session.id(), offset);
  }
}
