package dev.parley.fleet;

import dev.parley.session.WaitCancelledException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/** A call that another node was asked for, and what is heard of it. */
final class PendingCall {
  private final String instance;
  private final Consumer<Part> stream;
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private Assembly assembly = new Assembly(Assembly.LARGEST_ANSWER);

  /** How a call has gone on. */
  sealed interface Heard {
    /** Something was said. */
    record Said(Part.Kind kind, Answer answer) implements Heard {}

    /** The broker knows nobody of that name. */
    record Nobody() implements Heard {}

    /** Whoever was asked will not answer any more. */
    record Silence() implements Heard {}
  }

  /**
   * A call under way.
   *
   * @param instance the process that was asked
   * @param stream takes what is no answer, as it comes
   */
  PendingCall(String instance, Consumer<Part> stream) {
    this.instance = instance;
    this.stream = stream;
  }

  boolean isOf(String process) {
    return instance.equals(process);
  }

  /** Parts of one answer come one after the other on one thread. */
  void add(Part part) {
    if (part.kind().isStreamed()) {
      stream.accept(part);
      return;
    }
    var whole = assembly.add(part);
    if (assembly.isBroken()) {
      add(new Heard.Silence());
    } else if (whole.isPresent()) {
      assembly = new Assembly(Assembly.LARGEST_ANSWER);
      try {
        add(new Heard.Said(part.kind(), Answer.read(whole.get())));
      } catch (JacksonException noJson) {
        add(new Heard.Silence());
      }
    }
  }

  void add(Heard news) {
    heard.add(news);
  }

  /** What is heard next; empty when the time is up. */
  Optional<Heard> next(long nanos) {
    try {
      return Optional.ofNullable(heard.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS));
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }
}
