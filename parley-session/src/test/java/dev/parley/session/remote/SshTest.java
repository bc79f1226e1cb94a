package dev.parley.session.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.Exit;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations over a real OpenSSH server. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class SshTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final boolean FULL = Boolean.getBoolean("parley.full");

  private static SshServer.Account account;
  private static SshServer server;

  private Sessions sessions;

  @BeforeAll
  static void startServer() throws Exception {
    account = new SshServer.Account();
    server = SshServer.start(account);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
    account.close();
  }

  @BeforeEach
  void begin() throws Exception {
    account.forgetHosts();
    account.know(server.port(), "host");
    sessions = Sessions.inProcess();
  }

  @AfterEach
  void end() {
    sessions.close();
  }

  private Session shell(String shell) {
    return sessions.start(Launch.shell(shell).on(server.target()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/bin/sh"})
  void commandsRunOverThereWithExactlyTheirOutputAndExitCode(String name) {
    var shell = shell(name);

    assertRuns(shell, "echo hello", "hello\n", 0);
    assertRuns(shell, "sh -c 'exit 42'", "", 42);
    assertRuns(shell, "id -un", account.user + "\n", 0);
    assertRuns(shell, "printf 'no line end'", "no line end", 0);
    assertRuns(shell, "printf 'a\\tb\\n'", "a\tb\n", 0);
    assertRuns(shell, "echo 'it'\\''s \\ here!'", "it's \\ here!\n", 0);
    assertRuns(shell, "echo ünï 漢字 🙂", "ünï 漢字 🙂\n", 0);
    assertRuns(shell, "seq 1 2000", lines(2000), 0);
    assertRuns(shell, "echo " + "x".repeat(9000) + " | wc -c", "9001\n", 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/bin/bash", "/usr/bin/zsh", "/usr/bin/fish", "/bin/sh"})
  void noProgramOverThereCanReadWhatMakesAMarkCount(String name) {
    var process = name.endsWith("fish") ? "$fish_pid" : "$$";
    var read =
        "grep -aoE '[0-9a-f]{32}' /proc/%s/environ /proc/%s/cmdline".formatted(process, process);
    assertRuns(shell(name), read, "", 1);

    var target = Target.parse(server.target() + "?persist=dtach");
    var kept = sessions.start(Launch.shell(name).on(target));
    // The one above is what keeps it, and it has been given the whole launch.
    assertRuns(
        kept,
        "sh -c 'up=$(cut -d\" \" -f4 /proc/$PPID/stat); grep -q dtach /proc/$up/cmdline && echo up;"
            + " grep -aoE \"[0-9a-f]{32}\" /proc/$up/cmdline'",
        "up\n",
        1);
    kept.close();
  }

  @Test
  void directoryEnvironmentAndCommandAreThoseOfTheFarSide() {
    var launch =
        Launch.line(
                Launch.FAR_SHELL, "pwd; echo \"$GREETING\"; tty >/dev/null && stty size; exit 7")
            .on(server.target())
            .in(Path.of("/usr"))
            .with(Map.of("GREETING", "it's $HOME \\ \"fine\"!"))
            .sized(133, 44);
    var session = sessions.start(launch);

    var turn = session.await(Expectation.exit().within(LONG), View.text(), 0);

    assertThat(turn.output()).isEqualTo("/usr\nit's $HOME \\ \"fine\"!\n44 133\n");
    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(7)));
  }

  @Test
  void aProgramAndItsArgumentsArriveAsTheyAre() {
    var session =
        sessions.start(
            Launch.of("printf", "[%s]", "a b", "$HOME", "it's", "*", "new\nline", "")
                .on(server.target()));

    assertThat(session.await(Expectation.exit().within(LONG), View.text(), 0).output())
        .isEqualTo("[a b][$HOME][it's][*][new\nline][]");
  }

  @Test
  void theFarTerminalIsResized() {
    var shell = shell("/bin/bash");
    shell.resize(101, 33);

    // The client hands the size on when it has heard of it, which typing may overtake.
    assertRuns(
        shell, "until [ \"$(stty size)\" = '33 101' ]; do :; done; stty size", "33 101\n", 0);
  }

  @Test
  void keysAndSignalsReachTheProgramInFront() {
    var shell = shell("/bin/bash");
    shell.await(Expectation.turn().within(LONG));
    // It says itself that it runs: an interrupt that comes while bash still forks it can get lost.
    var said =
        shell.send(
            Input.line("sh -c 'echo $((6 * 7)); exec cat'"),
            Expectation.pattern("42").within(LONG));
    assertThat(said.why()).isEqualTo(Why.MATCH);
    // The far shell may be seen reading before what it printed has come across.
    var turn = shell.send(Input.keys(List.of("ctrl+c")), Expectation.command().within(LONG));

    assertThat(turn.state()).isInstanceOf(SessionState.Ready.class);
    assertThat(shell.lastCommand().orElseThrow().exitCode()).hasValue(130);
  }

  @Test
  void aSecondSessionSharesTheConnection() throws Exception {
    shell("/bin/bash").await(Expectation.turn().within(LONG));
    var logins = logins();
    for (var count = 0; count < 3; count++) {
      assertRuns(shell("/bin/bash"), "echo $SSH_CONNECTION | wc -w", "4\n", 0);
    }

    assertThat(logins()).isEqualTo(logins);
  }

  private static long logins() throws Exception {
    return server.log().lines().filter(line -> line.startsWith("Accepted")).count();
  }

  @Test
  void nothingIsLeftWhenSessionsAreClosed() throws Exception {
    var shell = shell("/bin/bash");
    shell.await(Expectation.turn().within(LONG));
    shell.send(Input.line("sleep 4321"), Expectation.none());
    sessions.close();

    assertThat(SshServer.run("ps", "-e", "-o", "args"))
        .doesNotContain("ssh -F " + account.folder)
        .doesNotContain("sleep 4321");
  }

  // --- who we are -----------------------------------------------------------------------------

  @Test
  void aKeyFileOpensTheDoor() throws Exception {
    account.config("Host *\n  IdentityFile /nowhere\n");
    try {
      var credentials = Credentials.NONE.withKey(account.key("key"));
      assertOpens(server.target(), credentials);
    } finally {
      account.config("");
    }
  }

  @Test
  void aKeyWithAPassphraseIsUnlockedWithThePassword() {
    assertOpens(
        server.target(),
        Credentials.NONE.withKey(account.key("locked")).withPassword(SshServer.PASSWORD));
  }

  @Test
  void aKeyNobodyKnowsIsRefused() throws Exception {
    account.config("Host *\n  IdentityFile /nowhere\n");
    try {
      assertRefused(
          server.target(),
          Credentials.NONE.withKey(account.key("stranger")),
          Refusal.Code.AUTHENTICATION);
    } finally {
      account.config("");
    }
  }

  @Test
  void anAgentOpensTheDoor() throws Exception {
    var socket = account.folder.resolve("agent");
    var agent = new ProcessBuilder("ssh-agent", "-D", "-a", "" + socket).start();
    try {
      while (!Files.exists(socket)) {
        Thread.onSpinWait();
      }
      var add = new ProcessBuilder("ssh-add", "-q", "" + account.key("key"));
      add.environment().put("SSH_AUTH_SOCK", "" + socket);
      assertThat(add.start().waitFor()).isZero();
      account.config(
          "Host *\n  IdentityFile /nowhere\n  IdentitiesOnly no\n  IdentityAgent " + socket + "\n");

      assertOpens(server.target(), Credentials.NONE);
    } finally {
      account.config("");
      agent.destroy();
    }
  }

  @Test
  void aPasswordIsTypedWhenItIsAskedFor() throws Exception {
    assumeTrue(account.made, "Only root may start a server that checks passwords");
    try (var strict = SshServer.withPasswords(account)) {
      account.know(strict.port(), "host");
      assertOpens(strict.target(), Credentials.NONE.withPassword(SshServer.PASSWORD));
      assertRefused(
          strict.target(), Credentials.NONE.withPassword("wrong"), Refusal.Code.AUTHENTICATION);
    }
  }

  @Test
  void questionsOneByOneAreAnsweredTheSameWay() throws Exception {
    assumeTrue(account.made, "Only root may start a server that checks passwords");
    try (var asking = SshServer.withQuestions(account)) {
      account.know(asking.port(), "host");
      assertOpens(asking.target(), Credentials.NONE.withPassword(SshServer.PASSWORD));
    }
  }

  @Test
  void aPasswordNobodyGaveIsNotWaitedFor() throws Exception {
    assumeTrue(account.made, "Only root may start a server that checks passwords");
    try (var strict = SshServer.withPasswords(account)) {
      account.know(strict.port(), "host");
      account.config("Host *\n  PubkeyAuthentication no\n");
      assertRefused(strict.target(), Credentials.NONE, Refusal.Code.AUTHENTICATION);
    } finally {
      account.config("");
    }
  }

  /**
   * Somebody on the way, who has our terminal and asks in the very words of the host. It got the
   * password before, and with the other words the passphrase of the key.
   */
  @Test
  void whoAsksOnTheWayGetsNoSecret() throws Exception {
    var stolen = account.folder.resolve("stolen");
    var passwords = "%s@127.0.0.1's password: ".formatted(account.user);
    var passphrase = "Enter passphrase for key '%s': ".formatted(account.key("locked"));
    for (var words : List.of(passwords, "\nmore words\n" + passwords, passphrase)) {
      var thief =
          Files.writeString(
              account.folder.resolve("thief"),
              """
              #!/bin/sh
              stty -echo </dev/tty
              printf '%%s' "$(cat '%s')" >/dev/tty
              read -r secret </dev/tty
              echo "$secret" >'%s'
              """
                  .formatted(account.folder.resolve("words"), stolen));
      Files.writeString(account.folder.resolve("words"), words);
      SshServer.run("chmod", "755", thief.toString());
      account.know(server.port(), "host");
      account.config("Host *\n  ProxyCommand %s\n".formatted(thief));
      try {
        var secret =
            Credentials.NONE.withPassword(SshServer.PASSWORD).within(Duration.ofSeconds(20));
        assertRefused(server.target(), secret, Refusal.Code.AUTHENTICATION);
        assertRefused(
            server.target(), secret.withKey(account.key("locked")), Refusal.Code.AUTHENTICATION);
        assertThat(stolen).doesNotExist();
      } finally {
        account.config("");
      }
    }
  }

  @Test
  void aPasswordIsOnNoCommandLineAndInNoEnvironment() throws Exception {
    assumeTrue(account.made, "Only root may start a server that checks passwords");
    try (var strict = SshServer.withPasswords(account)) {
      account.know(strict.port(), "host");
      var session =
          sessions.start(
              Launch.shell("/bin/bash").on(strict.target()),
              Credentials.NONE.withPassword(SshServer.PASSWORD));
      session.await(Expectation.turn().within(LONG));

      assertThat(SshServer.run("ps", "axeww")).doesNotContain(SshServer.PASSWORD);
      assertThat(session.read(0, View.everything()).text()).doesNotContain(SshServer.PASSWORD);
    }
  }

  // --- who they are ---------------------------------------------------------------------------

  @Test
  void anUnknownHostIsRefusedWithItsFingerprint() throws Exception {
    account.forgetHosts();
    var refusal = assertRefused(server.target(), Credentials.NONE, Refusal.Code.HOST_KEY);

    assertThat(refusal).hasMessageContaining(account.fingerprint("host"));
    assertThat(refusal.tryInstead()).contains("?fingerprint=" + account.fingerprint("host"));
  }

  @Test
  void anUnknownHostIsAcceptedByItsFingerprint() throws Exception {
    account.forgetHosts();
    var target = Target.parse(server.target() + "?fingerprint=" + account.fingerprint("host"));
    assertOpens(target, Credentials.NONE);

    assertThat(Files.readString(account.folder.resolve("known"))).contains("127.0.0.1");
  }

  @Test
  void anotherFingerprintThanTheAcceptedOneIsRefused() throws Exception {
    account.forgetHosts();
    var target =
        Target.parse(server.target() + "?fingerprint=" + account.fingerprint("other-host"));

    assertRefused(target, Credentials.NONE, Refusal.Code.HOST_KEY);
    assertThat(account.folder.resolve("known")).doesNotExist();
  }

  @Test
  void aChangedHostKeyIsRefusedWhateverIsAccepted() throws Exception {
    account.forgetHosts();
    account.know(server.port(), "other-host");
    var target = Target.parse(server.target() + "?fingerprint=" + account.fingerprint("host"));

    var refusal = assertRefused(target, Credentials.NONE, Refusal.Code.HOST_KEY);
    assertThat(refusal).hasMessageContaining("in between");
  }

  // --- the way there --------------------------------------------------------------------------

  @Test
  void theWayMayLeadThroughAnotherHost() throws Exception {
    try (var jump = SshServer.start(account)) {
      account.know(jump.port(), "host");
      account.config(
          "Host *\n  User %s\nHost inner\n  HostName 127.0.0.1\n  Port %d\n  ProxyJump 127.0.0.1:%d\n"
              .formatted(account.user, server.port(), jump.port()));
      assertOpens(Target.parse("ssh://inner"), Credentials.NONE);
      assertThat(jump.log()).contains("Accepted publickey");
    } finally {
      account.config("");
    }
  }

  @Test
  void aPortWhereNobodyListensIsRefused() throws Exception {
    var target = Target.parse("ssh://ada@127.0.0.1:" + SshServer.freePort());

    assertRefused(target, Credentials.NONE, Refusal.Code.CONNECTION_REFUSED);
  }

  @Test
  void aNameNobodyHasIsUnreachable() {
    assertRefused(
        Target.parse("ssh://ada@no-such-host.invalid"), Credentials.NONE, Refusal.Code.UNREACHABLE);
  }

  @Test
  void aServerThatNeverAnswersCostsNoMoreThanTheTimeGiven() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var target = Target.parse("ssh://ada@127.0.0.1:" + silent.getLocalPort());
      assertRefused(
          target, Credentials.NONE.within(Duration.ofMillis(700)), Refusal.Code.TIMED_OUT);
    }
    assertThat(SshServer.run("ps", "-e", "-o", "args")).doesNotContain("ssh -F " + account.folder);
  }

  // --- when it breaks -------------------------------------------------------------------------

  @Test
  void aKilledServerLeavesTheSessionLostWithItsTranscript() throws Exception {
    try (var doomed = SshServer.start(account)) {
      account.know(doomed.port(), "host");
      var shell = sessions.start(Launch.shell("/bin/bash").on(doomed.target()));
      assertRuns(shell, "echo before", "before\n", 0);
      doomed.signal("KILL");

      var turn = shell.await(Expectation.exit().within(LONG));

      assertThat(turn.state()).isInstanceOf(SessionState.Lost.class);
      assertThat(shell.read(0, View.everything()).text()).contains("before");
    }
  }

  @Test
  void aServerThatHangsIsGivenUpInTheEnd() throws Exception {
    System.setProperty("parley.ssh.alive_s", "1");
    try (var hung = SshServer.start(account)) {
      account.know(hung.port(), "host");
      var shell = sessions.start(Launch.shell("/bin/bash").on(hung.target()));
      assertRuns(shell, "echo before", "before\n", 0);
      hung.signal("STOP");

      var turn = shell.await(Expectation.exit().within(LONG));

      assertThat(turn.state()).isInstanceOf(SessionState.Lost.class);
    } finally {
      System.clearProperty("parley.ssh.alive_s");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dtach", "tmux"})
  void aSessionThatPersistsComesBackAtTheSamePlace(String holder) throws Exception {
    var port = SshServer.freePort();
    account.know(port, "host");
    var doomed = SshServer.start(account, port, false);
    var target = Target.parse(doomed.target() + "?persist=" + holder);
    var python = sessions.start(Launch.of("python3", "-q").on(target));
    assertThat(python.await(Expectation.input().within(LONG)).state().wantsInput()).isTrue();
    python.send(Input.line("x = 21"), Expectation.turn().within(LONG));
    doomed.close();

    try (var _ = SshServer.start(account, port, false)) {
      var answer = "";
      for (var tries = 0; tries < 200 && !answer.contains("42"); tries++) {
        python.await(Expectation.turn().within(Duration.ofMillis(200)));
        answer = typed(python, "2 * x");
      }
      assertThat(answer).contains("42");
      assertThat(python.ending()).isEmpty();
      python.close();
    }
  }

  /** What comes of a line; nothing while there is no connection. */
  private static String typed(Session session, String line) {
    try {
      session.send(Input.line(line), Expectation.pattern("42").within(Duration.ofSeconds(3)));
      return session.screen().text();
    } catch (Refusal away) {
      return "";
    }
  }

  @Test
  void aProgramThatEndsWith255IsNotLost() {
    var session = sessions.start(Launch.line("/bin/sh", "exit 255").on(server.target()));

    assertThat(session.await(Expectation.exit().within(LONG), View.text(), 0).state())
        .isEqualTo(new SessionState.Exited(new Exit.Code(255)));
  }

  @Test
  void aServerWithFewSessionsToAConnectionGetsMoreConnections() throws Exception {
    try (var mean = SshServer.start(account, SshServer.freePort(), false, "MaxSessions=10")) {
      account.know(mean.port(), "host");
      // One channel each, and one for the script that looks at all of them.
      open(mean, 9);
      assertThat(mean.log().lines().filter(line -> line.startsWith("Accepted"))).hasSize(1);
      open(mean, 1);
      assertThat(mean.log().lines().filter(line -> line.startsWith("Accepted"))).hasSize(2);
    }
  }

  private void open(SshServer at, int count) {
    for (var each = 0; each < count; each++) {
      var shell = sessions.start(Launch.shell("/bin/bash").on(at.target()));
      assertRuns(shell, "echo hello", "hello\n", 0);
    }
  }

  /** With {@code -Dparley.full} fifty sessions and a gigabyte. */
  @Test
  void manySessionsShareOneConnection() throws Exception {
    var logins = logins();
    var shells = new ArrayList<Session>();
    for (var count = 0; count < (FULL ? 50 : 8); count++) {
      shells.add(shell("/bin/bash"));
    }
    for (var index = 0; index < shells.size(); index++) {
      assertRuns(shells.get(index), "echo " + index, index + "\n", 0);
    }

    assertThat(logins() - logins).isEqualTo(1);
  }

  @Test
  void everyByteOfALongOutputArrives() {
    var bytes = (FULL ? 1024L : 64L) << 20;
    var session =
        sessions.start(
            Launch.line("/bin/sh", "yes 0123456789abcde | tr '\\n' x | head -c " + bytes)
                .on(server.target()));

    var turn =
        session.await(
            Expectation.exit().within(Duration.ofSeconds(100)), new View(View.Kind.NONE, 1));

    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(0)));
    assertThat(session.lastOffset()).isEqualTo(bytes);
  }

  // --- in short -------------------------------------------------------------------------------

  private void assertOpens(Target target, Credentials credentials) {
    var session = sessions.start(Launch.line("/bin/sh", "id -un").on(target), credentials);
    var turn = session.await(Expectation.exit().within(LONG), View.text(), 0);
    assertThat(turn.output()).isEqualTo(account.user + "\n");
  }

  private Refusal assertRefused(Target target, Credentials credentials, Refusal.Code code) {
    var launch = Launch.line("/bin/sh", "id -un").on(target);
    var before = sessions.list();
    var refusal = catchThrowableOfType(Refusal.class, () -> sessions.start(launch, credentials));
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
    assertThat(refusal).hasMessageNotContaining(SshServer.PASSWORD);
    assertThat(sessions.list()).isEqualTo(before);
    return refusal;
  }

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> number + "\n")
        .collect(Collectors.joining());
  }

  private static void assertRuns(Session shell, String command, String output, int exitCode) {
    var result = shell.run(command, LONG);
    assertThat(result.output()).as(command).isEqualTo(output);
    assertThat(result.exitCode()).as(command).hasValue(exitCode);
  }
}
