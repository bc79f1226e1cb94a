package dev.parley.session.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Launch;
import dev.parley.session.Refusal;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import java.time.Duration;
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

    shell.await(Expectation.turn());
    System.err.println(shell.screen().text());
    for (var i = 0; i < 3; i++) {
      assertRuns(shell, "echo hello", "hello\n", 0);
    }
    assertRuns(shell, "sh -c 'exit 42'", "", 42);
    assertRuns(shell, "id -un", account.user + "\n", 0);
    assertRuns(shell, "printf 'no line end'", "no line end", 0);
    assertRuns(shell, "printf 'a\\tb\\n'", "a\tb\n", 0);
    System.err.println(shell.verdict() + " " + shell.foreground());
  }

  private static void assertRuns(Session shell, String command, String output, int exitCode) {
    var result = shell.run(command, LONG);
    assertThat(result.output()).as(command).isEqualTo(output);
    assertThat(result.exitCode()).as(command).hasValue(exitCode);
  }
}
