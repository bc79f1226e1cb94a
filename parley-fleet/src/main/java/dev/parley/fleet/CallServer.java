package dev.parley.fleet;

import dev.parley.server.json.Json;
import dev.parley.server.wire.AdviceFields;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers other nodes: each call on a thread of its own, until nobody waits for it any more. */
final class CallServer {
  private static final Logger LOG = Logger.getLogger(CallServer.class.getName());
  private static final int MOST_AT_ONCE = 1024;

  /** Calls of which some parts have come. */
  private static final int MOST_BEGUN = 64;

  private final OwnSessions own;
  private final Function<JsonNode, ObjectNode> hello;
  private final OwnStreams streams;
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private final Map<String, Lease> leases = new ConcurrentHashMap<>();
  private final Map<String, Assembly> begun =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Assembly> eldest) {
          return size() > MOST_BEGUN;
        }
      };

  /**
   * A call that is worked on.
   *
   * @param cancellable a start is not: who asks again by its key must find what it has started
   */
  private record Running(Thread thread, boolean cancellable, boolean watching) {
    void cancel() {
      if (cancellable) {
        thread.interrupt();
      }
    }
  }

  /**
   * Answers for the sessions of this node.
   *
   * @param hello answers who this is
   */
  CallServer(OwnSessions own, OwnStreams streams, Function<JsonNode, ObjectNode> hello) {
    this.own = own;
    this.streams = streams;
    this.hello = hello;
  }

  /** Takes a message; all of them come on one thread. */
  void heard(Connection connection, Message message) {
    var from = Subjects.part(message.getSubject(), 1);
    var part = Part.read(message.getData());
    if (part.isEmpty()) {
      LOG.log(Level.FINE, "Node {0} said something that is no message of Parley''s", from);
      return;
    }
    switch (part.get().kind()) {
      case CALL -> call(connection, from, replyTo(message), part.get());
      case CANCEL -> cancel(new String(part.get().bytes(), StandardCharsets.UTF_8), from);
      case HELLO -> greet(connection, replyTo(message), part.get());
      case TAKEN ->
          lease(from, replyTo(message)).ifPresent(lease -> lease.renewed(part.get().bytes()));
      default -> {}
    }
  }

  private static String replyTo(Message message) {
    return Objects.requireNonNullElse(message.getReplyTo(), "");
  }

  private void greet(Connection connection, String to, Part part) {
    if (to.isEmpty()) {
      return;
    }
    try {
      var answer = hello.apply(Json.parse(ByteBuffer.wrap(part.bytes())));
      say(connection, to, Part.Kind.RESULT, answer);
    } catch (JacksonException noJson) {
      LOG.log(Level.FINE, "A hello could not be read", noJson);
    }
  }

  private void call(Connection connection, String from, String to, Part part) {
    // Answers go to the node that asks, and to no other that it may have named.
    if (!to.startsWith("parley.r." + from + ".")) {
      return;
    }
    var assembly = begun.computeIfAbsent(to, _ -> new Assembly(Assembly.LARGEST_CALL));
    var whole = assembly.add(part);
    if (assembly.isBroken() || whole.isPresent()) {
      begun.remove(to);
    }
    if (whole.isPresent()) {
      begin(connection, from, to, whole.get());
    } else if (assembly.isBroken() && part.index() == part.count() - 1) {
      var lost = new Refusal(Refusal.Code.BAD_INPUT, "A part of the call has not arrived");
      say(connection, to, Part.Kind.REFUSED, AdviceFields.of(lost));
    }
  }

  private void begin(Connection connection, String from, String to, byte[] whole) {
    JsonNode body;
    try {
      body = Json.parse(ByteBuffer.wrap(whole));
    } catch (JacksonException noJson) {
      var bad = new Refusal(Refusal.Code.BAD_INPUT, "This is not JSON");
      say(connection, to, Part.Kind.REFUSED, AdviceFields.of(bad));
      return;
    }
    if (running.size() >= MOST_AT_ONCE) {
      var full =
          new Refusal(
              Refusal.Code.LIMIT,
              "The node works on %d calls of others, which is the limit".formatted(MOST_AT_ONCE));
      say(connection, to, Part.Kind.REFUSED, AdviceFields.of(full));
      return;
    }
    var thread =
        Thread.ofVirtual()
            .name("fleet call")
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> answer(connection, from, to, body));
    // A message that comes twice is one call.
    var what = body.path("call").asString("");
    var one = new Running(thread, !what.equals(FleetNodes.START), isWatching(what));
    if (running.putIfAbsent(to, one) == null) {
      say(connection, to, Part.Kind.ACCEPTED, Json.object());
      thread.start();
    }
  }

  private static boolean isWatching(String what) {
    return what.equals(FleetNodes.WATCH) || what.equals(FleetNodes.WATCH_LIST);
  }

  private void answer(Connection connection, String from, String to, JsonNode body) {
    try {
      var what = body.path("call").asString("");
      if (isWatching(what)) {
        stream(connection, from, to, body);
        say(connection, to, Part.Kind.RESULT, Json.object());
        return;
      }
      if (what.equals(FleetNodes.ACT)) {
        var caller = own.admitted(from, body);
        var lease = lease(from, body.path("params").path("stream").asString(""));
        say(connection, to, Part.Kind.RESULT, streams.act(caller, body.path("params"), lease));
        return;
      }
      var result =
          own.call(
              from,
              body,
              (seconds, message) ->
                  say(
                      connection,
                      to,
                      Part.Kind.PROGRESS,
                      Json.object().put("seconds", seconds).put("message", message)));
      say(connection, to, Part.Kind.RESULT, result);
    } catch (Refusal refused) {
      say(connection, to, Part.Kind.REFUSED, AdviceFields.of(refused));
    } catch (WaitCancelledException cancelled) {
      LOG.log(Level.FINE, "A call was cancelled", cancelled);
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, "A call of node " + from + " failed", failed);
      var sentence = "It failed on the other node: " + failed;
      say(
          connection,
          to,
          Part.Kind.REFUSED,
          AdviceFields.of(new Refusal(Refusal.Code.UNSUPPORTED_HERE, sentence)));
    } finally {
      running.remove(to);
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** Waits until all calls are answered but those that watch, which do not end by themselves. */
  synchronized void awaitAnswered(Duration longest) throws InterruptedException {
    var deadline = System.nanoTime() + longest.toNanos();
    while (running.values().stream().anyMatch(one -> !one.watching)) {
      var left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  /** Only who has asked for a stream may speak of it. */
  private Optional<Lease> lease(String from, String stream) {
    return stream.startsWith("parley.r." + from + ".")
        ? Optional.ofNullable(leases.get(stream))
        : Optional.empty();
  }

  private void stream(Connection connection, String from, String to, JsonNode body) {
    var unused = own.admitted(from, body);
    try (var lease = new Lease(part -> publish(connection, to, part))) {
      leases.put(to, lease);
      if (body.path("call").asString("").equals(FleetNodes.WATCH)) {
        streams.output(body.path("params"), lease);
      } else {
        streams.list(lease);
      }
    } catch (InterruptedException cancelled) {
      throw new WaitCancelledException();
    } finally {
      leases.remove(to);
    }
  }

  private static void publish(Connection connection, String to, Part part) {
    try {
      connection.publish(to, part.message());
    } catch (IllegalStateException lost) {
      throw new WaitCancelledException();
    }
  }

  private static void say(Connection connection, String to, Part.Kind kind, ObjectNode what) {
    say(connection, to, kind, Answer.of(what));
  }

  private static void say(Connection connection, String to, Part.Kind kind, Answer what) {
    try {
      for (var part : Part.of(kind, what.message(), connection.getMaxPayload())) {
        connection.publish(to, part.message());
      }
    } catch (IllegalStateException lost) {
      LOG.log(Level.FINE, "The broker was lost before an answer", lost);
    }
  }

  /** Only who has asked may cancel. */
  private void cancel(String call, String from) {
    var asked = call.startsWith("parley.r." + from + ".") ? running.get(call) : null;
    if (asked != null) {
      asked.cancel();
    }
  }

  /** Nobody can be answered any more. */
  void cancelAll() {
    running.values().forEach(Running::cancel);
  }
}
