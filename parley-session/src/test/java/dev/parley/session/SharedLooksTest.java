package dev.parley.session;

import static dev.parley.session.FakePty.WAITING;
import static dev.parley.session.FakePty.WORKING;
import static dev.parley.session.Played.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many who wait on one session share what the kernel says, and nobody is told what is too old. */
@Timeout(20)
final class SharedLooksTest {
  private final Played played = new Played();
  private final FakePty pty = played.pty;
  private final Session session = played.session;

  private Wait begun(Expectation expectation) {
    return session.wait(expectation, View.text(), 0);
  }

  @Test
  void whatOneWasToldWillDoForAllWhoWaitedAlready() {
    var first = begun(Expectation.exit());
    var second = begun(Expectation.exit());
    first.look();
    var asked = pty.probes();

    second.look();

    assertThat(pty.probes()).isEqualTo(asked);
  }

  @Test
  void whoBeginsToWaitLaterIsToldWhatIsTrueThen() {
    pty.does(WAITING);
    begun(Expectation.exit()).look();
    played.time.advance(millis(1));
    pty.does(WORKING);

    assertThat(begun(Expectation.input()).look()).isEmpty();
  }

  @Test
  void whatWasSeenBeforeSomethingWasTypedSaysNothingAboutTheAnswer() {
    pty.does(WAITING);
    var wait = begun(Expectation.input().only(Until.EXIT));
    var other = begun(Expectation.input());
    wait.look();
    pty.does(WORKING);

    session.floor().take("somebody");
    session.typeByHand("somebody", new byte[] {'x'});

    assertThat(other.look()).isEmpty();
  }

  @Test
  void whatWasSeenBeforeAQueryWasAnsweredSaysNothingEither() {
    pty.does(WAITING);
    var wait = begun(Expectation.exit());
    var other = begun(Expectation.input());
    wait.look();
    var asked = pty.probes();
    pty.prints("\033[c"); // what are you?

    other.look();

    assertThat(pty.typed()).isNotEmpty();
    assertThat(pty.probes()).isGreaterThan(asked);
  }

  @Test
  void nobodyTakesItsOwnOldLookForANewOne() {
    var wait = begun(Expectation.input());
    wait.look();
    pty.does(WAITING);
    played.time.advance(Duration.ofNanos(100_000));

    assertThat(wait.look()).isPresent();
  }

  @Test
  void fiftyWaitsAskLittleMoreThanOne() {
    var alone = asked(new Played(), 1);
    var together = asked(new Played(), 50);

    assertThat(together).isLessThan(2 * alone);
  }

  /** How often the kernel is asked while so many wait for a while in silence. */
  private static int asked(Played played, int many) {
    var waits = new ArrayList<Wait>();
    for (var one = 0; one < many; one++) {
      waits.add(played.session.wait(Expectation.exit(), View.text(), 0));
    }
    for (var one = 0; one < 2000; one++) {
      waits.forEach(Wait::look);
      played.time.advance(millis(1));
    }
    return played.pty.probes();
  }

  @Test
  void whoWaitsBesideManyIsToldToo() {
    try (var sessions = Sessions.inProcess();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var session = sessions.start(Launch.of("sh", "-c", "sleep 1; read x; read x"));
      for (var one = 0; one < 20; one++) {
        threads.submit(() -> session.await(Expectation.exit()));
      }
      assertThat(session.await(Expectation.input()).why()).isEqualTo(Why.INPUT);
      session.close();
    }
  }

  @Test
  void aCallerHasOnlySoManyWaitsOnOneSession() {
    var waiters = new Waiters();
    for (var one = 0; one < Waiters.MOST_FOR_ONE; one++) {
      waiters.enter("greedy");
    }

    assertThatThrownBy(() -> waiters.enter("greedy"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.LIMIT));
    waiters.enter("another");
    waiters.exit("greedy");
    waiters.enter("greedy");
  }
}
