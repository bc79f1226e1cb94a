package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.FakeTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** People beside agents: who may type, what agents ask of them, and secrets. */
@Timeout(60)
class PeopleTest {
  private static final Duration LONG = Duration.ofSeconds(40);
  private static final String PROGRAM = "bash";
  private static final String PASSWORD = "read -rs -p 'Password: ' p; echo; echo \"took ${#p}\"";

  private final Sessions sessions = Sessions.inProcess();

  @AfterEach
  void end() {
    sessions.close();
  }

  @Test
  void aPersonWithTheFloorTypesAndTheAgentIsToldWhoHasIt() {
    var cat = started("cat");
    cat.floor().take("Alex");

    assertThatThrownBy(() -> cat.send(Input.line("mine")))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(Refusal.Code.HELD_BY_HUMAN);
              assertThat(refusal).hasMessageContaining("Alex");
            });
    cat.typeByHand("Alex", bytes("theirs\n"));
    assertThat(cat.expect("theirs\ntheirs", LONG)).isInstanceOf(Outcome.Met.class);

    cat.floor().handBack("Alex");
    assertThat(cat.send(Input.line("mine")).output()).isEqualTo("mine\n");
  }

  @Test
  void whoHasNotTakenTheFloorCannotType() {
    var cat = started("cat");
    assertThatThrownBy(() -> cat.typeByHand("Alex", bytes("x")))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FLOOR_NEEDED));
    cat.floor().take("Alex");
    cat.floor().take("Kim");
    assertThatThrownBy(() -> cat.typeByHand("Alex", bytes("x"))).hasMessageContaining("Kim");
    cat.floor().handBack("Alex");
    assertThat(cat.floor().holding().orElseThrow().who()).isEqualTo("Kim");
  }

  @Test
  void theFloorFallsBackToTheAgentWhenNothingIsTypedForAWhile() {
    var time = new FakeTime();
    var floor = new Floor(() -> {}, time, Duration.ofSeconds(10));
    floor.take("Alex");
    time.advance(Duration.ofSeconds(9));
    floor.asPerson("Alex", () -> {});
    time.advance(Duration.ofSeconds(9));
    assertThat(floor.holder()).isEqualTo(Floor.Party.HUMAN);
    time.advance(Duration.ofSeconds(2));
    assertThat(floor.holder()).isEqualTo(Floor.Party.AGENT);
    assertThat(floor.asAgent(() -> "typed")).isEqualTo("typed");
  }

  @Test
  void whoeverWaitsForTheFloorHearsThatItFellBack() throws InterruptedException {
    var changes = new LinkedBlockingQueue<String>();
    var time = new FakeTime();
    var floor = new Floor(() -> changes.add("changed"), time, Duration.ofMinutes(5));
    floor.take("Alex");
    assertThat(changes.take()).isEqualTo("changed");
    do {
      time.advance(Duration.ofMinutes(5)); // who counts them may only just have begun to
    } while (changes.poll(10, TimeUnit.MILLISECONDS) == null);
    assertThat(floor.holder()).isEqualTo(Floor.Party.AGENT);
  }

  @Test
  void aReaderMayWaitForTheFloor() {
    var cat = started("cat");
    cat.floor().take("Alex");
    var waiting = async(() -> cat.await(Expectation.turn().only(Until.FLOOR).within(LONG)));
    cat.typeByHand("Alex", bytes("meanwhile\n"));
    cat.floor().handBack("Alex");
    assertThat(waiting.join().why()).isEqualTo(Why.FLOOR);
    assertThat(waiting.join().floor()).isEqualTo(Floor.Party.AGENT);
  }

  @Test
  void aTakeoverIsDoneWhenTheKeyboardIsHandedBack() {
    var cat = started("cat");
    var asked = async(() -> cat.asks().put(Asks.Kind.TAKEOVER, "Please untangle this", LONG));
    var ask = pending(cat);
    assertThat(ask.kind()).isEqualTo(Asks.Kind.TAKEOVER);
    assertThat(ask.message()).isEqualTo("Please untangle this");

    cat.floor().take("Alex");
    assertThat(cat.asks().pending()).isEmpty();
    assertThat(asked).isNotDone();
    cat.floor().handBack("Alex");

    assertThat(asked.join()).isEqualTo(Asks.Outcome.DONE);
  }

  @Test
  void aSecretGoesToTheProgramAndNowhereElse() {
    var login = started(PASSWORD);
    var asked = async(() -> login.asks().put(Asks.Kind.SECRET, "For the server", LONG));
    assertThat(pending(login).message()).isEqualTo("For the server");

    login.secrets().type("correct horse");

    assertThat(asked.join()).isEqualTo(Asks.Outcome.DONE);
    assertThat(login.await(Expectation.exit(), View.text(), 0).output()).contains("took 13");
    assertThat(login.asks().pending()).isEmpty();
  }

  @Test
  void aSecretIsNeverTypedWhereItWouldBeShown() {
    var cat = started("cat");
    var from = cat.lastOffset();
    assertThatThrownBy(() -> cat.secrets().type("correct horse"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.BUSY));
    cat.secrets().keep("db", "correct horse", "python3");
    assertThatThrownBy(() -> cat.secrets().kept("db")).hasMessageContaining("does not ask");
    assertThat(cat.lastOffset()).isEqualTo(from);
  }

  @Test
  void anAgentTypesASecretByTheNameAPersonGaveIt() {
    var login = started(PASSWORD);
    assertThatThrownBy(() -> login.secrets().kept("db"))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_FOUND));
    login.secrets().keep("db", "correct horse", PROGRAM);
    assertThat(login.send(login.secrets().kept("db")).output()).contains("took 13");
  }

  /** The agent's shell got the password for sudo before, by asking in the same words. */
  @Test
  void aSecretGoesOnlyToTheReaderThatThePersonWasShown() {
    var login =
        started(
            "trap : INT; python3 -c 'import getpass; getpass.getpass()';"
                + " read -rs -p 'Password: ' p; echo; echo \"took ${#p}\"");
    assertThat(login.asks().put(Asks.Kind.SECRET, "sudo", Duration.ZERO))
        .isEqualTo(Asks.Outcome.TIMED_OUT);
    var ask = pending(login);
    assertThat(ask.reader().shown()).startsWith("python3, pid ").contains("/python3");
    login.send(Input.keys(List.of("ctrl+c")), Expectation.pattern("KeyboardInterrupt"));
    login.await(Expectation.input());
    assertThat(login.state()).isInstanceOf(SessionState.Secret.class);

    assertThatThrownBy(() -> login.secrets().answer(ask.id(), "correct horse"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("meant for python3")
        .hasMessageContaining("now bash");

    assertThat(login.asks().pending()).isEmpty();
    assertThat(login.state()).isInstanceOf(SessionState.Secret.class);
    assertThatThrownBy(() -> login.secrets().type("correct horse", ask.reader().mark()))
        .hasMessageContaining("reads now, bash");
    login.secrets().type("x", login.secrets().reader().mark());
    assertThat(login.await(Expectation.exit(), View.text(), 0).output()).contains("took 1\n");
  }

  @Test
  void aKeptSecretGoesOnlyToItsProgram() {
    var login = started(PASSWORD);
    login.secrets().keep("sudo", "correct horse", "sudo");
    assertThatThrownBy(() -> login.secrets().kept("sudo"))
        .hasMessageContaining("kept for sudo")
        .hasMessageContaining("bash");
    assertThatThrownBy(() -> login.secrets().keep("any", "correct horse", ""))
        .hasMessageContaining("for which program");
    login.secrets().keep("shell", "correct horse", "/bin/bash");
    assertThat(login.send(login.secrets().kept("shell")).output()).contains("took 13");
  }

  @Test
  void aPersonMayDecline() {
    var login = started(PASSWORD);
    var asked = async(() -> login.asks().put(Asks.Kind.SECRET, "", LONG));
    login.asks().refuse(pending(login).id());
    assertThat(asked.join()).isEqualTo(Asks.Outcome.REFUSED);
    assertThat(login.state()).isInstanceOf(SessionState.Secret.class);
    assertThatThrownBy(() -> login.asks().refuse("ask-1")).isInstanceOf(Refusal.class);
  }

  @Test
  void aQuestionStaysOpenForWhoAsksAgain() {
    var login = started(PASSWORD);
    assertThat(login.asks().put(Asks.Kind.SECRET, "", Duration.ZERO))
        .isEqualTo(Asks.Outcome.TIMED_OUT);
    var id = pending(login).id();
    var again = async(() -> login.asks().put(Asks.Kind.SECRET, "", LONG));
    assertThat(pending(login).id()).isEqualTo(id);
    login.secrets().type("x");
    assertThat(again.join()).isEqualTo(Asks.Outcome.DONE);
  }

  @Test
  void aSecretTypedByHandAnswersTheQuestionToo() {
    var login = started(PASSWORD);
    var asked = async(() -> login.asks().put(Asks.Kind.SECRET, "", LONG));
    pending(login);
    login.floor().take("Alex");
    login.typeByHand("Alex", bytes("by hand\n"));
    assertThat(asked.join()).isIn(Asks.Outcome.DONE, Asks.Outcome.ENDED);
  }

  private Session started(String line) {
    var session = sessions.start(Launch.line("/bin/bash", line));
    session.await(Expectation.turn());
    return session;
  }

  /** The one open question, as soon as it is there. */
  private static Asks.Ask pending(Session session) {
    for (; ; ) {
      var open = session.asks().pending();
      if (!open.isEmpty()) {
        return open.getFirst();
      }
      Thread.onSpinWait();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static <T> CompletableFuture<T> async(Supplier<T> wait) {
    return CompletableFuture.supplyAsync(wait, Executors.newVirtualThreadPerTaskExecutor());
  }
}
