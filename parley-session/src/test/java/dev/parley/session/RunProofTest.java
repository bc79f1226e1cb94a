package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many random commands through {@link Session#run}: every output, exit code and directory. */
@Timeout(3600)
class RunProofTest {
  private static final int COMMANDS = Proof.times(60, 5000);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final List<String> PLACES =
      List.of("plain", "a b", "per%cent", "ünï 漢字", "$dollar", "semi;colon", "q\"uote", "-dash");
  private static final String LETTERS =
      "abcXYZ 0123456789  !#$%&()*+,-./:;<=>?@[]^_`{|}~\"\täöü漢字🙂";

  /**
   * A command and what must come of it.
   *
   * @param output exactly this; null where the shell adds words of its own, such as a job's number
   */
  private record Case(String command, @org.jspecify.annotations.Nullable String output, int code) {}

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void everyOutputExitCodeAndDirectoryIsExact(String name, @TempDir Path folder)
      throws IOException {
    var seed = new Random().nextLong();
    System.out.println(name + ": seed " + seed);
    var random = new Random(seed);
    for (var place : PLACES) {
      Files.createDirectory(folder.resolve(place));
    }
    try (var sessions = Sessions.inProcess()) {
      var shell = sessions.start(Launch.shell(name).in(folder));
      var directory = folder.toString();
      for (var count = 0; count < COMMANDS; count++) {
        Case tried;
        if (random.nextInt(8) == 0) {
          directory = folder.resolve(PLACES.get(random.nextInt(PLACES.size()))).toString();
          tried = new Case("cd '" + directory + "'", "", 0);
        } else {
          tried = any(name, random);
        }
        var result = shell.run(tried.command(), LONG);
        assertThat(result.exitCode())
            .as("%d: %s", count, tried.command())
            .isEqualTo(OptionalInt.of(tried.code()));
        if (tried.output() != null) {
          assertThat(result.output())
              .as("%d: %s", count, tried.command())
              .isEqualTo(tried.output());
        }
        assertThat(result.directory()).as("%d: %s", count, tried.command()).isEqualTo(directory);
      }
    }
  }

  private static Case any(String shell, Random random) {
    var code = random.nextInt(256);
    var text = text(random);
    return switch (random.nextInt(14)) {
      case 0 -> new Case("sh -c 'exit " + code + "'", "", code);
      case 1 -> new Case("printf %s '" + text + "'", text, 0);
      case 2 -> new Case("printf '%s\\n' '" + text + "'", text + "\n", 0);
      case 3 -> numbers(random.nextInt(200));
      case 4 -> random.nextInt(10) == 0 ? numbers(20_000) : new Case("true", "", 0);
      case 5 -> new Case("printf 'a\\rb\\r\\nc'; sh -c 'exit 9'", "a\rb\r\nc", 9);
      case 6 -> new Case("printf '\\033[31mred\\033[0m\\n'", "\u001b[31mred\u001b[0m\n", 0);
      case 7 -> new Case("sh -c 'echo error >&2; exit " + code + "'", "error\n", code);
      case 8 -> new Case("sh -c 'kill -9 $$'", null, 137);
      case 9 -> new Case("printf '\\033]133;D;99\\007'; echo real", null, 0);
      case 10 -> new Case("true | sh -c 'exit " + code + "'", "", code);
      case 11 -> new Case("no-such-command-" + code, null, 127);
      case 12 ->
          shell.equals("fish")
              ? new Case("for i in 1 2 3\n  echo \"<$i>\"\nend", "<1>\n<2>\n<3>\n", 0)
              : new Case("cat <<'END'\n" + text + "\n$x `y`\nEND", text + "\n$x `y`\n", 0);
      default ->
          switch (shell) {
            case "bash" ->
                random.nextBoolean()
                    ? new Case("if then", null, 2)
                    : new Case("sleep 0.01 & wait", null, 0);
            case "zsh" ->
                new Case("for i in 1 2 3; do\n  echo \"<$i>\"\ndone", "<1>\n<2>\n<3>\n", 0);
            default -> new Case("echo one; echo two; false", "one\ntwo\n", 1);
          };
    };
  }

  private static Case numbers(int count) {
    var lines = new StringBuilder();
    for (var line = 1; line <= count; line++) {
      lines.append(line).append('\n');
    }
    return new Case("seq " + count, lines.toString(), 0);
  }

  private static String text(Random random) {
    var points = LETTERS.codePoints().toArray();
    var text = new StringBuilder("x");
    for (var left = random.nextInt(120); left > 0; left--) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.append('x').toString();
  }
}
