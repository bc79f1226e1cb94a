package dev.parley.junit;

import static dev.parley.junit.ParleyAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** As somebody would test a program of their own. */
@SuppressWarnings("NullAway.Init") // the extension sets the fields
class ConversationTest {
  private static final String ASK = "printf 'Your name? '; read -r name; ";

  @Nested
  class WithAField {
    @ParleySession({"sh", "-c", ASK + "echo \"Hello, $name\"; exit 3"})
    private Conversation greeter;

    @Test
    void itIsStartedForEachTest() {
      greeter.asks("Your name?").type("Ada").says("Hello, Ada").exits(3);
    }

    @Test
    void andEndedWithIt() {
      greeter.says("Your name?");
      assertThat(greeter.session().over()).isFalse();
    }

    @Nested
    class AndNestedTests {
      @Test
      void theyHaveIt() {
        greeter.type("Grace").says("Hello, Grace").exits(3);
      }
    }
  }

  @Nested
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class WithOneInstanceForAllTests {
    @ParleySession("cat")
    private Conversation cat;

    @BeforeEach
    void itIsThereBeforeOthersNeedIt() {
      cat.type("first");
    }

    @Test
    void itIsStartedForEachTest() {
      assertThat(cat.screen()).showsLine(1, "first").showsLine(2, "first").showsLine(3, "");
    }

    @Test
    void andForTheNext() {
      itIsStartedForEachTest();
    }
  }

  @Test
  void aParameterIsStartedToo(@ParleySession({"python3", "-q"}) Conversation python) {
    python.asks(">>>").type("6 * 7").says("42").asks(">>>").press("ctrl+d").exits(0);
  }

  @Test
  void whatIsTypedIsNotTakenForWhatIsSaid(@ParleySession("cat") Conversation cat) {
    cat.type("once").says("once").asks("");
    assertThat(cat.screen()).showsLine(1, "once").showsLine(2, "once").showsLine(3, "");
  }

  @Test
  void linesTypedOneAfterAnotherAreAnsweredInTurn(@ParleySession("cat") Conversation cat) {
    cat.type("one").says("one").type("two").says("two").press("ctrl+d").exits(0);
  }

  @Test
  void aServerIsWaitedForWithoutASleep(
      @ParleySession({"sh", "-c", "echo starting; sleep 0.3; echo 'port 8080 open'; sleep 1000"})
          Conversation server) {
    server.says("starting").saysMatching("port \\d+ open").interrupt();
    assertThat(server.screen()).shows("^C");
  }

  @Test
  void whatIsPrintedInTheBackgroundIsWaitedForAtAPrompt(
      @ParleySession({"bash", "-c", "(sleep 0.5; echo done) & read -rp '> ' line"})
          Conversation console) {
    console.asks(">").eventuallySays("done");
  }

  @Test
  void aSecretIsTypedOnlyWhereOneIsAskedFor(
      @ParleySession({"bash", "-c", "read -rsp 'PIN: ' pin; echo; echo ${#pin} letters"})
          Conversation lock) {
    lock.typeSecret("1234").says("4 letters").exits(0);
  }

  @Test
  void aShellHasItsEnvironmentAndSize(
      @ParleySession(
              env = {"PS1=> ", "COLOUR=blue = green"},
              columns = 50,
              rows = 10)
          Conversation shell) {
    shell.type("echo $COLOUR; stty size").says("blue = green").says("10 50");
    assertThat(shell.session().over()).isFalse();
  }

  @Test
  void aFullScreenProgramIsLookedAt(
      @ParleySession(
              value = {"sh", "-c", "seq 100 | less"},
              rows = 8)
          Conversation less) {
    assertThat(less.screen()).isFullScreen().showsLine(1, "1").doesNotShow("9").hasCursorAt(8, 2);
    less.press("G");
    assertThat(less.screen()).shows("99\n100");
    less.press("q").exits(0);
  }

  @Test
  void aScreenIsComparedWithTheKeptOne(
      @ParleySession({"sh", "-c", "printf '\\033[2J\\033[3;5Hmenu\\033[5;5Hquit\\n'; read x"})
          Conversation menu) {
    menu.looksAsKept("menu");
  }
}
