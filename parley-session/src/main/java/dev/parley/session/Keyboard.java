package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.session.refusal.Refusal;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What is typed into a session, by whomever: an agent that may have to keep to a {@link Guard}, a
 * person who has the {@link Floor}, a pipe, or a person who supplies a secret. All of them pass
 * {@link #typed}, so that whoever judges the child afterwards finds the same notes about each.
 */
final class Keyboard {
  private final Pty pty;
  private final Typist typist;
  private final Floor floor;
  private final Asks asks;
  private final Intake intake;
  private final StateReader states;
  private final Activity activity;
  private final End end;
  private final Wait.On on;
  private final Bell bell;
  private final ReentrantLock lock;

  Keyboard(Typist typist, Asks asks, Wait.On on) {
    this.pty = on.intake().pty();
    this.typist = typist;
    this.floor = on.floor();
    this.asks = asks;
    this.intake = on.intake();
    this.states = on.states();
    this.activity = on.activity();
    this.end = on.end();
    this.on = on;
    this.bell = on.bell();
    this.lock = on.lock();
  }

  /** Types as an agent if the guard holds, and returns the wait for the answer. */
  Wait type(Input input, Expectation expectation, View view, Guard guard) {
    lock.lock();
    try {
      intake.catchUp(false);
      end.checkAlive();
      if (!guard.equals(Guard.NONE)) {
        var verdict = states.look(expectation.quiet());
        if (!guard.holds(verdict.state(), intake.parsed())) {
          return Wait.over(on, Why.GUARD, verdict, view, intake.parsed());
        }
      }
      states.checkLineIsOurs(input);
      var wait = new Wait(on, expectation, view, intake.parsed());
      var expected = EchoExpected.of(states.prompt(), input);
      noteBox();
      states.noteLine(input);
      wait.typed(typed(() -> floor.asAgent(() -> typist.type(input))));
      activity.expect(expected);
      return wait;
    } catch (PtyException refused) {
      throw refusal(refused);
    } finally {
      lock.unlock();
    }
  }

  /** Types what a person at a keyboard types, who must have taken the floor. */
  void byHand(String who, byte[] bytes) {
    lock.lock();
    try {
      intake.catchUp(false);
      noteBox();
    } finally {
      lock.unlock();
    }
    typed(
        () -> {
          activity.byHand(bytes);
          floor.asPerson(who, () -> pty.type(bytes));
          return bytes;
        });
  }

  /** Notes where a line is typed that begins now; the lock is held. */
  private void noteBox() {
    if (activity.beginsLine()) {
      activity.beginLine(states.box());
    }
  }

  /**
   * Types what a pipe brings, whoever has the floor; waits while the program reads none of it, so
   * no lock is held.
   */
  void feed(byte[] bytes) {
    typed(
        () -> {
          activity.byHand(bytes);
          pty.feed(bytes);
          return bytes;
        });
    activity.stillTyping();
  }

  /**
   * Types a secret that a person supplies, whoever has the floor.
   *
   * @param check throws when it must not be typed; nobody else can type between this and the typing
   */
  Wait secret(String value, Runnable check) {
    Wait wait;
    lock.lock();
    try {
      intake.catchUp(false);
      end.checkAlive();
      check.run();
      wait = new Wait(on, Expectation.turn(), View.text(), intake.parsed());
      wait.typed(typed(() -> typist.type(Input.secret(value))));
      asks.secretSupplied();
    } finally {
      lock.unlock();
    }
    bell.ring(); // the agent that has asked for it
    return wait;
  }

  /**
   * The one way in. An answer is whatever is printed behind the place where the output ends now,
   * and it may be parsed before this returns, so the typing is noted first.
   *
   * @throws Refusal when the session has ended or the input cannot be typed; nothing was typed then
   */
  private <T> T typed(Supplier<T> typing) {
    end.checkAlive();
    var before = activity.typing(intake.printed());
    try {
      var typed = typing.get();
      activity.used();
      on.needs().typed();
      bell.nudge();
      return typed;
    } catch (PtyException refused) {
      activity.undo(before);
      throw refusal(refused);
    } catch (Refusal refused) {
      activity.undo(before);
      throw refused;
    }
  }

  static Refusal refusal(PtyException refused) {
    var code =
        switch (refused.reason()) {
          case BAD_INPUT -> Refusal.Code.BAD_INPUT;
          case LIMIT -> Refusal.Code.LIMIT;
          case EXITED -> Refusal.Code.EXITED;
          case UNSUPPORTED, SYSTEM -> Refusal.Code.UNSUPPORTED_HERE;
        };
    return new Refusal(code, String.valueOf(refused.getMessage()));
  }
}
