package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Doubt;
import dev.parley.pty.finding.Evidence.Pursuit;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import dev.parley.session.Attention.Kind;
import dev.parley.session.launch.Launch;
import dev.parley.session.time.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program with an input box and a spinner, as coding agents are: what is said of it while it
 * works, when it asks, and when it is through.
 */
@Timeout(20)
class SpinnerTest {
  private static final String PERSON = "ann";
  private static final String BOX = "\033[H\033[J> \033[K";

  private final FakeTime time = new FakeTime();
  private final Played played = new Played(time, Launch.of("fake"));
  private final Session session = played.session;

  @BeforeEach
  void begin() {
    played.pty.raw().prints(BOX).does(FakePty.PERHAPS_WAITING);
    assertThat(session.screen().text()).contains(">");
    rest(Duration.ofSeconds(3));
  }

  @Test
  void isAtWorkAsLongAsItsScreenMoves() {
    enter("please");
    for (var picture = 0; picture < 100; picture++) {
      spin(1, 120);
      assertThat(kind()).isEqualTo(Kind.NONE);
      if (picture > 4) { // the first few could be an answer
        assertThat(standing().state()).isInstanceOf(SessionState.Working.class);
      }
    }
    assertThat(standing().verdict().rule()).isEqualTo(Rule.ANIMATED);
  }

  @Test
  void isAtWorkThroughPausesAsLongAsThoseBefore() {
    enter("please");
    spin(90, 120);
    spin(1, 1100); // a line of text was written; the next one takes a while
    for (var line = 0; line < 5; line++) {
      spin(25, 120);
      played.pty.prints("\0337\033[7;1Hline %d\0338".formatted(line));
      for (var look = 0; look < 11; look++) {
        rest(Duration.ofMillis(100));
        assertThat(standing().state()).isInstanceOf(SessionState.Working.class);
        assertThat(kind()).isEqualTo(Kind.NONE);
      }
    }
    rest(Duration.ofSeconds(1));
    assertThat(kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void isDoneWhenItsInputBoxIsEmptyAgainAfterAWhile() {
    enter("please");
    spin(100, 120);
    played.pty.prints("It is done.\r\n" + BOX);
    rest(Duration.ofSeconds(2));
    assertThat(standing().state()).isEqualTo(new SessionState.Waiting("> "));
    assertThat(kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void hasFailedWhenItComesToRestWithAnErrorAboveItsInputBox() {
    enter("please");
    spin(10, 120);
    played.pty.prints(
        "\033[H\033[Jplease\r\n\r\n\033[31m✕ request failed: 500\033[m\r\n\r\n────\r\n> \0337\r\nhelp\0338");
    rest(Duration.ofMillis(500));
    assertThat(kind()).isEqualTo(Kind.NONE); // it may try again
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.FAILED);
    assertThat(standing().attention().reason()).isEqualTo("request failed: 500");
    assertThat(standing().verdict().evidence()).contains(Evidence.Shown.ERROR);
    assertThat(session.screen().text()).contains("500");
    assertThat(kind()).isEqualTo(Kind.NONE); // somebody has seen it
  }

  @Test
  void isDoneAtItsPromptWhateverACommandPrintedInRed() {
    enter("make");
    spin(100, 120);
    played.pty.prints("\033[H\033[J\r\n\r\n\033[31mmake: error, it failed\033[m\r\n\r\n> ");
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.DONE);
    assertThat(standing().verdict().evidence()).doesNotContain(Evidence.Shown.ERROR);
  }

  @Test
  void asksWhenItShowsSomethingElseThanItsInputBox() {
    enter("please");
    spin(10, 120);
    played.pty.prints("\033[H\033[JDo you want to proceed?\r\n1. Yes\r\n2. No\r\n ");
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    type("1");
    spin(10, 120);
    played.pty.prints(BOX);
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.NONE); // the person who answered is there still
    enter("go on");
    spin(100, 120);
    played.pty.prints(BOX);
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.DONE);
  }

  @Test
  void asksThoughItsThreadsAndTimersGoOn() {
    enter("please");
    spin(10, 120);
    played.pty.does(
        FakePty.finding(
            Doing.WAITING,
            Grade.SOFT,
            Doubt.OTHER_THREAD_RUNNING,
            Pursuit.THREAD,
            Pursuit.TIMER,
            Pursuit.PROCESS));
    played.pty.prints("\033[H\033[JMay I?\r\n1. Yes\r\n ");
    rest(Duration.ofSeconds(2));
    assertThat(standing().verdict().rule()).isEqualTo(Rule.STOPPED_MOVING);
    assertThat(kind()).isEqualTo(Kind.QUESTION);
  }

  @Test
  void asksThoughItsTitleBlinks() {
    enter("please");
    spin(10, 120);
    played.pty.prints("\033[H\033[JMay I?\r\n1. Yes\r\n ");
    rest(Duration.ofSeconds(2));
    for (var blink = 0; blink < 10; blink++) {
      played.pty.prints("\033]0;%s wanted\007".formatted(blink % 2 == 0 ? "!" : "."));
      assertThat(kind()).isEqualTo(Kind.QUESTION);
      rest(Duration.ofSeconds(1));
      assertThat(kind()).isEqualTo(Kind.QUESTION);
    }
  }

  @Test
  void asksStillWhenItDoesSomethingUnseenForAMoment() {
    enter("please");
    spin(10, 120);
    played.pty.prints("\033[H\033[JMay I?\r\n1. Yes\r\n ");
    rest(Duration.ofSeconds(2));
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    played.pty.does(FakePty.WORKING);
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    time.advance(Duration.ofMillis(500));
    assertThat(kind()).isEqualTo(Kind.QUESTION);
    time.advance(Duration.ofSeconds(3));
    assertThat(kind()).isEqualTo(Kind.NONE); // it goes on by itself
  }

  @Test
  void aProgramKnownForItsSpinnerIsGivenTheTimeToShowIt() {
    enter("please");
    spin(10, 120);
    played.pty.prints(BOX);
    rest(Duration.ofSeconds(2));
    enter("again");
    rest(Duration.ofMillis(300));
    assertThat(standing().state()).isInstanceOf(SessionState.Working.class);
    rest(Duration.ofSeconds(2));
    assertThat(standing().state()).isInstanceOf(SessionState.Waiting.class);
  }

  @Test
  void anAnswerInAFewPiecesIsNoSpinner() {
    enter("please");
    for (var piece = 0; piece < 4; piece++) {
      played.pty.prints("a piece\r\n");
      assertThat(standing().verdict().rule()).isNotEqualTo(Rule.ANIMATED);
      time.advance(Duration.ofMillis(40));
    }
    played.pty.prints("> ");
    assertThat(standing().verdict().rule()).isNotEqualTo(Rule.ANIMATED);
    time.advance(Duration.ofMillis(100));
    assertThat(standing().state()).isInstanceOf(SessionState.Waiting.class);
  }

  private void enter(String line) {
    for (var key : line.split("")) {
      type(key);
      played.pty.prints(key);
      rest(Duration.ofMillis(90));
    }
    rest(Duration.ofSeconds(4)); // a person reads it over
    type("\r");
    played.pty.prints(BOX);
    assertThat(kind()).isEqualTo(Kind.NONE);
  }

  private void type(String keys) {
    session.floor().take(PERSON);
    session.typeByHand(PERSON, keys.getBytes(StandardCharsets.UTF_8));
  }

  /** Pictures of a spinner above the box, each parsed at its time. */
  private void spin(int pictures, int millis) {
    for (var picture = 0; picture < pictures; picture++) {
      played.pty.prints("\0337\033[5;1H%d Thinking\0338".formatted(picture));
      assertThat(standing()).isNotNull();
      time.advance(Duration.ofMillis(millis));
    }
  }

  private void rest(Duration spell) {
    assertThat(standing()).isNotNull();
    time.advance(spell);
  }

  private Standing standing() {
    return session.standing();
  }

  private Kind kind() {
    return standing().attention().kind();
  }
}
