package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.Attention.Kind;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a session needs somebody, in a time that runs as fast as it is waited for. */
@Timeout(20)
class NeedsTest {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private final FakeTime time = FakeTime.playedByWhoeverWaits();
  private final Played played = new Played(time, Launch.of("fake"));
  private final Session session = played.session;

  @Test
  void aProgramAtWorkNeedsNobody() {
    played.pty.prints("building\r\n");
    assertThat(kind()).isEqualTo(Kind.NONE);
    time.advance(A_MINUTE);
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aQuestionThatNobodyHasSeenNeedsSomebodyUntilSomebodyLooks() {
    time.advance(A_MINUTE);
    played.pty.prints("Continue? [y/N] ").does(FakePty.WAITING);
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    time.advance(A_MINUTE);

    var attention = session.standing().attention();
    assertThat(attention.kind()).isEqualTo(Kind.QUESTION);
    assertThat(attention.reason()).isEqualTo("Continue? [y/N]");
    assertThat(attention.since()).isEqualTo(time.instant().minus(A_MINUTE));

    assertThat(session.screen().rows()).isPositive();
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aQuestionThatIsThereBeforeTheSessionIsNeedsSomebodyToo() {
    var quick =
        new Session(
            Origin.inMemory(new SessionId("quick"), Launch.of("fake"), time.instant(), "", 1 << 20),
            time,
            sink -> new FakePty(sink).prints("Continue? [y/N] ").does(FakePty.WAITING));
    assertThat(quick.standing().attention().kind()).isEqualTo(Kind.QUESTION);
  }

  @Test
  void aSessionThatOnlyWaitsForItsAgentCallsNobody() {
    played.pty.prints(">>> ").does(FakePty.WAITING);
    session.await(Expectation.turn());
    for (var turn = 0; turn < 3; turn++) {
      time.advance(A_MINUTE);
      assertThat(kind()).isEqualTo(Kind.NONE);
      session.send(Input.line("1"), Expectation.input());
    }
    time.advance(A_MINUTE);
    played.pty.prints("a job is through\r\n>>> ");
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void anAgentThatLeftAProgramAtWorkIsNeededWhenItAsks() {
    session.await(Expectation.turn().within(Duration.ofSeconds(5)));
    assertThat(kind()).isEqualTo(Kind.NONE);
    played.pty.does(FakePty.WAITING); // it asks without a word
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    session.await(Expectation.turn());
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aPasswordIsTold() {
    played.pty.prints("Password [y/N]: ").does(FakePty.SECRET);
    assertThat(kind()).isEqualTo(Kind.SECRET);
    assertThat(session.standing().glimpse().answers()).isEmpty();
  }

  @Test
  void aShellThatIsBackAtItsPromptIsDoneAfterAWhile() {
    played.pty.prints(Played.PROMPT).does(FakePty.WAITING);
    session.await(Expectation.input());
    type("make", "making\r\n");
    time.advance(Duration.ofSeconds(2));
    played.pty.prints(Played.PROMPT).does(FakePty.WAITING);
    assertThat(kind()).isEqualTo(Kind.NONE);

    type("make", "making\r\n");
    time.advance(A_MINUTE);
    played.pty.prints(Played.PROMPT).does(FakePty.WAITING);
    assertThat(kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void anEndIsToldAsItWas() {
    time.advance(A_MINUTE);
    played.pty.exits(2);
    var attention = session.standing().attention();
    assertThat(attention.kind()).isEqualTo(Kind.FAILED);
    assertThat(attention.reason()).isEqualTo("exit code 2");
    session.await(Expectation.exit());
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aGoodEndIsToldAfterAWhileOnly() {
    played.pty.exits(0);
    assertThat(kind()).isEqualTo(Kind.NONE);

    var other = new Played(time, Launch.of("fake"));
    time.advance(A_MINUTE);
    other.pty.exits(0);
    assertThat(other.session.standing().attention().kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void whoClosedItKnowsOfIt() {
    session.end(Duration.ZERO, "a person");
    played.pty.exits(137);
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void whatAProgramTellsThePersonCountsWhileItWorks() {
    time.advance(A_MINUTE);
    played.pty.prints("\033]9;May I edit the file?\007");
    var attention = session.standing().attention();
    assertThat(attention.kind()).isEqualTo(Kind.QUESTION);
    assertThat(attention.reason()).isEqualTo("May I edit the file?");
    time.advance(Duration.ofSeconds(1));
    assertThat(session.screen().rows()).isPositive();
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void aLongNoticeIsCut() {
    time.advance(A_MINUTE);
    played.pty.prints("\033]9;" + "x".repeat(5000) + "\007");
    assertThat(session.standing().attention().reason()).isEqualTo("x".repeat(200) + "…");
  }

  @Test
  void aBellCountsUnlessSomebodyWasThereToHearIt() {
    time.advance(Duration.ofSeconds(2));
    played.pty.prints("\007");
    assertThat(kind()).isEqualTo(Kind.NONE);
    time.advance(A_MINUTE);
    played.pty.prints("\007");
    var attention = session.standing().attention();
    assertThat(attention.kind()).isEqualTo(Kind.QUESTION);
    assertThat(attention.reason()).isEqualTo("it rang the bell");
  }

  @Test
  void whatAProgramSaidBeforeItWasClosedCallsNobody() {
    time.advance(A_MINUTE);
    played.pty.prints("\007");
    session.end(Duration.ZERO, "a person");
    played.pty.exits(137);
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void everyKindOfMessageCounts() {
    for (var message :
        List.of("\033]9;May I?\007", "\033]99;;May I?\007", "\033]777;notify;May I?\007")) {
      var one = new Played(time, Launch.of("fake"));
      time.advance(A_MINUTE);
      one.pty.prints(message);
      var attention = one.session.standing().attention();
      assertThat(attention.kind()).as(message).isEqualTo(Kind.QUESTION);
      assertThat(attention.reason()).isEqualTo("May I?");
    }
  }

  @Test
  void aBarThatMovesMeansWorkAlsoWhereInputWouldBeTaken() {
    time.advance(A_MINUTE);
    played.pty.prints("\033]9;4;3\007> ").does(FakePty.WAITING);
    assertThat(kind()).isEqualTo(Kind.NONE);
    assertThat(session.screen().rows()).isPositive(); // who looks sees it at work, not waiting
    time.advance(Duration.ofSeconds(5));
    played.pty.prints("\033]9;4;0\007");
    assertThat(kind()).isEqualTo(Kind.QUESTION);
  }

  @Test
  void aBarThatStandsStillIsNoSignOfWork() {
    played.pty.prints("\033]9;4;3\007> ").does(FakePty.WAITING);
    assertThat(kind()).isEqualTo(Kind.NONE);
    time.advance(A_MINUTE);
    assertThat(kind()).isEqualTo(Kind.QUESTION);
  }

  @Test
  void aBarTellsOfFailureAndOfAPause() {
    time.advance(A_MINUTE);
    played.pty.prints("\033]9;4;2;40\007");
    assertThat(kind()).isEqualTo(Kind.FAILED);
    played.pty.prints("\033]9;4;4;40\007");
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    played.pty.prints("\033]9;4;1;40\007");
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void whatIsSaidInItsNameHoldsUntilSomebodyLooksOrItIsTakenBack() {
    played.pty.prints("> ").does(FakePty.WAITING);
    session.await(Expectation.turn());
    time.advance(A_MINUTE);
    session.tell(Kind.DONE, "the change is made");
    var attention = session.standing().attention();
    assertThat(attention.kind()).isEqualTo(Kind.DONE);
    assertThat(attention.reason()).isEqualTo("the change is made");
    time.advance(A_MINUTE);
    assertThat(session.standing().attention().since()).isEqualTo(time.instant().minus(A_MINUTE));
    session.tell(Kind.QUESTION, "");
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    assertThat(session.standing().attention().reason()).isEqualTo(">");
    session.tell(Kind.NONE, "");
    assertThat(kind()).isEqualTo(Kind.NONE);
    time.advance(Duration.ofSeconds(1));
    session.tell(Kind.FAILED, "");
    time.advance(Duration.ofSeconds(1));
    assertThat(session.screen().rows()).isPositive();
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  @Test
  void theSameNeedAgainAfterALookIsAnother() {
    time.advance(A_MINUTE);
    session.tell(Kind.QUESTION, "one");
    var one = session.standing();
    session.tell(Kind.QUESTION, "the same, in other words");
    assertThat(session.standing().isLike(one)).isTrue();
    time.advance(A_MINUTE);
    assertThat(session.screen().rows()).isPositive();
    time.advance(A_MINUTE);
    session.tell(Kind.QUESTION, "two");
    assertThat(session.standing().isLike(one)).isFalse();
  }

  @Test
  void othersCannotSayThatAPasswordIsWanted() {
    assertThatThrownBy(() -> session.tell(Kind.SECRET, ""))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("secret");
  }

  private void type(String line, String answer) {
    played.pty.does(FakePty.WORKING);
    session.send(Input.line(line), Expectation.none());
    played.pty.prints(answer);
  }

  private Kind kind() {
    return session.standing().attention().kind();
  }
}
