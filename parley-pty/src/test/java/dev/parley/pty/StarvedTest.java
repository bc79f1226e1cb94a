package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.sys.Sys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens when the host runs out, each in a process of its own that is made to. */
@Timeout(120)
final class StarvedTest {

  @Test
  void noDescriptorLeftIsSaidAndHarmsNothing() throws Exception {
    assertThat(run("ulimit -n 100; exec \"$@\""))
        .startsWith("LIMIT: No descriptor is left")
        .endsWith("leaked 0\nall answer, and one can start again\n");
  }

  @Test
  void noPseudoTerminalLeftIsSaidAndHarmsNothing() throws Exception {
    assumeTrue(mayMount(), "only root may mount terminals of its own");
    assertThat(run(OWN_TERMINALS + "exec \"$@\""))
        .startsWith("LIMIT: No pseudo-terminal is left")
        .endsWith("leaked 0\nall answer, and one can start again\n");
  }

  private static final String OWN_TERMINALS =
      "mount -t devpts -o newinstance,ptmxmode=0666,max=3 devpts /dev/pts"
          + " && mount --bind /dev/pts/ptmx /dev/ptmx && ";

  private static boolean mayMount() throws Exception {
    return run(OWN_TERMINALS + "echo yes").equals("yes\n");
  }

  /**
   * Runs {@link Starved} after a few lines of shell, in mounts of its own where that is allowed.
   */
  private static String run(String script) throws Exception {
    var command = new ArrayList<String>();
    if (Sys.geteuid() == 0) {
      command.addAll(List.of("unshare", "-m"));
    }
    command.addAll(
        List.of(
            "sh",
            "-c",
            script,
            "sh",
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Starved.class.getName()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
