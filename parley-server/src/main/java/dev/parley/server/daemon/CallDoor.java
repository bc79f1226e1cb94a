package dev.parley.server.daemon;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.MessageLines;
import dev.parley.server.wire.AdviceFields;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.WireCalls;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The door of commands: a call a line, each answered by a line when it is done, in any order.
 * Everything that is not one of the {@link NamedCall calls} is for {@link Control}.
 */
final class CallDoor {
  private static final Logger LOG = Logger.getLogger(CallDoor.class.getName());

  private final Control control;
  private final WireCalls calls;
  private final ReadPositions positions;
  private final MessageLines in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  CallDoor(Daemon daemon, JsonNode hello, InputStream in, OutputStream out) {
    this.control = new Control(daemon);
    this.calls = new WireCalls(daemon.calls(), Wording.PLAIN);
    this.positions = new ReadPositions(hello.path("client").asString(""));
    this.in = new MessageLines(in, Json.MAX_MESSAGE);
    this.out = out;
  }

  void serve(Caller user) throws IOException {
    // A command has no clock of its own that gives up.
    var asking =
        new Asking(
            Optional.of(user),
            Optional.of(positions.reader(this)),
            Asking.PATIENT,
            Optional.empty());
    try {
      for (var line = in.next(); !(line instanceof MessageLines.End); line = in.next()) {
        if (line instanceof MessageLines.Text(var bytes)) {
          take(StandardCharsets.UTF_8.decode(bytes).toString(), user, asking);
        } else {
          answer(failed("", "bad_input", "A call is too long; 4 MiB is the most"));
        }
      }
    } finally {
      // Nobody waits for what is still under way. The connection ends too, so that an interrupt in
      // the middle of a write does no harm.
      running.forEach(Thread::interrupt);
    }
  }

  private void take(String line, Caller user, Asking asking) {
    JsonNode call;
    try {
      call = Json.parse(line);
    } catch (JacksonException noJson) {
      answer(failed("", "bad_input", "This is not JSON"));
      return;
    }
    var id = call.path("id").asString("");
    var method = call.path("method").asString("");
    var params = call.path("params");
    var named = NamedCall.named(method);
    if (named.isPresent()) {
      begin(() -> answer(answered(id, method, () -> calls.call(asking, named.get(), params))));
    } else {
      Thread.ofVirtual().start(() -> control(user, id, method, params));
    }
  }

  private void begin(Runnable call) {
    var thread =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  try {
                    call.run();
                  } catch (WaitCancelledException cancelled) {
                    LOG.log(Level.FINE, "A call was cancelled", cancelled);
                  } finally {
                    running.remove(Thread.currentThread());
                  }
                });
    running.add(thread);
    thread.start();
  }

  private void control(Caller user, String id, String method, JsonNode params) {
    var answer = answered(id, method, () -> control.call(user, method, params));
    answer(answer);
    if (answer.has("result")) {
      control.afterwards(method, params);
    }
  }

  @FunctionalInterface
  private interface Work {
    ObjectNode run();
  }

  private static ObjectNode answered(String id, String method, Work work) {
    try {
      return Json.object().put("id", id).set("result", work.run());
    } catch (Refusal refused) {
      return Json.object().put("id", id).set("error", AdviceFields.of(refused));
    } catch (WaitCancelledException cancelled) {
      throw cancelled;
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, method + " failed", failed);
      return failed(id, "failed", "%s failed: %s".formatted(method, failed));
    }
  }

  private static ObjectNode failed(String id, String code, String sentence) {
    var answer = Json.object().put("id", id);
    answer.putObject("error").put("code", code).put("message", sentence);
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
