package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteLaunch;
import dev.parley.client.RemoteSessions;
import dev.parley.client.RemoteWait;
import dev.parley.pty.Exit;
import dev.parley.pty.Signal;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.terminal.picture.Picture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The full screen of sessions, at a terminal as a person has one. */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
final class TopIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Path PICTURES =
      Path.of(System.getProperty("parley.pictures", "target/pictures"));
  private static final String ENTER = "\r";
  private static final String LEAVE = "\035";

  @TempDir Path folder;
  private ParleyHome parley;
  private Sessions terminals;

  @BeforeEach
  void start() {
    parley = ParleyHome.in(folder);
    terminals = Sessions.inProcess();
  }

  @AfterEach
  void stop() throws Exception {
    terminals.close();
    assertThat(parley.run("stop").code()).isZero();
  }

  private static void sees(Session person, String pattern) {
    var wanted = Pattern.compile(pattern);
    var deadline = System.nanoTime() + LONG.toNanos();
    while (!wanted.matcher(person.screen().text()).find()) {
      assertThat(System.nanoTime())
          .as("%s in%n%s", pattern, person.screen().text())
          .isLessThan(deadline);
      person.await(Expectation.change().within(Duration.ofSeconds(1)));
    }
  }

  private static void types(Session person, String keys) {
    person.send(Input.raw(keys.getBytes(StandardCharsets.UTF_8)), Expectation.none());
  }

  private static void picture(Session person, String name) throws IOException {
    Files.createDirectories(PICTURES);
    Files.write(PICTURES.resolve(name), Picture.png(person.screen()));
  }

  private static void hasItsTerminalBack(Session person) {
    assertThat(person.screen().alternate()).isFalse();
    assertThat(person.screen().cursor().visible()).isTrue();
  }

  private Session top(String... environment) {
    return parley
        .with(environment.length == 0 ? Map.of() : Map.of(environment[0], environment[1]))
        .terminal(terminals, 90, 14, "top");
  }

  /** A session that asks only once its start has been answered. */
  private void asks(String name, String question) throws Exception {
    asks(name, question, "read");
  }

  private void asks(String name, String question, String reads) throws Exception {
    var go = folder.resolve("go-" + name);
    parley.run(
        "start",
        "--name",
        name,
        "until [ -e '%s' ]; do sleep 0.02; done; printf '%s '; %s answer; echo \"got $answer\"; sleep 1000"
            .formatted(go, question, reads));
    Files.createFile(go);
  }

  @Test
  void thoseThatNeedSomebodyComeFirstAndAreAnsweredFromHere() throws Exception {
    parley.run("start", "--name", "busy", "sleep 1000");
    parley.run("start", "--name", "idle", "--wait", "--", "cat");
    var person = top();
    sees(person, "2 sessions, none needs you");
    asks("deploy", "Deploy now?");
    sees(person, "3 sessions, 1 needs you");
    sees(person, "question +deploy +waiting +\\S+ +\\S+ +Deploy now\\?");
    assertThat(person.screen().lines().get(2)).contains("deploy");
    asks("sudo", "[sudo] password for ann:", "read -s");
    asks("tests", "2 of 319 tests failed\\n", "exit 1; read");
    sees(person, "ABOUT\nsecret +sudo.*\nquestion +deploy.*\nfailed +tests.*\n +busy.*\n +idle");
    picture(person, "top.png");
    parley.run("kill", "sudo");
    parley.run("prune", "--yes");
    sees(person, "3 sessions, 1 needs you");

    types(person, "\033[H");
    types(person, "a");
    sees(person, "(?m)^answer:");
    types(person, "yes é" + ENTER);
    sees(person, "none needs you");
    assertThat(parley.run("read", "deploy").out()).contains("got yes é");

    types(person, "/idl");
    sees(person, "only those with 'idl'");
    assertThat(person.screen().text()).doesNotContain("busy");
    types(person, ENTER);
    types(person, " ");
    sees(person, "--- idle ---");
    types(person, "ahello" + ENTER);
    sees(person, "hello");
    types(person, "\033");
    sees(person, "busy");

    types(person, "necho made; exec cat" + ENTER);
    sees(person, "started \\S+");
    sees(person, "4 sessions");
    types(person, "?");
    sees(person, "quit; the sessions go on");

    var left = person.send(Input.text("q"), Expectation.exit().within(LONG));
    assertThat(left.state()).isEqualTo(new SessionState.Exited(new Exit.Code(0)));
    hasItsTerminalBack(person);
  }

  @Test
  void enterAttachesAndLeavingComesBack() throws Exception {
    parley.run("start", "--name", "echoes", "--wait", "--", "cat", "-v");
    for (var way : new String[] {"", "1"}) {
      var person = top("PARLEY_JVM", way);
      sees(person, "1 session,");
      types(person, ENTER);
      sees(person, "you are at echoes");
      assertThat(person.screen().alternate()).isFalse();
      types(person, "typed" + way + ENTER);
      sees(person, "(?m)^typed" + way + "$");
      // Twice is the key itself.
      types(person, LEAVE + LEAVE + ENTER);
      sees(person, "(?m)^\\^\\]$");
      types(person, LEAVE);
      sees(person, "1 session,");
      assertThat(person.screen().alternate()).isTrue();

      person.resize(60, 12);
      sees(person, "(?m)^Enter attaches, Space peeks, a answers, n starts, / (filters…|filt...)$");
      types(person, "\003");
      person.await(Expectation.exit().within(LONG));
      hasItsTerminalBack(person);
    }
  }

  @Test
  void aSessionThatEndsWhileAttachedComesBackAndKeepsTheKeyboard() throws Exception {
    parley.run("start", "--name", "short", "--wait", "read line; exit 3");
    parley.run("start", "--name", "other", "--wait", "--", "cat");
    var person = top();
    sees(person, "2 sessions,");
    types(person, "/short" + ENTER + ENTER);
    sees(person, "you are at short");
    types(person, "x" + ENTER);
    sees(person, "short has ended");
    types(person, "\033");
    sees(person, "other");
    types(person, "?");
    sees(person, "quit; the sessions go on");
    types(person, "q");
    person.await(Expectation.exit().within(LONG));
    hasItsTerminalBack(person);
  }

  @Test
  void controlOfAnotherIsRespected() throws Exception {
    parley.run("start", "--name", "held", "--wait", "--", "cat");
    var other = parley.terminal(terminals, 80, 10, "attach", "held");
    sees(other, "you are at held");
    types(other, "mine");
    sees(other, "mine");
    var person = top();
    sees(person, "held +waiting +\\S+ +\\S+ +a person has control: cat");
    types(person, "ano" + ENTER);
    sees(person, "has control of this session");
    assertThat(parley.run("read", "held").out()).doesNotContain("no");
    types(person, "q");
    person.await(Expectation.exit().within(LONG));
  }

  @Test
  void whoIsToldToEndLeavesTheTerminalAsItWas() throws Exception {
    parley.run("start", "--name", "one", "--wait", "--", "cat");
    for (var way : new String[] {"", "1"}) {
      var person = top("PARLEY_JVM", way);
      sees(person, "1 session,");
      assertThat(person.screen().alternate()).isTrue();
      person.signal(Signal.TERM, Signal.To.FOREGROUND);
      person.await(Expectation.exit().within(LONG));
      hasItsTerminalBack(person);
    }
  }

  /** For printf, whatever the locale of the test is. */
  private static String octal(String text) {
    var escaped = new StringBuilder();
    for (var one : text.getBytes(StandardCharsets.UTF_8)) {
      escaped.append("\\%03o".formatted(one & 0xff));
    }
    return escaped.toString();
  }

  @Test
  void noneOrTwoHundredAndAnyTerminalIsFilledRightly() throws Exception {
    var nobody = top();
    sees(nobody, "0 sessions, none needs you");
    sees(nobody, "No sessions; n starts one");
    types(nobody, ENTER + " a");
    sees(nobody, "there is nothing to answer");
    types(nobody, "q");
    nobody.await(Expectation.exit().within(LONG));

    try (var client = ParleyClient.to(new Home(folder, folder), "test")) {
      var sessions = RemoteSessions.over(client);
      for (var number = 0; number < 200; number++) {
        sessions.start(RemoteLaunch.of("cat").named("s" + number), RemoteWait.turn());
      }
    }
    var person = top();
    sees(person, "200 sessions, none needs you");
    types(person, "\033[F");
    sees(person, "s199 +waiting[^\n]+\nEnter attaches");
    types(person, "\033[H");
    sees(person, "ABOUT\n +s0 +waiting");
    asks("wide", octal("続けますか 🦀"));
    sees(person, "ABOUT\nquestion +wide +waiting +\\S+ +\\S+ +続けますか 🦀\n +s0");
    types(person, "/s11\033[200~7\033[201~");
    sees(person, "(?s)ABOUT\n +s117 [^\n]+\n\n.*show only: s117$");
    types(person, "\033");
    sees(person, " s9 ");

    // What is pasted is no key, and in an answer its line breaks are no Enter.
    types(person, "\033[200~q\rn\rx\r\033[201~?");
    sees(person, "quit; the sessions go on");
    types(person, "?a" + "0123456789".repeat(12) + "end");
    sees(person, "(?m)^answer: \\d+end$");
    types(person, "\025\033[200~two\rlines");
    types(person, "\033[201~");
    sees(person, "(?m)^answer: two lines$");
    types(person, "\033");
    sees(person, "(?m)^Enter attaches");

    for (var size : new int[][] {{40, 8}, {20, 4}, {12, 3}, {2, 2}, {1, 1}, {120, 40}}) {
      person.resize(size[0], size[1]);
      if (size[0] >= 12) {
        sees(person, "(?s)^.{0,%d}ques.*Ente".formatted(4 * size[0]));
      }
      assertThat(person.screen().alternate()).isTrue();
    }
    sees(person, "(?s)^parley: 201 sessions, 1 needs you.*s35 +waiting[^\n]+\nEnter attaches");
    types(person, "q");
    person.await(Expectation.exit().within(LONG));
    hasItsTerminalBack(person);
  }

  @Test
  void aScriptIsToldWhatToUse() throws Exception {
    var ran = parley.run("top");
    assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.err()).contains("terminal").contains("parley list");
  }
}
