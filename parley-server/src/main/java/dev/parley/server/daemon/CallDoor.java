package dev.parley.server.daemon;

import dev.parley.server.access.Caller;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.LocalCaller;
import dev.parley.server.mcp.McpServer;
import dev.parley.session.refusal.Refusal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The door of commands: a call a line, each answered by a line when it is done, in any order. Tools
 * go by their names; everything else is for {@link Control}.
 */
final class CallDoor {
  private static final Logger LOG = Logger.getLogger(CallDoor.class.getName());

  private final Control control;
  private final McpServer server;
  private final BufferedReader in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();

  CallDoor(Daemon daemon, McpServer server, InputStream in, OutputStream out) {
    this.control = new Control(daemon);
    this.server = server;
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
  }

  void serve(Caller user) throws IOException {
    try (var caller = new LocalCaller(server, Optional.of(user), true)) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        take(line, user, caller);
      }
    }
  }

  private void take(String line, Caller user, LocalCaller caller) {
    JsonNode call;
    try {
      call = Json.parse(line);
    } catch (JacksonException noJson) {
      answer(failed("", "bad_input", "This is not JSON", ""));
      return;
    }
    var id = call.path("id").asString("");
    var method = call.path("method").asString("");
    if (server.tools().stream().anyMatch(tool -> tool.name().equals(method))) {
      caller.call(id, method, call.path("params"), this::answer);
    } else {
      Thread.ofVirtual().start(() -> control(user, id, method, call.path("params")));
    }
  }

  private void control(Caller user, String id, String method, JsonNode params) {
    var answer = controlled(user, id, method, params);
    answer(answer);
    if (answer.has("result")) {
      control.afterwards(method, params);
    }
  }

  private ObjectNode controlled(Caller user, String id, String method, JsonNode params) {
    try {
      return Json.object().put("id", id).set("result", control.call(user, method, params));
    } catch (Refusal refused) {
      return failed(
          id, refused.code().wire(), String.valueOf(refused.getMessage()), refused.tryInstead());
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, method + " failed", failed);
      return failed(id, "failed", "%s failed: %s".formatted(method, failed), "");
    }
  }

  private static ObjectNode failed(String id, String code, String sentence, String instead) {
    var answer = Json.object().put("id", id);
    var error = answer.putObject("error").put("code", code).put("message", sentence);
    if (!instead.isEmpty()) {
      error.put("try", instead);
    }
    return answer;
  }

  private void answer(ObjectNode answer) {
    writing.lock();
    try {
      SocketListener.say(out, answer);
    } catch (IOException gone) {
      LOG.log(Level.FINE, "Nobody is left to answer", gone);
    } finally {
      writing.unlock();
    }
  }
}
