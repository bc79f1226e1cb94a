package dev.parley.server.daemon;

import dev.parley.server.access.Caller;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.MessageLines;
import dev.parley.server.wire.NamedCall;
import dev.parley.session.WaitCancelledException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The door of commands: a call a line, each answered by a line when it is done, in any order. */
final class CallDoor {
  private static final Logger LOG = Logger.getLogger(CallDoor.class.getName());

  private final CommandCalls calls;
  private final MessageLines in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  CallDoor(Daemon daemon, JsonNode hello, Caller user, InputStream in, OutputStream out) {
    this.calls = new CommandCalls(daemon, hello.path("client").asString(""), user);
    this.in = new MessageLines(in, Json.MAX_MESSAGE);
    this.out = out;
  }

  void serve() throws IOException {
    try {
      for (var line = in.next(); !(line instanceof MessageLines.End); line = in.next()) {
        if (line instanceof MessageLines.Text(var bytes)) {
          take(StandardCharsets.UTF_8.decode(bytes).toString());
        } else {
          answer("", CommandCalls.failed("bad_input", "A call is too long; 4 MiB is the most"));
        }
      }
    } finally {
      // Nobody waits for what is still under way. The connection ends too, so that an interrupt in
      // the middle of a write does no harm.
      running.forEach(Thread::interrupt);
    }
  }

  private void take(String line) {
    JsonNode call;
    try {
      call = Json.parse(line);
    } catch (JacksonException noJson) {
      answer("", CommandCalls.failed("bad_input", "This is not JSON"));
      return;
    }
    var id = call.path("id").asString("");
    var method = call.path("method").asString("");
    var params = call.path("params");
    if (NamedCall.named(method).isPresent()) {
      begin(() -> answer(id, calls.call(method, params)));
    } else {
      Thread.ofVirtual().start(() -> control(id, method, params));
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

  private void control(String id, String method, JsonNode params) {
    var answer = calls.call(method, params);
    answer(id, answer);
    calls.afterwards(method, params, answer);
  }

  private void answer(String id, ObjectNode answer) {
    writing.lock();
    try {
      SocketListener.say(out, Json.object().put("id", id).setAll(answer));
    } catch (IOException gone) {
      LOG.log(Level.FINE, "Nobody is left to answer", gone);
    } finally {
      writing.unlock();
    }
  }
}
