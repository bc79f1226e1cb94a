package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void childrenOfOneClientShareATotal() throws IOException {
    assumeTrue(Cgroup.allows("memory"), "this host lets nobody make a memory cgroup");
    var client = "test " + ProcessHandle.current().pid();
    var total = new Total(client, OptionalLong.of(96 << 20), OptionalLong.of(40), ANY);
    var hungry = "x = bytearray(60 << 20); print('got it', flush=True); input()";
    var first = new Collected();
    try (var one = start(total, first, "python3", "-c", hungry)) {
      first.await("got it");
      assertThat(one.keptBy().get("total memory")).startsWith("cgroup v");
      // Alone it would fit too. The kernel ends the larger one, whichever that is then.
      try (var _ = start(total, sink, "python3", "-c", hungry)) {
        while (!first.hasEnded() && !sink.hasEnded()) {
          Thread.onSpinWait();
        }
        assertThat((first.hasEnded() ? first : sink).exit())
            .isEqualTo(new Exit.Killed(9, "SIGKILL"));
      }
    }
    assertThat(groupsOf(total)).isEmpty();
  }

  @Test
  void aLimitBelowZeroIsRefused() {
    assertThatThrownBy(
            () -> new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(-1), ANY, ANY, ANY))
        .isInstanceOf(PtyException.class);
  }

  private static List<Path> groupsOf(Total total) throws IOException {
    try (var groups = Files.walk(Path.of("/sys/fs/cgroup"), 6)) {
      return groups.filter(path -> path.endsWith(total.group())).toList();
    }
  }

  private Pty start(Total total, Sink to, String... command) {
    var plain = PtyContract.spawn("/tmp", command);
    return ptys.start(
        new Spawn(
            plain.command(),
            plain.environment(),
            plain.directory(),
            80,
            24,
            Limits.NONE,
            Wrapping.NONE,
            total),
        to);
  }

  private Pty start(Limits limits, String... command) {
    var plain = PtyContract.spawn("/tmp", command);
    return ptys.start(
        new Spawn(plain.command(), plain.environment(), plain.directory(), 80, 24, limits), sink);
  }
}
