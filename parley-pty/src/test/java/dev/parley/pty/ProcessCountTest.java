package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** How many processes a child may have, for those who can make no control group. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ProcessCountTest {
  /** It waits for what it starts: an orphan would become ours, and stay when it has ended. */
  private static final String FORKS =
      "(for i in 1 2 3 4 5 6; do sleep 1 & done; wait) 2>&1 | grep -c -i unavailable; exec true";

  /** Root may start any number, whatever the limit, so another user does. */
  private static String asOrdinaryUser(String line) throws Exception {
    // In a session of its own: what is orphaned there when no fork succeeds is not left a zombie.
    var command = new ArrayList<>(List.of("setsid", "--wait"));
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));
    }
    command.addAll(List.of("/bin/sh", "-c", line));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @Test
  void aNamespaceCountsOnlyWhatIsInIt() throws Exception {
    assumeThat(asOrdinaryUser(ProcessCount.prefix(100) + " echo works")).isEqualTo("works");

    assertThat(asOrdinaryUser(ProcessCount.prefix(100) + " bash -c '" + FORKS + "'"))
        .isEqualTo("0");
    assertThat(asOrdinaryUser(ProcessCount.prefix(4) + " bash -c '" + FORKS + "'"))
        .isNotEqualTo("0");
  }

  @Test
  void aLimitThatNothingCountsIsNotTakenForKept() {
    var program = new Program("/bin/true", List.of("true"));
    var limits =
        new Limits(
            Limits.NONE.addressSpace(),
            OptionalLong.of(7),
            Limits.NONE.openFiles(),
            Limits.NONE.cpuSeconds(),
            Limits.NONE.coreSize(),
            Limits.NONE.memory(),
            Limits.NONE.cpuPercent(),
            Limits.NONE.fileSize(),
            Limits.NONE.wallSeconds());

    var wrapped = LimitScript.wrap(program, limits, new Cgroup(List.of()));

    assertThat(wrapped.arguments().get(2)).contains(ProcessCount.prefix(7));
  }
}
