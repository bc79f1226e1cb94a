package dev.parley.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the console says of a session, by its own module, run by a program of its language. */
@Timeout(60)
class ConsoleWordsTest {
  @TempDir Path folder;

  private String said(String expression) throws Exception {
    try (var words =
        Objects.requireNonNull(
            ConsoleWordsTest.class.getResourceAsStream("/dev/parley/server/console/js/words.js"))) {
      Files.write(folder.resolve("words.mjs"), words.readAllBytes());
    }
    var script = "import * as words from './words.mjs';\nconsole.log(%s);\n".formatted(expression);
    Files.writeString(folder.resolve("say.mjs"), script);
    var process =
        new ProcessBuilder("node", "say.mjs")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private String stateWord(String endedBy) throws Exception {
    return said(
        "words.stateWord({state: 'exited', exit_code: 129, ended_by: %s})".formatted(endedBy));
  }

  @Test
  void thePersonIsToldWhyASessionEnded() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/node")), "the console's words need node");
    assertThat(stateWord("'idle'")).isEqualTo("Ended: not used for long");
    assertThat(stateWord("'lifetime'")).isEqualTo("Ended: its time was over");
    assertThat(stateWord("'memory'")).isEqualTo("Ended: too much memory");
    assertThat(stateWord("'cpu'")).isEqualTo("Ended: too much processor time");
    assertThat(stateWord("'client_gone'")).isEqualTo("Ended: its client has gone");
    assertThat(stateWord("'closed by ada'")).isEqualTo("Closed by ada");
    assertThat(stateWord("undefined")).isEqualTo("Ended with 129");
  }
}
