package dev.parley.session;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right to type; one party has it at a time. Agents have it until a person takes it; the person
 * keeps it until it is handed back, or until nothing was typed for a while.
 *
 * <p>Typing happens inside the floor's lock, so that a person who has taken it is never interrupted
 * by what an agent began to type before.
 */
public final class Floor {
  private static final Duration IDLE =
      Duration.ofSeconds(Long.getLong("parley.floor_idle_s", 5 * 60));

  /** Who may type. */
  public enum Party {
    AGENT,
    HUMAN;

    /** The party as it travels: {@code agent}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A person's turn at the keyboard.
   *
   * @param who how to call them, such as {@code alex at terminal 2}
   */
  public record Holding(String who, Instant since) {}

  private final Runnable changed;
  private final TimeSource time;
  private final Duration idle;
  private @Nullable Holding holding;
  private long lastTyped;

  Floor(Runnable changed, TimeSource time) {
    this(changed, time, IDLE);
  }

  Floor(Runnable changed, TimeSource time, Duration idle) {
    this.changed = changed;
    this.time = time;
    this.idle = idle;
  }

  public Party holder() {
    return holding().isPresent() ? Party.HUMAN : Party.AGENT;
  }

  /** The person who has it; empty while agents may type. */
  public synchronized Optional<Holding> holding() {
    return Optional.ofNullable(holding).filter(_ -> left().isPositive());
  }

  /** Takes it for a person, from agents or from another person. */
  public void take(String who) {
    synchronized (this) {
      lastTyped = time.nanos();
      if (holding().filter(held -> held.who().equals(who)).isPresent()) {
        return;
      }
      var taken = new Holding(who, time.instant());
      holding = taken;
      Thread.ofVirtual().name("floor").start(() -> takeBackWhenIdle(taken));
    }
    changed.run();
  }

  /** Sees to it that those who wait for the floor hear of it, also when nobody hands it back. */
  private void takeBackWhenIdle(Holding taken) {
    while (true) {
      synchronized (this) {
        if (!taken.equals(holding)) {
          return;
        }
        if (!left().isPositive()) {
          holding = null;
          break;
        }
      }
      time.pause(left());
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
    }
    changed.run();
  }

  /** Hands it back to agents, if this person has it. */
  public void handBack(String who) {
    synchronized (this) {
      if (holding().filter(held -> held.who().equals(who)).isEmpty()) {
        return;
      }
      holding = null;
    }
    changed.run();
  }

  /** Hands it back to agents, whoever has it. */
  public void handBack() {
    holding().ifPresent(held -> handBack(held.who()));
  }

  /** How long until it falls back to agents by itself. */
  private synchronized Duration left() {
    return Duration.ofNanos(Math.max(0, lastTyped + idle.toNanos() - time.nanos()));
  }

  /** Types as an agent. */
  synchronized <T> T asAgent(Supplier<T> typing) {
    holding().ifPresent(Floor::refuse);
    return typing.get();
  }

  /**
   * Checks that nobody else has it.
   *
   * @throws Refusal when somebody has
   */
  public synchronized void checkFree(String who) {
    holding().filter(held -> !held.who().equals(who)).ifPresent(Floor::refuse);
  }

  private static void refuse(Holding held) {
    throw new Refusal(
        Refusal.Code.HELD_BY_HUMAN,
        "%s has control of this session; reading still works".formatted(held.who()),
        Advice.Step.AWAIT_FLOOR);
  }

  /** Types as a person who has taken it. */
  synchronized void asPerson(String who, Runnable typing) {
    if (holding().filter(held -> held.who().equals(who)).isEmpty()) {
      throw new Refusal(
          Refusal.Code.FLOOR_NEEDED,
          "%s has control of this session, so nothing was typed"
              .formatted(holding().map(Holding::who).orElse("The agent")),
          Advice.Step.TAKE_FLOOR);
    }
    lastTyped = time.nanos();
    typing.run();
  }
}
