package dev.parley.fleet;

import dev.parley.fleet.PendingCall.Heard;
import dev.parley.server.calls.Progress;
import dev.parley.server.json.Json;
import dev.parley.server.wire.AdviceFields;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks other nodes. What is asked is answered, or refused; a call that another node may have begun
 * when it fell silent is repeated if that does no harm, and otherwise answered with {@code
 * unknown_outcome}. No call takes longer than its limit.
 */
final class FarCalls {
  /** How long a node may take to say that it has heard. */
  private static final Duration TO_ACCEPT = Duration.ofSeconds(5);

  /** How long a call that may be repeated waits for a node that restarts. */
  private static final Duration TO_COME_BACK = Duration.ofSeconds(10);

  private static final Duration MARGIN = Duration.ofSeconds(10);

  /** Whether a call may be made again when it is not known what became of it. */
  enum Repeat {
    /** It changes nothing. */
    ANY_TIME,
    /** It has a key by which the process that was asked knows it again. */
    SAME_PROCESS,
    NEVER
  }

  /**
   * What is asked.
   *
   * @param what the name of the call
   * @param body who asks, and for what
   * @param longest how long the other node may wait before it answers
   */
  record Asked(
      String node,
      String what,
      ObjectNode body,
      Duration longest,
      Repeat repeat,
      Optional<Progress.Listener> listener) {}

  private final Broker broker;
  private final Subjects subjects;
  private final NodeTable nodes;
  private final boolean worker;
  private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final Figures figures =
      new Figures(
          new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());

  /**
   * Asks over a connection.
   *
   * @param worker whether this node hears of no others
   */
  FarCalls(Broker broker, Subjects subjects, NodeTable nodes, boolean worker) {
    this.worker = worker;
    this.broker = broker;
    this.subjects = subjects;
    this.nodes = nodes;
  }

  // --- what comes in --------------------------------------------------------------------------

  /** An answer, or a part of one. */
  void heard(Message message) {
    var call = number(Subjects.part(message.getSubject(), 0)).map(pending::get);
    if (call.isEmpty()) {
      return; // nobody waits for it any more
    }
    if (message.isStatusMessage()) {
      call.get().add(new Heard.Nobody());
      return;
    }
    Part.read(message.getData()).ifPresent(call.get()::add);
  }

  private static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }

  /** A process of a node will not answer any more. */
  void gone(String instance) {
    pending.values().stream()
        .filter(call -> call.isOf(instance))
        .forEach(call -> call.add(new Heard.Silence()));
  }

  /** The broker is gone, and with it the way back of every answer. */
  void allGone() {
    pending.values().forEach(call -> call.add(new Heard.Silence()));
  }

  // --- what goes out --------------------------------------------------------------------------

  /**
   * Asks, and waits for the answer.
   *
   * @throws Refusal of the other node's, or when it is not reached
   */
  Answer call(Asked asked) {
    var began = System.nanoTime();
    try {
      var answer = answered(asked);
      figures.answered.increment();
      return answer;
    } catch (Refusal refused) {
      switch (refused.code()) {
        case UNREACHABLE -> figures.unreachable.increment();
        case UNKNOWN_OUTCOME -> figures.unknown.increment();
        default -> figures.refused.increment();
      }
      throw refused;
    } finally {
      figures.nanos.add(System.nanoTime() - began);
    }
  }

  /** How calls on other nodes have ended so far. */
  private record Figures(
      LongAdder answered,
      LongAdder refused,
      LongAdder unreachable,
      LongAdder unknown,
      LongAdder nanos) {}

  ObjectNode figures() {
    return Json.object()
        .put("answered", figures.answered.sum())
        .put("refused", figures.refused.sum())
        .put("unreachable", figures.unreachable.sum())
        .put("unknown_outcome", figures.unknown.sum())
        .put("seconds", figures.nanos.sum() / 1e9);
  }

  private Answer answered(Asked asked) {
    var began = System.nanoTime();
    var limit = asked.longest().plus(MARGIN);
    var earlier = Optional.<String>empty(); // the process that may have done it already
    while (true) {
      try {
        checkConnected();
        var node = nodes.reached(asked.node()).last();
        if (asked.repeat() == Repeat.SAME_PROCESS
            && earlier.filter(one -> !one.equals(node.instance())).isPresent()) {
          throw unknownOutcome(asked);
        }
        var passed = Duration.ofNanos(System.nanoTime() - began);
        var call = new PendingCall(node.instance(), _ -> {});
        var body = shortened(asked, passed);
        var answer = attempt(asked, call, body, limit.minus(passed), earlier.isPresent());
        if (answer.isPresent()) {
          return answer.get();
        }
        earlier = Optional.of(node.instance());
      } catch (Refusal refused) {
        throw earlier.isPresent() ? afterEarlier(asked, refused) : refused;
      }
      var left = limit.minusNanos(System.nanoTime() - began);
      if (asked.repeat() == Repeat.NEVER || left.isNegative() || !isBack(asked.node(), left)) {
        throw asked.repeat() == Repeat.ANY_TIME ? notAnswered(asked) : unknownOutcome(asked);
      }
    }
  }

  /** That a node is not reached now says nothing about what became of an earlier try. */
  private static Refusal afterEarlier(Asked asked, Refusal refused) {
    return asked.repeat() == Repeat.SAME_PROCESS && refused.code() == Refusal.Code.UNREACHABLE
        ? unknownOutcome(asked)
        : refused;
  }

  private void checkConnected() {
    if (worker) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "This node has joined as a worker, which is reached by others and reaches none",
          "Ask on another node, or join without --worker");
    }
    var unused = broker.connection();
  }

  /** A wait that is begun again has less time left. */
  private static ObjectNode shortened(Asked asked, Duration passed) {
    var params = asked.body().path("params");
    if (!params.has("timeout_ms")) {
      return asked.body();
    }
    var body = asked.body().deepCopy();
    var left = params.path("timeout_ms").asLong() - passed.toMillis();
    ((ObjectNode) body.path("params")).put("timeout_ms", Math.max(0, left));
    return body;
  }

  private boolean isBack(String node, Duration left) {
    var deadline = System.nanoTime() + min(left, TO_COME_BACK).toNanos();
    try {
      return broker.awaitConnected(Duration.ofNanos(deadline - System.nanoTime()))
          && nodes.awaitUp(node, Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** One try; empty when it is not known what became of it. */
  private Optional<Answer> attempt(
      Asked asked, PendingCall call, ObjectNode body, Duration limit, boolean again) {
    var id = ids.incrementAndGet();
    pending.put(id, call);
    try {
      send(asked, body, id);
      return await(asked, call, limit, again);
    } catch (WaitCancelledException cancelled) {
      cancel(asked.node(), id);
      throw cancelled;
    } finally {
      pending.remove(id);
    }
  }

  private void send(Asked asked, ObjectNode body, long id) {
    var connection = broker.connection();
    var bytes = Json.bytes(body);
    if (bytes.length > Assembly.LARGEST_CALL) {
      throw new Refusal(Refusal.Code.LIMIT, "This is too long for another node");
    }
    try {
      for (var part : Part.of(Part.Kind.CALL, bytes, connection.getMaxPayload())) {
        connection.publish(subjects.ask(asked.node(), "call"), subjects.answer(id), part.message());
      }
    } catch (IllegalStateException lost) {
      // Of several parts not all have gone, so that nothing can have been done.
      throw broker.now().isPresent() ? notAnswered(asked) : lostBroker();
    }
  }

  // --- streams --------------------------------------------------------------------------------

  /**
   * Asks for a stream.
   *
   * @param sink takes its parts, on the thread that all answers come on
   * @throws Refusal when the node is not reached
   */
  Stream open(Asked asked, Consumer<Part> sink) {
    checkConnected();
    var node = nodes.reached(asked.node()).last();
    var stream = new Stream(asked, ids.incrementAndGet(), new PendingCall(node.instance(), sink));
    pending.put(stream.id, stream.call);
    try {
      send(asked, asked.body(), stream.id);
    } catch (Refusal notSent) {
      pending.remove(stream.id);
      throw notSent;
    }
    return stream;
  }

  /** A stream that another node was asked for. */
  final class Stream implements AutoCloseable {
    private final Asked asked;
    private final long id;
    private final PendingCall call;

    private Stream(Asked asked, long id, PendingCall call) {
      this.asked = asked;
      this.id = id;
      this.call = call;
    }

    /** What the other node knows it by. */
    String name() {
      return subjects.answer(id);
    }

    /** Says how many bytes were taken, which also says that somebody is here. */
    void taken(long count) {
      var part =
          new Part(Part.Kind.TAKEN, 0, 1, ByteBuffer.allocate(Long.BYTES).putLong(count).array());
      try {
        broker
            .now()
            .ifPresent(
                connection ->
                    connection.publish(
                        subjects.ask(asked.node(), "taken"), name(), part.message()));
      } catch (IllegalStateException lost) {
        // Whoever waits for the end of it hears of that.
      }
    }

    /**
     * Waits for its end; false when it goes on.
     *
     * @throws Refusal when the node declines
     */
    boolean hasEnded(Duration longest) {
      var deadline = System.nanoTime() + longest.toNanos();
      while (true) {
        var news = call.next(deadline - System.nanoTime());
        if (news.isEmpty()) {
          return false;
        }
        switch (news.get()) {
          case Heard.Silence _ -> {
            return true;
          }
          case Heard.Nobody _ -> {
            nodes.suspect(asked.node());
            return true;
          }
          case Heard.Said(var kind, var answer) -> {
            if (kind == Part.Kind.REFUSED) {
              throw refusal(answer.fields());
            }
            if (kind == Part.Kind.RESULT) {
              return true;
            }
          }
        }
      }
    }

    @Override
    public void close() {
      pending.remove(id);
      cancel(asked.node(), id);
    }
  }

  private Refusal lostBroker() {
    try {
      broker.connection();
    } catch (Refusal why) {
      return why;
    }
    return new Refusal(Refusal.Code.UNREACHABLE, "The broker was lost; nothing was done");
  }

  private Optional<Answer> await(Asked asked, PendingCall call, Duration limit, boolean again) {
    var deadline = System.nanoTime() + limit.toNanos();
    var hearing = System.nanoTime() + TO_ACCEPT.toNanos();
    var accepted = false;
    while (true) {
      var until = accepted ? deadline : Math.min(deadline, hearing);
      var news = call.next(until - System.nanoTime());
      if (news.isEmpty()) {
        return Optional.empty(); // it takes too long
      }
      switch (news.get()) {
        case Heard.Silence _ -> {
          return Optional.empty();
        }
        case Heard.Nobody _ -> {
          nodes.suspect(asked.node());
          if (asked.repeat() == Repeat.ANY_TIME || again) {
            return Optional.empty(); // a daemon that was killed is back in a moment
          }
          throw notAnswered(asked);
        }
        case Heard.Said(var kind, var answer) -> {
          var what = answer.fields();
          switch (kind) {
            case RESULT -> {
              return Optional.of(answer);
            }
            case REFUSED -> throw refusal(what);
            case PROGRESS ->
                asked
                    .listener()
                    .ifPresent(
                        listener ->
                            listener.progress(
                                what.path("seconds").asDouble(0),
                                what.path("message").asString("")));
            default -> accepted = true;
          }
        }
      }
    }
  }

  private void cancel(String node, long id) {
    var text = subjects.answer(id).getBytes(StandardCharsets.UTF_8);
    try {
      broker.now().ifPresent(connection -> cancel(connection, node, text));
    } catch (IllegalStateException lost) {
      // Then nobody can be told, and the wait ends by itself.
    }
  }

  private void cancel(Connection connection, String node, byte[] call) {
    var interrupted = Thread.interrupted(); // or the message would not leave
    connection.publish(
        subjects.ask(node, "cancel"), new Part(Part.Kind.CANCEL, 0, 1, call).message());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // --- refusals -------------------------------------------------------------------------------

  private static Refusal notAnswered(Asked asked) {
    return new Refusal(
        Refusal.Code.UNREACHABLE,
        "Node %s does not answer".formatted(asked.node()),
        "Try again when 'parley nodes' shows it up; its sessions go on meanwhile");
  }

  private static Refusal unknownOutcome(Asked asked) {
    return new Refusal(
        Refusal.Code.UNKNOWN_OUTCOME,
        "Node %s fell silent before it answered: what was asked may have been done or not"
            .formatted(asked.node()),
        "Read the session when the node is back, before it is done again");
  }

  private static Refusal refusal(JsonNode error) {
    var word = error.path("code").asString("");
    var code =
        Arrays.stream(Refusal.Code.values())
            .filter(one -> one.wire().equals(word))
            .findFirst()
            .orElse(Refusal.Code.UNSUPPORTED_HERE);
    var sentence = error.path("message").asString("The other node gave no reason");
    var parameters = new HashMap<String, String>();
    error
        .path("advice")
        .properties()
        .forEach(field -> parameters.put(field.getKey(), field.getValue().asString("")));
    var advice =
        AdviceFields.read(error.path("advice").path("code").asString(""), parameters)
            .or(() -> error.path("try").asStringOpt().map(Advice.Plain::new));
    return advice.isPresent()
        ? new Refusal(code, sentence, advice.get())
        : new Refusal(code, sentence);
  }
}
