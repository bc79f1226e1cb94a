package dev.parley.session.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.remote.far.FarLaunch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words of a launch stay words, whatever is in them and whatever shell carries them over. */
final class ShellQuotingTest {
  @TempDir Path folder;

  /** Every control character, each before what would be run if it ended the quoting. */
  private static String hostile(Path sign) {
    var controls =
        IntStream.rangeClosed(1, 31)
            .filter(letter -> letter != '\n')
            .mapToObj(letter -> (char) letter + "; touch " + sign + ";" + (char) letter)
            .collect(Collectors.joining());
    return controls + "\u007f'; touch " + sign + ";'\\'`touch " + sign + "`$(touch " + sign + ")!!";
  }

  private static String run(String shell, String line) throws IOException, InterruptedException {
    var command =
        shell.equals("busybox") ? List.of("busybox", "sh", "-c", line) : List.of(shell, "-c", line);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.replaceAll("\u001b]7717;[^\u0007]*\u0007", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "dash", "zsh", "fish", "ksh", "mksh", "busybox"})
  void whatIsInAnArgumentOrTheEnvironmentIsNotRun(String shell) throws Exception {
    var sign = folder.resolve("sign");
    var hostile = hostile(sign);
    var launch =
        Launch.of("sh", "-c", "printf '%s\\n%s\\n%s' \"$1\" \"$VALUE\" \"$PWD\"", "sh", hostile)
            .on(Target.parse("container:none"))
            .with(Map.of("VALUE", hostile));
    var place = Files.createDirectory(folder.resolve("\u0001; touch sign;\u0001"));
    var script = new FarLaunch(launch.in(place), new SessionId("id"), "n", "n").script();

    assertThat(run(shell, ShellQuoting.line(script)))
        .isEqualTo(hostile + "\n" + hostile + "\n" + place);
    assertThat(sign).doesNotExist();
    assertThat(place.resolve("sign")).doesNotExist();
  }
}
