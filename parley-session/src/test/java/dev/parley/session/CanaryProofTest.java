package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret typed at a password prompt is found nowhere afterwards. */
@Timeout(1800)
class CanaryProofTest {
  private static final int TIMES = Proof.times(20, 250);
  private static final String CANARY = "canary-7c1f-yellow";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while read -s -p 'Password: ' x && [ -n \"$x\" ]; do echo; echo \"length ${#x}\"; done",
        "python3 -c \"import getpass\nwhile getpass.getpass(): print('thanks')\"",
        // These show what was typed, which only a value given as a secret may survive.
        "while read -s -p 'PIN: ' x && [ -n \"$x\" ]; do echo; echo \"you said $x, or $x$x\"; done",
        "while read -p 'Password: ' x && [ -n \"$x\" ]; do echo \"you said $x\"; done"
      })
  void theCanaryIsFoundNowhere(String command, @TempDir Path folder) throws IOException {
    var shown = command.contains("you said");
    var bounds = Sessions.Bounds.DEFAULT;
    try (var sessions = Sessions.inFolder(folder, bounds)) {
      var shell = sessions.start(Launch.shell("bash"));
      shell.await(Expectation.command());
      var asked = shell.send(Input.line(command), Expectation.input());
      for (var time = 0; time < TIMES; time++) {
        assertThat(asked.state().wire())
            .isEqualTo(command.contains("read -p") ? "waiting" : "secret");
        var input = shown || time % 2 == 0 ? Input.secret(CANARY) : Input.line(CANARY);
        asked = shell.send(input, Expectation.input().within(Duration.ofSeconds(30)));
        assertThat(asked.toString()).doesNotContain(CANARY);
        assertThat(asked.screen().text()).doesNotContain(CANARY);
      }
      shell.send(Input.line(""), Expectation.command());

      assertThat(new String(shell.bytes(0, shell.lastOffset()), StandardCharsets.UTF_8))
          .doesNotContain(CANARY);
      assertThat(shell.read(0, View.everything()).text()).doesNotContain(CANARY);
      assertThat(shell.lastCommand().toString()).doesNotContain(CANARY);
      assertThat(shell.run("echo done", Duration.ofSeconds(30)).toString()).doesNotContain(CANARY);
      assertNothingOnDisk(folder);
    }
    assertNothingOnDisk(folder);
  }

  private static void assertNothingOnDisk(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(text).as(file.toString()).doesNotContain(CANARY);
      }
    }
  }
}
