package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * What an agent has asked of people in one session: to enter a secret, or to take the keyboard. A
 * question stays open when the agent's call runs out of time, and asking again waits on.
 */
public final class Asks {
  /** A question nobody has come back to for this long is not shown any more. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);

  private static final int LONGEST_MESSAGE = 1000;

  /** What people are asked for. */
  public enum Kind {
    /** One hidden entry for the program that asks for it now. */
    SECRET,
    /** To type themselves, and to hand the keyboard back. */
    TAKEOVER;

    /** The kind as it travels: {@code secret}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Kind> named(String word) {
      return Arrays.stream(values()).filter(kind -> kind.wire().equals(word)).findFirst();
    }
  }

  /** How a question ended. */
  public enum Outcome {
    DONE,
    REFUSED,
    TIMED_OUT,
    /** The session was over first. */
    ENDED;

    /** The outcome as it travels: {@code timed_out}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One open question. */
  public record Ask(String id, Kind kind, String message, Instant since) {}

  /** An open question, and what has become of it. */
  private static final class Open {
    final Ask ask;
    long lastAsked = System.nanoTime();
    volatile boolean supplied;
    volatile boolean refused;
    volatile boolean taken;

    Open(Ask ask) {
      this.ask = ask;
    }

    boolean forgotten() {
      return System.nanoTime() - lastAsked > FORGOTTEN.toNanos();
    }
  }

  private final Session session;
  private final List<Open> open = new ArrayList<>(); // guarded by this
  private int lastId; // guarded by this

  Asks(Session session) {
    this.session = session;
  }

  /** Questions people have not answered yet, oldest first. */
  public synchronized List<Ask> pending() {
    open.removeIf(Open::forgotten);
    return open.stream()
        .filter(one -> !one.supplied && !one.refused && !one.taken)
        .map(one -> one.ask)
        .toList();
  }

  /**
   * Asks people and waits for what comes of it.
   *
   * @throws Refusal when a secret is asked for and the program does not ask for one
   */
  public Outcome put(Kind kind, String message, Duration timeout) {
    var deadline = System.nanoTime() + timeout.toNanos();
    // A question left open may have been answered since, and then nothing is asked any more.
    var question = openAlready(kind).orElseGet(() -> opened(kind, message));
    var self = Thread.currentThread();
    session.bell().listen(self);
    try {
      for (; ; ) {
        var rings = session.bell().count();
        session.catchUpAll();
        var outcome = outcome(question);
        if (outcome.isPresent()) {
          close(question);
          return outcome.get();
        }
        var left = deadline - System.nanoTime();
        if (left <= 0) {
          return Outcome.TIMED_OUT;
        }
        if (Thread.interrupted()) {
          throw new WaitCancelledException();
        }
        if (session.bell().count() == rings) {
          LockSupport.parkNanos(this, left);
        }
      }
    } finally {
      session.leave(self);
    }
  }

  private synchronized Optional<Open> openAlready(Kind kind) {
    open.removeIf(Open::forgotten);
    var earlier = open.stream().filter(one -> one.ask.kind() == kind).findFirst();
    earlier.ifPresent(one -> one.lastAsked = System.nanoTime());
    return earlier;
  }

  private Open opened(Kind kind, String message) {
    if (kind == Kind.SECRET) {
      session.checkAsksForSecret();
    }
    var shown =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) + "…" : message;
    Open question;
    synchronized (this) {
      question = new Open(new Ask("ask-" + ++lastId, kind, shown, Instant.now()));
      question.taken = kind == Kind.TAKEOVER && session.floor().holding().isPresent();
      open.add(question);
    }
    session.bell().ring();
    return question;
  }

  /** What has become of a question; under the session's lock, as supplying a secret is. */
  private Optional<Outcome> outcome(Open question) {
    session.lock().lock();
    try {
      if (question.refused || question.supplied) {
        return Optional.of(question.refused ? Outcome.REFUSED : Outcome.DONE);
      }
      if (session.over()) {
        return Optional.of(Outcome.ENDED);
      }
      var done =
          switch (question.ask.kind()) {
            // Somebody may have typed it by hand: then the program does not ask any more.
            case SECRET -> !(session.state() instanceof SessionState.Secret);
            case TAKEOVER -> question.taken && session.floor().holding().isEmpty();
          };
      return done ? Optional.of(Outcome.DONE) : Optional.empty();
    } finally {
      session.lock().unlock();
    }
  }

  private void close(Open question) {
    synchronized (this) {
      open.remove(question);
    }
    session.bell().ring();
  }

  /** A person declines. */
  public void refuse(String id) {
    synchronized (this) {
      open.stream()
              .filter(one -> one.ask.id().equals(id))
              .findFirst()
              .orElseThrow(
                  () ->
                      new Refusal(
                          Refusal.Code.NOT_FOUND,
                          "There is no open question '%s'; it may have been answered"
                              .formatted(id)))
              .refused =
          true;
    }
    session.bell().ring();
  }

  /** A secret has gone to the program. */
  synchronized void secretSupplied() {
    open.stream().filter(one -> one.ask.kind() == Kind.SECRET).forEach(one -> one.supplied = true);
  }

  /** A person has the floor now. */
  synchronized void floorTaken() {
    open.stream().filter(one -> one.ask.kind() == Kind.TAKEOVER).forEach(one -> one.taken = true);
  }
}
