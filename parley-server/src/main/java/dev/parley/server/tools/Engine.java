package dev.parley.server.tools;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Content;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolRefusal;
import dev.parley.server.mcp.ToolResult;
import dev.parley.server.policy.Party;
import dev.parley.server.policy.Policy;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** What all toolsets of one client share: the calls, the sessions, and how far it has read. */
final class Engine {
  private final Sessions sessions;
  private final SessionCalls calls;
  private final ReadPositions positions;
  private final Place place;
  private final ClientOptions options;

  /** Where the sessions are, as far as it matters to a client. */
  enum Place {
    /** In the process that serves the client; nobody else can get at them. */
    ALONE,
    /** In the daemon, where people can get at them too. */
    DAEMON,
    /**
     * In a daemon that took them up from an earlier one, which has answered this client already.
     * Where each of its readers was is noted with the sessions.
     */
    RESUMED
  }

  /** An engine over sessions that nobody else can get at, where everything may be started. */
  static Engine alone(Sessions sessions, ClientOptions options) {
    return alone(sessions, options, () -> Policy.OPEN);
  }

  /** An engine over sessions that nobody else can get at. */
  static Engine alone(Sessions sessions, ClientOptions options, Supplier<Policy> policy) {
    return new Engine(sessions, SessionCalls.alone(sessions).under(policy), Place.ALONE, options);
  }

  /** An engine for one client. */
  Engine(Sessions sessions, SessionCalls calls, Place place, ClientOptions options) {
    this.sessions = sessions;
    this.calls = calls.by(Party.agent(Toolset.PARLEY.wire()));
    this.positions = new ReadPositions(options.client());
    this.place = place;
    this.options = options;
  }

  /** A launch that stands in a list of this client's, should the client come back. */
  Launch owned(Launch launch, String list) {
    return options.client().isEmpty() ? launch : launch.ownedBy(owner(list));
  }

  /** What lives of a list that an earlier process had for this client. */
  List<Session> earlier(String list) {
    return options.client().isEmpty() || place != Place.RESUMED
        ? List.of()
        : sessions.ownedBy(owner(list));
  }

  private String owner(String list) {
    return Owners.name(list, options.client(), options.keep());
  }

  /** Whether people can get at the sessions. */
  boolean peopleNear() {
    return place != Place.ALONE;
  }

  ClientOptions options() {
    return options;
  }

  /** Who makes a call, and how they wait. */
  Asking asking(Call call) {
    return new Asking(
        caller(call),
        Optional.of(reader(call)),
        call.mayGoOn() ? Asking.PATIENT : options.longest(),
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
                caller.door().equals("mcp") && !client.isEmpty() ? caller.named(client) : caller);
  }

  /** Who closes a session, for those who ask why it has ended. */
  String closer(Call call) {
    return asking(call).who().orElseGet(() -> call.client().name());
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
    return sessions.get(reference);
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
    return failed(fields);
  }

  private static ToolResult failed(ObjectNode fields) {
    return new ToolResult(List.of(Content.text(Json.text(fields))), Optional.of(fields), true);
  }

  /** A tool that says in its own fields that it declines, wrong arguments included. */
  static Tool declining(ObjectNode failure, Tool tool) {
    return tool.declining(
        refusal -> {
          var fields =
              failure.deepCopy().put("error", refusal.sentence()).put("code", refusal.code());
          refusal.instead().ifPresent(instead -> fields.put("try", instead));
          return failed(fields);
        });
  }

  /** A tool whose refusals are JSON as its answers are: the text is the same as the fields. */
  static Tool refusingInJson(Tool tool) {
    return tool.declining(refusal -> inJson(ToolResult.refused(refusal)))
        .around(handler -> call -> inJson(handler.handle(call)));
  }

  private static ToolResult inJson(ToolResult result) {
    return result.isError() && result.structured().isPresent()
        ? new ToolResult(
            List.of(Content.text(Json.text(result.structured().get()))), result.structured(), true)
        : result;
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
    reader(call).readTo(session, offset);
  }
}
