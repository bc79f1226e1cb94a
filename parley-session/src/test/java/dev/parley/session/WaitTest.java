package dev.parley.session;

import static dev.parley.session.FakePty.PERHAPS_WAITING;
import static dev.parley.session.FakePty.UNKNOWN;
import static dev.parley.session.FakePty.WAITING;
import static dev.parley.session.FakePty.WORKING;
import static dev.parley.session.Played.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.session.launch.Launch;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every end of a wait and every rule of time in it, with a played child in a played time. */
@Timeout(20)
class WaitTest {
  private final Played played = new Played();
  private final FakeTime time = played.time;
  private final FakePty pty = played.pty;
  private final Session session = played.session;

  @Test
  void inputEndsAWaitAtOnceWithTheOutputThatCameBeforeIt() {
    time.at(40, () -> pty.prints("Name? ").does(WAITING));

    var turn = session.await(Expectation.input());

    assertThat(turn.why()).isEqualTo(Why.INPUT);
    assertThat(turn.state()).isEqualTo(new SessionState.Waiting("Name? "));
    assertThat(turn.elapsed()).isEqualTo(millis(40));
  }

  @Test
  void aProgramThatBeginsToWaitInSilenceIsSeenWithinTwoMilliseconds() {
    time.at(40, () -> pty.does(WAITING));

    assertThat(session.await(Expectation.input()).elapsed()).isBetween(millis(40), millis(42));
  }

  @Test
  void whatIsToldOfAProgramIsHeardAtOnce() {
    time.at(39, () -> pty.prints("Name? "));
    time.at(40, () -> pty.does(WAITING).tells());

    assertThat(session.await(Expectation.input()).elapsed()).isEqualTo(millis(40));
  }

  @Test
  void afterASecondItIsAskedMoreRarely() {
    time.at(5000, () -> pty.does(WAITING));

    assertThat(session.await(Expectation.input()).elapsed()).isBetween(millis(5000), millis(5010));
    assertThat(pty.probes()).isLessThan(1100);
  }

  @Test
  void aPromptWithMarksIsTheEndOfACommand() {
    time.at(30, () -> pty.prints(Played.PROMPT).does(WAITING));

    var turn = session.await(Expectation.command());

    assertThat(turn.why()).isEqualTo(Why.COMMAND);
    assertThat(turn.state()).isEqualTo(new SessionState.Ready("$ "));
    assertThat(turn.elapsed()).isEqualTo(millis(30));
  }

  @Test
  void aQuestionIsNoEndOfACommand() {
    pty.prints("Sure? ").does(WAITING);

    assertThat(session.await(Expectation.command().within(millis(200))).why())
        .isEqualTo(Why.TIMEOUT);
  }

  @Test
  void theEndOfTheChildEndsEveryWait() {
    time.at(30, () -> pty.prints("bye").exits(3));

    var turn = session.await(Expectation.exit(), View.text(), 0);

    assertThat(turn.why()).isEqualTo(Why.EXIT);
    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(3)));
    assertThat(turn.output()).isEqualTo("bye");
    assertThat(turn.elapsed()).isEqualTo(millis(30));
    assertThat(session.ending().orElseThrow().at()).isEqualTo(time.instant());
  }

  @Test
  void aPatternMayBePrintedInPieces() {
    time.at(10, () -> pty.prints("one tw")).at(20, () -> pty.prints("o 42"));

    var turn = session.await(Expectation.pattern("two (\\d+)"), View.text(), 0);

    assertThat(turn.why()).isEqualTo(Why.MATCH);
    assertThat(turn.match().orElseThrow().groups()).isEqualTo(List.of("42"));
    assertThat(turn.elapsed()).isEqualTo(millis(20));
  }

  @Test
  void aPatternIsSeenOnAWholeScreenThatIsDrawnInPieces() {
    pty.prints("\033[?1049h\033[Hstate: running\r\nold news").does(WORKING);
    session.lastOffset();
    time.at(20, () -> pty.prints("\033[1;8Hfinished"));

    var turn = session.await(Expectation.pattern("(?m)^state: (finished)|old"));

    assertThat(turn.why()).isEqualTo(Why.MATCH);
    assertThat(turn.match().orElseThrow().groups()).isEqualTo(List.of("finished"));
    assertThat(turn.elapsed()).isEqualTo(millis(20));
  }

  @Test
  void theEchoOnAWholeScreenIsNoMatch() {
    pty.prints("\033[?1049h\033[H").does(WORKING);
    session.lastOffset();
    time.at(10, () -> pty.prints("\033[24;1H/fa"))
        .at(20, () -> pty.prints("tal"))
        .at(30, () -> pty.prints("\033[Hfatal: no disk"));

    var turn = session.send(Input.line("/fatal"), Expectation.pattern("fatal"));

    assertThat(turn.why()).isEqualTo(Why.MATCH);
    assertThat(turn.elapsed()).isEqualTo(millis(30));
  }

  @Test
  void theEchoOfWhatWasTypedIsNoMatchAndNeitherIsHalfOfIt() {
    pty.prints("> ").does(WAITING);
    session.lastOffset();
    time.at(10, () -> pty.prints("show fl").does(WORKING))
        .at(20, () -> pty.prints("ags\r\n"))
        .at(30, () -> pty.prints("flags: 3\r\n"));

    var turn = session.send(Input.line("show flags"), Expectation.pattern("fl"));

    assertThat(turn.why()).isEqualTo(Why.MATCH);
    assertThat(turn.elapsed()).isEqualTo(millis(30));
  }

  @Test
  void wordsThatAreLikeHalfAnEchoMatchOnceTheProgramWaits() {
    pty.prints("> ").does(WAITING);
    session.lastOffset();
    time.at(10, () -> pty.prints("show").does(WORKING)).at(40, () -> pty.does(WAITING));

    var turn = session.send(Input.line("show flags"), Expectation.pattern("show"));

    assertThat(turn.why()).isEqualTo(Why.MATCH);
  }

  @Test
  void quietIsCountedFromTheLastOutput() {
    time.at(100, () -> pty.prints("a")).at(300, () -> pty.prints("b"));

    var turn = session.await(Expectation.quiet(millis(500)));

    assertThat(turn.why()).isEqualTo(Why.QUIET);
    assertThat(turn.elapsed()).isEqualTo(millis(800));
  }

  @Test
  void quietIsCountedFromTheBeginningOfTheWaitAtLeast() {
    pty.prints("long ago");
    session.lastOffset();
    time.advance(Duration.ofHours(1));

    assertThat(session.await(Expectation.quiet(millis(500))).elapsed()).isEqualTo(millis(500));
  }

  @Test
  void aChangeOfTheScreenEndsAWait() {
    time.at(25, () -> pty.prints("x"));

    var turn = session.await(Expectation.change());

    assertThat(turn.why()).isEqualTo(Why.CHANGE);
    assertThat(turn.elapsed()).isEqualTo(millis(25));
  }

  @Test
  void theFloorEndsAWaitWhenItIsHandedBack() {
    session.floor().take("Alex");
    time.at(70, () -> session.floor().handBack("Alex"));

    var turn = session.await(Expectation.turn().only(Until.FLOOR));

    assertThat(turn.why()).isEqualTo(Why.FLOOR);
    assertThat(turn.elapsed()).isEqualTo(millis(70));
  }

  @Test
  void theFloorFallsBackWhenNothingIsTypedForFiveMinutes() {
    session.floor().take("Alex");
    time.at(Duration.ofMinutes(1), () -> session.typeByHand("Alex", new byte[] {'x'}));

    var turn = session.await(Expectation.turn().only(Until.FLOOR).within(Duration.ofHours(1)));

    assertThat(turn.why()).isEqualTo(Why.FLOOR);
    assertThat(turn.elapsed())
        .isBetween(Duration.ofMinutes(6), Duration.ofMinutes(6).plusMillis(10));
  }

  @Test
  void timeRunsOutExactly() {
    var turn = session.await(Expectation.turn().within(Duration.ofSeconds(15)));

    assertThat(turn.why()).isEqualTo(Why.TIMEOUT);
    assertThat(turn.elapsed()).isEqualTo(Duration.ofSeconds(15));
    assertThat(turn.state()).isEqualTo(new SessionState.Working());
  }

  @Test
  void noTimeAtAllLooksOnce() {
    assertThat(session.await(Expectation.none()).elapsed()).isEqualTo(Duration.ZERO);
    assertThat(pty.probes()).isEqualTo(1);
  }

  @Test
  void aSoftFindingIsBelievedAfterAShortRestBehindAText() {
    time.at(10, () -> pty.prints("> ").does(PERHAPS_WAITING));

    var turn = session.await(Expectation.input());

    assertThat(turn.why()).isEqualTo(Why.INPUT);
    assertThat(turn.verdict().confidence()).isEqualTo(Confidence.MEDIUM);
    var rested = Judge.SETTLED.plus(millis(10));
    assertThat(turn.elapsed()).isBetween(rested, rested.plus(millis(2)));
  }

  @Test
  void aWholeScreenMustRestForAQuarterOfASecond() {
    time.at(10, () -> pty.prints("\033[?1049h\033[H").does(PERHAPS_WAITING));

    assertThat(session.await(Expectation.input()).elapsed()).isBetween(millis(260), millis(262));
  }

  @Test
  void whoLooksAtItsKeyboardAgainAndAgainIsBelievedAfterHalfASecond() {
    var looking =
        FakePty.finding(Finding.Doing.WAITING, Finding.Grade.SOFT, new Evidence.Repeated());
    time.at(10, () -> pty.prints("done\r\n").does(looking));

    assertThat(session.await(Expectation.input()).elapsed()).isBetween(millis(510), millis(512));
  }

  @Test
  void beforeTheFirstAnswerToWhatWasTypedASoftFindingNeedsAllThePatience() {
    pty.prints("> ").does(PERHAPS_WAITING);
    session.lastOffset();
    time.advance(millis(1)); // printed before it is typed, not at the same moment

    var turn = session.send(Input.line("go"));

    assertThat(turn.why()).isEqualTo(Why.INPUT);
    assertThat(turn.elapsed()).isBetween(millis(1500), millis(1510));
  }

  @Test
  void whereNobodyCanLookSilenceDecidesAndTheConfidenceSaysSo() {
    time.at(10, () -> pty.prints("? ").does(UNKNOWN));

    var turn = session.await(Expectation.input().quietFor(millis(700)));

    assertThat(turn.why()).isEqualTo(Why.INPUT);
    assertThat(turn.verdict().confidence()).isEqualTo(Confidence.LOW);
    assertThat(turn.elapsed()).isBetween(millis(710), millis(712));
  }

  @Test
  void aFindingThatNamesItsNextMomentIsAskedThen() {
    var soon =
        new Finding(Finding.Doing.WORKING, Finding.Grade.SOFT, pty.probe().evidence(), millis(8));
    pty.does(soon);
    var before = pty.probes();

    session.await(Expectation.input().within(millis(80)));

    assertThat(pty.probes() - before).isEqualTo(11);
  }

  @Test
  void aProgramWhoseQueryWasAnsweredJustNowIsNotWaiting() {
    time.at(10, () -> pty.prints("\033[6n").does(WAITING));

    var turn = session.await(Expectation.input());

    assertThat(pty.typed()).isEqualTo("\033[1;1R");
    assertThat(turn.elapsed()).isGreaterThanOrEqualTo(millis(10));
  }

  @Test
  void anInterruptCancelsAWait() {
    time.at(10, () -> Thread.currentThread().interrupt());

    assertThatThrownBy(() -> session.await(Expectation.input()))
        .isInstanceOf(WaitCancelledException.class);
  }

  @Test
  void theFirstOfManyThatHasSomethingToReportIsReturned() {
    var other = new Played(time, Launch.of("other"));
    time.at(20, () -> other.pty.prints("me").does(WAITING));
    var waits =
        List.of(
            session.wait(Expectation.input(), View.text(), 0),
            other.session.wait(Expectation.input(), View.text(), 0));

    var turn = Wait.first(waits);

    assertThat(turn.screen().text()).startsWith("me");
    assertThat(turn.elapsed()).isEqualTo(millis(20));
  }

  @Test
  void aWatchReturnsWhatComesAndIsEmptyWhenTimeIsUp() {
    var watch = session.watch(0);
    time.at(100, () -> pty.prints("news"));

    assertThat(watch.next(Duration.ofSeconds(1)).orElseThrow().bytes()).hasSize(4);
    assertThat(time.elapsed()).isEqualTo(millis(100));
    assertThat(watch.next(Duration.ofSeconds(1))).isEmpty();
    assertThat(time.elapsed()).isEqualTo(millis(1100));
  }

  @Test
  void aQuestionRunsOutOfTimeAndIsForgottenTenMinutesLater() {
    assertThat(session.asks().put(Asks.Kind.TAKEOVER, "please", Duration.ofSeconds(30)))
        .isEqualTo(Asks.Outcome.TIMED_OUT);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(30));

    time.advance(Duration.ofMinutes(9));
    assertThat(session.asks().pending()).hasSize(1);
    time.advance(Duration.ofSeconds(31));
    assertThat(session.asks().pending()).isEmpty();
  }
}
