package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LimitsTest {
  private static final OptionalLong ANY = OptionalLong.empty();

  private final Ptys ptys = new LinuxPtys();
  private final Collected sink = new Collected();

  @AfterEach
  void close() {
    ptys.close();
  }

  @Test
  void limitsHoldFromTheFirstInstruction() {
    var limits =
        new Limits(
            OptionalLong.of(1L << 30),
            ANY, // counted by a control group, not by the shell's own limit
            OptionalLong.of(64),
            OptionalLong.of(7),
            OptionalLong.of(0),
            ANY,
            ANY,
            ANY,
            ANY);
    try (var _ = start(limits, "bash", "-c", "ulimit -v; ulimit -n; ulimit -t; ulimit -c")) {
      assertThat(sink.exit()).isEqualTo(new Exit.Code(0));
      assertThat(sink.text()).isEqualTo("1048576\r\n64\r\n7\r\n0\r\n");
    }
  }

  @Test
  void aChildThatUsesItsProcessorTimeUpIsEnded() {
    var limits = new Limits(ANY, ANY, ANY, OptionalLong.of(1), ANY, ANY, ANY, ANY, ANY);
    try (var _ = start(limits, "sh", "-c", "while :; do :; done")) {
      assertThat(sink.exit()).isIn(new Exit.Killed(9, "SIGKILL"), new Exit.Killed(24, "SIGXCPU"));
    }
  }

  @Test
  void aTreeThatNeedsMoreMemoryThanAllowedIsEnded() {
    assumeTrue(Cgroup.allows("memory"), "this host lets nobody make a memory cgroup");
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(64 << 20), ANY, ANY, ANY);
    try (var _ = start(limits, "python3", "-c", "x = bytearray(300 << 20); print('got it')")) {
      assertThat(sink.exit()).isEqualTo(new Exit.Killed(9, "SIGKILL"));
      assertThat(sink.text()).doesNotContain("got it");
    }
  }

  @Test
  void aGroupHoldsWhatDroppedItsMarkerAndItsSession() {
    assumeTrue(Cgroup.allows("memory"), "this host lets nobody make a memory cgroup");
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(64 << 20), ANY, ANY, ANY);
    try (var _ = start(limits, "sh", "-c", "env -i setsid sleep 1007 & echo on")) {
      sink.exit();
    }
    assertThat(ProcessHandle.allProcesses().map(it -> Text.of("/proc/" + it.pid() + "/cmdline")))
        .doesNotContain("sleep\0001007\0");
  }

  @Test
  void aLimitBelowZeroIsRefused() {
    assertThatThrownBy(
            () -> new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(-1), ANY, ANY, ANY))
        .isInstanceOf(PtyException.class);
  }

  private Pty start(Limits limits, String... command) {
    var plain = PtyContract.spawn("/tmp", command);
    return ptys.start(
        new Spawn(plain.command(), plain.environment(), plain.directory(), 80, 24, limits), sink);
  }
}
