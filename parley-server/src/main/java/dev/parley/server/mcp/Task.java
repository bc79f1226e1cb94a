package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of a tool that may go on after its request was answered (the extension {@code
 * io.modelcontextprotocol/tasks}). It runs on a thread of its own. As long as its request waits for
 * it, it is a call like any other; once it is detached, the client asks how it stands, brings the
 * answers to its questions, and may cancel it.
 */
final class Task {
  /** Where it stands; the words travel in lower case. */
  private enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    boolean over() {
      return this != WORKING && this != INPUT_REQUIRED;
    }

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How long it can be asked about, at least. */
  static final Duration LIVES = Duration.ofHours(6);

  private static final Duration POLL = Duration.ofSeconds(1);

  private final String id;
  private final String owner;
  private final Instant created = now();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Question> open = new LinkedHashMap<>();
  private final ObjectNode answers = Json.object();
  private final Thread thread;
  private Instant updated = created;
  private Status status = Status.WORKING;
  private Optional<String> message = Optional.empty();
  private Optional<ObjectNode> result = Optional.empty();
  private @Nullable Throwable failure;
  private boolean detached;
  private boolean ending;

  /**
   * @param id hard to guess, since who knows it may ask
   * @param owner whose it is; nobody else finds it
   */
  Task(String id, String owner, Callable<ObjectNode> work) {
    this.id = id;
    this.owner = owner;
    this.thread = Thread.ofVirtual().unstarted(() -> run(work));
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }

  void start() {
    thread.start();
  }

  private void run(Callable<ObjectNode> work) {
    try {
      var done = work.call();
      end(Status.COMPLETED, Optional.of(done), null);
    } catch (Throwable failed) { // told to whoever asks
      end(Status.FAILED, Optional.empty(), failed);
    }
  }

  private void end(Status end, Optional<ObjectNode> with, @Nullable Throwable failed) {
    lock.lock();
    try {
      if (!status.over()) {
        result = with;
        failure = failed;
        become(end);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The lock is held. */
  private void become(Status next) {
    status = next;
    updated = now();
    changed.signalAll();
  }

  /**
   * Waits for its end, and detaches it when that does not come in time.
   *
   * @return whether it goes on by itself; if not, {@link #outcome} has what it came to
   */
  boolean detachAfter(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      var left = atMost.toNanos();
      while (!status.over() && (left > 0 || ending)) {
        if (ending) {
          changed.await();
        } else {
          left = changed.awaitNanos(left);
        }
      }
      detached = !status.over();
      return detached;
    } catch (InterruptedException cancelled) {
      thread.interrupt();
      throw cancelled;
    } finally {
      lock.unlock();
    }
  }

  /** Lets it go on by itself from its beginning. */
  void detach() {
    lock.lock();
    try {
      detached = true;
    } finally {
      lock.unlock();
    }
  }

  /** What a task that was not detached came to, as its request's own thread would have. */
  ObjectNode outcome() throws InterruptedException {
    switch (failure) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException fault -> throw fault;
      case InterruptedException stopped -> throw stopped;
      default -> throw new IllegalStateException(failure);
    }
    return result.orElseThrow();
  }

  /**
   * Asks the client, who brings the answers with {@code tasks/update}; empty while the request that
   * began this waits for it, and can bring the questions itself.
   */
  Optional<ObjectNode> ask(Map<String, Question> questions) throws InterruptedException {
    lock.lock();
    try {
      if (!detached) {
        ending = true; // with the questions
        return Optional.empty();
      }
      open.putAll(questions);
      become(Status.INPUT_REQUIRED);
      while (!open.isEmpty()) {
        changed.await();
      }
      var found = Json.object();
      questions.keySet().forEach(key -> found.set(key, answers.path(key)));
      return Optional.of(found);
    } finally {
      lock.unlock();
    }
  }

  /** Takes answers; those to no question, and those that do not fit theirs, change nothing. */
  void update(ObjectNode responses) {
    lock.lock();
    try {
      for (var response : responses.properties()) {
        var question = open.get(response.getKey());
        if (question != null && question.faultIn(response.getValue()).isEmpty()) {
          answers.set(response.getKey(), response.getValue());
          open.remove(response.getKey());
        }
      }
      if (status == Status.INPUT_REQUIRED && open.isEmpty()) {
        become(Status.WORKING);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Stops it, unless it is over. */
  void cancel() {
    end(Status.CANCELLED, Optional.empty(), null);
    thread.interrupt();
  }

  boolean cancelled() {
    lock.lock();
    try {
      return status == Status.CANCELLED;
    } finally {
      lock.unlock();
    }
  }

  /** Says what it is doing; false where nobody would ask for it. */
  boolean tell(String what) {
    lock.lock();
    try {
      if (detached && !status.over()) {
        message = Optional.of(what);
        updated = now();
      }
      return detached;
    } finally {
      lock.unlock();
    }
  }

  String id() {
    return id;
  }

  boolean belongsTo(String caller) {
    return owner.equals(caller);
  }

  /** Whether nobody can expect to find it any more. */
  boolean forgotten() {
    lock.lock();
    try {
      return status.over() && created.plus(LIVES).isBefore(Instant.now());
    } finally {
      lock.unlock();
    }
  }

  /** As the answer to the request that began it. */
  ObjectNode created() {
    lock.lock();
    try {
      return describe().put("resultType", "task");
    } finally {
      lock.unlock();
    }
  }

  /** As it stands now, with its questions or its end. */
  ObjectNode detailed() {
    lock.lock();
    try {
      var task = describe();
      if (status == Status.INPUT_REQUIRED) {
        task.set("inputRequests", Question.requests(open));
      }
      if (status == Status.COMPLETED) {
        result.ifPresent(it -> task.set("result", it));
      }
      if (status == Status.FAILED) {
        task.set("error", error());
      }
      return task;
    } finally {
      lock.unlock();
    }
  }

  private ObjectNode describe() {
    var task =
        Json.object()
            .put("taskId", id)
            .put("status", status.wire())
            .put("createdAt", created.toString())
            .put("lastUpdatedAt", updated.toString())
            .put("ttlMs", LIVES.toMillis())
            .put("pollIntervalMs", POLL.toMillis());
    message.filter(_ -> !status.over()).ifPresent(text -> task.put("statusMessage", text));
    return task;
  }

  private ObjectNode error() {
    return JsonRpc.error(
        failure instanceof ProtocolException fault
            ? fault
            : new ProtocolException(Fault.INTERNAL, "The call failed: " + failure));
  }
}
