package dev.parley.session;

import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

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

  /**
   * One open question.
   *
   * @param reader who asked for input when it was put; what is answered goes to nobody else
   */
  public record Ask(String id, Kind kind, String message, Instant since, SecretReader reader) {}

  /** An open question, and what has become of it. */
  private static final class Open {
    final Ask ask;
    long lastAsked;
    volatile boolean supplied;
    volatile boolean refused;
    volatile boolean taken;

    Open(Ask ask, long now) {
      this.ask = ask;
      this.lastAsked = now;
    }
  }

  private final Floor floor;
  private final Intake intake;
  private final StateReader states;
  private final End end;
  private final Bell bell;
  private final ReentrantLock lock;
  private final TimeSource time;
  private final List<Open> open = new ArrayList<>(); // guarded by this
  private int lastId; // guarded by this

  Asks(
      Floor floor,
      Intake intake,
      StateReader states,
      End end,
      Bell bell,
      ReentrantLock lock,
      TimeSource time) {
    this.floor = floor;
    this.intake = intake;
    this.states = states;
    this.end = end;
    this.bell = bell;
    this.lock = lock;
    this.time = time;
  }

  private boolean forgotten(Open question) {
    return time.since(question.lastAsked).compareTo(FORGOTTEN) > 0;
  }

  /** Questions people have not answered yet, oldest first. */
  public synchronized List<Ask> pending() {
    open.removeIf(this::forgotten);
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
    var deadline = time.nanos() + timeout.toNanos();
    // A question left open may have been answered since, and then nothing is asked any more.
    var question = openAlready(kind).orElseGet(() -> opened(kind, message));
    var self = Thread.currentThread();
    bell.listen(self);
    try {
      for (; ; ) {
        var rings = bell.count();
        intake.catchUpAll();
        var outcome = outcome(question);
        if (outcome.isPresent()) {
          close(question);
          return outcome.get();
        }
        var left = deadline - time.nanos();
        if (left <= 0) {
          return Outcome.TIMED_OUT;
        }
        if (Thread.interrupted()) {
          throw new WaitCancelledException();
        }
        if (bell.count() == rings) {
          time.park(this, left);
        }
      }
    } finally {
      intake.leave(self);
    }
  }

  private synchronized Optional<Open> openAlready(Kind kind) {
    open.removeIf(this::forgotten);
    var earlier = open.stream().filter(one -> one.ask.kind() == kind).findFirst();
    earlier.ifPresent(one -> one.lastAsked = time.nanos());
    return earlier;
  }

  private Open opened(Kind kind, String message) {
    if (kind == Kind.SECRET) {
      states.checkAsksForSecret();
    }
    var shown =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) + "…" : message;
    var reader = states.secretReader();
    Open question;
    synchronized (this) {
      question =
          new Open(new Ask("ask-" + ++lastId, kind, shown, time.instant(), reader), time.nanos());
      question.taken = kind == Kind.TAKEOVER && floor.holding().isPresent();
      open.add(question);
    }
    bell.ring();
    return question;
  }

  /** What has become of a question; under the session's lock, as supplying a secret is. */
  private Optional<Outcome> outcome(Open question) {
    lock.lock();
    try {
      if (question.refused || question.supplied) {
        return Optional.of(question.refused ? Outcome.REFUSED : Outcome.DONE);
      }
      if (end.over()) {
        return Optional.of(Outcome.ENDED);
      }
      var done =
          switch (question.ask.kind()) {
            // Somebody may have typed it by hand: then the program does not ask any more.
            case SECRET ->
                !(states.now().state() instanceof SessionState.Secret)
                    || !question.ask.reader().isSame(states.secretReader());
            case TAKEOVER -> question.taken && floor.holding().isEmpty();
          };
      return done ? Optional.of(Outcome.DONE) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void close(Open question) {
    synchronized (this) {
      open.remove(question);
    }
    bell.ring();
  }

  /** A person declines. */
  public void refuse(String id) {
    found(id).refused = true;
    bell.ring();
  }

  /**
   * Who asked for a secret when a question was put.
   *
   * @throws Refusal when there is no such question, or it asks for no secret
   */
  SecretReader reader(String id) {
    var question = found(id);
    if (question.ask.kind() != Kind.SECRET) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "This asks for no secret", "Take control instead");
    }
    return question.ask.reader();
  }

  /** Nobody asks any more what a question was put for. */
  void withdraw(String id) {
    close(found(id));
  }

  private synchronized Open found(String id) {
    return open.stream()
        .filter(one -> one.ask.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.NOT_FOUND,
                    "There is no open question '%s'; it may have been answered".formatted(id)));
  }

  /** A secret has gone to the program. */
  synchronized void secretSupplied() {
    open.stream().filter(one -> one.ask.kind() == Kind.SECRET).forEach(one -> one.supplied = true);
  }

  /** A person has taken the floor or handed it back. */
  void floorChanged() {
    if (floor.holding().isPresent()) {
      synchronized (this) {
        open.stream()
            .filter(one -> one.ask.kind() == Kind.TAKEOVER)
            .forEach(one -> one.taken = true);
      }
    }
    bell.ring();
  }
}
