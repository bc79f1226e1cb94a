package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract with the engine for Linux, and what that engine promises beyond it. */
final class LinuxPtyTest extends PtyContract {

  LinuxPtyTest() {
    super(new LinuxPtys());
  }

  @Test
  void theProgramInFrontIsDescribed() {
    try (var child = start("sh", "-c", "cd /usr; sleep 100; true")) {
      awaitFront(child, "sh");
      Waiting.until(() -> child.foreground().map(Foreground::directory).orElse("").equals("/usr"));
      var front = child.foreground().orElseThrow();
      assertThat(front)
          .isEqualTo(
              new Foreground(
                  child.pid(), "sh", List.of("sh", "-c", "cd /usr; sleep 100; true"), "/usr"));
    }
  }

  @Test
  void whoIsEndedAgainAfterItsEngineHasNothingLeftToEnd() {
    Pty over;
    try (var engine = new LinuxPtys()) {
      over = engine.start(spawn("/tmp", "cat"), new Collected());
    }
    // Somebody else's child leaves a process to us, which the closed engine must not take up.
    try (var child = start("sh", "-c", "(setsid sleep 1000 & echo $!); exec cat")) {
      sink.await("\r\n");
      var left = Long.parseLong(sink.text().strip());
      var self = ProcessHandle.current();
      Waiting.until(
          () -> ProcessHandle.of(left).flatMap(ProcessHandle::parent).equals(Optional.of(self)));
      assertThat(over.end(Duration.ZERO)).isEqualTo(new Pty.Ended(0, 0));
      over.close();
      assertThat(child.end(Duration.ZERO).processes()).isEqualTo(2);
    }
  }

  /** Also when this process itself was started with SIGQUIT ignored, as a background job is. */
  @Test
  void ctrlBackslashQuits() {
    try (var child = start("cat")) {
      type(child, "on\n");
      sink.await("on\r\non\r\n");
      type(child, "\34");
      assertThat(sink.exit()).isEqualTo(new Exit.Killed(3, "SIGQUIT"));
    }
  }

  @Test
  void ctrlCActsWhileTenMegabytesAreQueued() {
    try (var child = start("sh", "-c", "stty -echo; echo on; sleep 1000; true")) {
      sink.await("on");
      var line = "x".repeat(79) + "\n";
      type(child, line.repeat(125_000));
      assertThat(child.pending()).isGreaterThan(9_000_000);
      child.interrupt(new byte[] {3});
      assertThat(sink.exit()).isEqualTo(new Exit.Killed(2, "SIGINT"));
    }
  }

  @Test
  void anInterruptOvertakesWhatIsQueuedForAProgramThatTakesKeys() {
    try (var child = start("sh", "-c", "stty raw -echo; echo on; sleep 0.2; exec cat")) {
      sink.await("on\n");
      var queued = "y".repeat(1_000_000);
      type(child, queued);
      assertThat(child.pending()).isPositive();
      child.interrupt(new byte[] {3});
      sink.awaitSize("on\n".length() + queued.length() + 1);
      assertThat(sink.text().indexOf(3)).isBetween(3, 100_000);
    }
  }

  @Test
  void aLineTheTerminalWouldCutIsRefusedOrSplit() {
    try (var child = start("sh", "-c", "stty -echo; echo on; read line; echo ${#line}; cat")) {
      sink.await("on");
      var line = "x".repeat(10_000) + "\n";
      assertThatThrownBy(() -> type(child, line))
          .isInstanceOf(PtyException.class)
          .hasMessageContaining("4095");
      type(child, "x".repeat(3000));
      assertThatThrownBy(() -> type(child, "x".repeat(3000))).isInstanceOf(PtyException.class);
      type(child, "\25"); // Ctrl-U takes the line back

      child.type(Lines.split(line.getBytes(StandardCharsets.UTF_8)));
      sink.await("10000\r\n");
    }
  }

  @Test
  void tooMuchQueuedInputIsRefused() {
    try (var child = start("sh", "-c", "stty raw; echo on; sleep 1000")) {
      sink.await("on");
      child.type(new byte[60 << 20]);
      assertThatThrownBy(() -> child.type(new byte[10 << 20]))
          .isInstanceOfSatisfying(
              PtyException.class, e -> assertThat(e.reason()).isEqualTo(PtyException.Reason.LIMIT));
    }
  }

  @Test
  void endingFindsWhatHidFromItsSession() {
    var script =
        """
        trap '' HUP TERM
        sleep 1001 &
        nohup sleep 1002 >/dev/null 2>&1 &
        setsid sleep 1003 &
        (setsid sh -c 'sleep 1004 & exec sleep 1005' &)
        (trap '' HUP TERM INT; sleep 1006; true) &
        sleep 0.1
        echo on
        wait
        """;
    try (var child = start("bash", "--norc", "-c", script)) {
      sink.await("on");
      var ended = child.end(Duration.ofMillis(200));
      assertThat(ended.processes()).isBetween(8, 9);
      assertThat(ended.killed()).isBetween(2, 8);
      assertThat(sleepers()).isEmpty();
    }
  }

  private static List<String> sleepers() {
    return ProcessHandle.allProcesses()
        .map(process -> Text.of("/proc/" + process.pid() + "/cmdline"))
        .filter(command -> command.matches("sleep\\x00100[1-6]\\x00"))
        .toList();
  }
}
