package dev.parley.server.http;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.nio.ByteBuffer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One WebSocket of one watcher: what comes in is done here, what goes out is the feed's. */
public final class StreamSocket implements Session.Listener.AutoDemanding {
  private static final Logger LOG = LoggerFactory.getLogger(StreamSocket.class);

  private final LiveSession session;
  private final Caller caller;
  private final StreamFeed feed;
  private final AuditLog audit;
  private final AtKeyboard person;

  StreamSocket(LiveSession session, Caller caller, StreamFeed feed, AuditLog audit) {
    this.session = session;
    this.caller = caller;
    this.feed = feed;
    this.audit = audit;
    this.person =
        session.sitDown(
            caller, mine -> feed.say(Json.object().put("type", "floor").put("mine", mine)));
  }

  @Override
  public void onWebSocketOpen(Session socket) {
    feed.start(socket);
  }

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    var bytes = new byte[payload.remaining()];
    payload.get(bytes);
    callback.succeed();
    attempt(() -> type(bytes));
  }

  @Override
  public void onWebSocketText(String text) {
    attempt(() -> obey(text));
  }

  @Override
  public void onWebSocketPong(ByteBuffer payload) {
    feed.pong(payload);
  }

  private void attempt(Runnable act) {
    try {
      act.run();
    } catch (Problem problem) {
      feed.refuse(problem);
    } catch (Refusal refusal) {
      feed.refuse(Problem.of(refusal));
    } catch (RuntimeException failed) {
      LOG.error("A message to session {} failed", session.id(), failed);
      feed.refuse(new Problem(500, "failed", "This went wrong here, and is in the daemon's log"));
    }
  }

  private void type(byte[] bytes) {
    need(Role.TYPE);
    person.type(bytes);
  }

  private void obey(String text) {
    JsonNode message;
    try {
      message = Json.parse(text);
    } catch (JacksonException malformed) {
      throw Problem.badInput("This is not JSON", "");
    }
    switch (message.path("type").asString("")) {
      case "ping" -> feed.say(Json.object().put("type", "pong"));
      case "resize" -> {
        need(Role.TYPE);
        person.resize(message.path("cols").asInt(0), message.path("rows").asInt(0));
      }
      case "floor" -> {
        need(Role.TYPE);
        if (message.path("take").asBoolean(false)) {
          person.takeFloor();
        } else {
          person.handBack();
        }
      }
      case "secret" -> {
        need(Role.TYPE);
        person.supply(message.path("ask").asString(""), message.path("value").asString(""));
      }
      case "refuse" -> {
        need(Role.TYPE);
        person.refuse(message.path("ask").asString(""));
      }
      default ->
          throw Problem.badInput(
              "There is no message of this type", "Use resize, floor, secret, refuse or ping");
    }
  }

  private void need(Role role) {
    if (!caller.may(role)) {
      audit.refused(caller, "needs " + role.wire(), session.id().value());
      throw new Problem(
          403, "forbidden", "You may watch and not type", "Log in with the role " + role.wire());
    }
  }

  @Override
  public void onWebSocketClose(int status, String reason, Callback callback) {
    left();
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    left();
  }

  private void left() {
    feed.stop();
    person.close();
    session.close();
  }
}
