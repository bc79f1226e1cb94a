package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.PtyException.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every engine promises, shown with real children. */
@Timeout(60)
abstract class PtyContract {
  protected final Ptys ptys;
  protected final Collected sink = new Collected();

  PtyContract(Ptys ptys) {
    this.ptys = ptys;
  }

  @AfterEach
  void closeEngine() {
    ptys.close();
  }

  @Test
  void whatAChildPrintsArrivesBeforeItsEnd() {
    try (var child = start("sh", "-c", "tty; echo hello; exit 3")) {
      assertThat(sink.exit()).isEqualTo(new Exit.Code(3));
      assertThat(sink.text()).isEqualTo(child.device() + "\r\nhello\r\n");
    }
  }

  @Test
  void whatIsTypedIsEchoedAndRead() {
    try (var child = start("cat")) {
      type(child, "over\n");
      assertThat(sink.await("over\r\nover\r\n")).isEqualTo("over\r\nover\r\n");
      type(child, "\4");
      assertThat(sink.exit()).isEqualTo(new Exit.Code(0));
    }
  }

  @Test
  void aChildKilledBySignalSaysWhich() {
    try (var _ = start("sh", "-c", "kill -TERM $$")) {
      assertThat(sink.exit()).isEqualTo(new Exit.Killed(15, "SIGTERM"));
    }
  }

  @Test
  void theEnvironmentAndDirectoryAreTheOnesGiven() {
    var spawn =
        new Spawn(
            List.of("/bin/sh", "-c", "echo \"$GREETING\"; pwd; stty size"),
            Map.of("GREETING", "grüß dich", "PATH", "/usr/bin:/bin"),
            Path.of("/usr"),
            101,
            37,
            Limits.NONE);
    try (var _ = ptys.start(spawn, sink)) {
      sink.exit();
      assertThat(sink.text()).isEqualTo("grüß dich\r\n/usr\r\n37 101\r\n");
    }
  }

  @Test
  void bashHasJobControl() {
    try (var bash = start("bash", "--norc", "--noprofile", "-i")) {
      type(bash, "PS1='READ''Y> '\n");
      sink.await("READY> ");
      type(bash, "tty\n");
      sink.await(bash.device() + "\r\n");

      type(bash, "cat\n");
      awaitFront(bash, "cat");
      bash.interrupt(new byte[] {3});
      awaitFront(bash, "bash");
      type(bash, "echo code=$?\n");
      sink.await("code=130\r\n");

      type(bash, "cat\n");
      awaitFront(bash, "cat");
      type(bash, "\32");
      awaitFront(bash, "bash");
      type(bash, "echo code=$?\n");
      sink.await("code=148\r\n");

      type(bash, "bg; sleep 100 & jobs; fg %1\n");
      sink.await("Running");
      awaitFront(bash, "cat");
      type(bash, "\4");
      awaitFront(bash, "bash");
      type(bash, "echo code=$?\n");
      // Before its prompt, readline asks for the size and sets it anew; ours could fall in between.
      sink.await(
          text ->
              text.lastIndexOf("READY> ") > text.lastIndexOf("code=0\r\n")
                  && text.contains("code=0\r\n"));

      bash.resize(132, 50);
      type(bash, "stty size\n");
      sink.await("50 132\r\n");
      type(bash, "kill %2; exit 7\n");
      assertThat(sink.exit()).isEqualTo(new Exit.Code(7));
    }
  }

  @Test
  void aMebibyteOfAnyBytesComesBackUnchanged() {
    var bytes = new byte[1 << 20];
    new Random(42).nextBytes(bytes);
    try (var child = start("sh", "-c", "stty raw -echo; echo ready; exec cat")) {
      sink.await("ready\n");
      var before = sink.size();
      child.type(bytes);
      sink.awaitSize(before + bytes.length);
      assertThat(sink.bytes()).endsWith(bytes).hasSize(before + bytes.length);
      assertThat(child.pending()).isZero();
    }
  }

  @Test
  void theModesAreThoseTheProgramSet() {
    try (var child =
        start("sh", "-c", "stty -echo; echo secret; read x; stty raw; echo raw; cat")) {
      sink.await("secret");
      assertThat(child.modes()).isEqualTo(new Modes(true, false, true));
      assertThat(child.modes().secret()).isTrue();
      type(child, "x\n");
      sink.await("raw");
      assertThat(child.modes()).isEqualTo(new Modes(false, false, false));
    }
  }

  @Test
  void aSignalReachesTheProgramInFront() {
    try (var child =
        start("bash", "--norc", "-c", "trap 'echo shell got it' USR1; set -m; cat; echo $?")) {
      awaitFront(child, "cat");
      assertThat(child.signal(Signal.USR1, Signal.To.FOREGROUND)).isTrue();
      sink.exit();
      assertThat(sink.text()).endsWith("138\r\n").doesNotContain("shell got it");
    }
  }

  @Test
  void closingEndsTheChildAtOnce() {
    var child = start("sh", "-c", "trap '' HUP TERM INT; echo on; while :; do sleep 100; done");
    sink.await("on");
    child.close();
    assertThat(sink.exit()).isEqualTo(new Exit.Killed(9, "SIGKILL"));
    assertThat(ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    child.close();
  }

  @Test
  void endingIsGentleWhereThatIsEnough() {
    try (var child =
        start("sh", "-c", "trap 'echo bye; exit 5' HUP; echo on; while :; do sleep 0.01; done")) {
      sink.await("on");
      var ended = child.end(Duration.ofSeconds(20));
      assertThat(ended.killed()).isZero();
      assertThat(ended.processes()).isPositive();
      assertThat(sink.exit()).isEqualTo(new Exit.Code(5));
      assertThat(sink.text()).contains("bye");
    }
  }

  @Test
  void aMissingCommandIsRefused() {
    refused(() -> start("no-such-command"), "no-such-command");
    refused(() -> start("/no/such/command"), "/no/such/command");
    refused(() -> start("/etc"), "directory");
    refused(() -> start("/etc/passwd"), "not executable");
  }

  @Test
  void aMissingDirectoryIsRefused() {
    refused(() -> startIn(Path.of("/no/such/dir"), "true"), "/no/such/dir");
    refused(() -> startIn(Path.of("/etc/passwd"), "true"), "not a directory");
  }

  @Test
  void aNulIsRefused() {
    refused(() -> start("echo", "a\0b"), "NUL");
    refused(
        () ->
            ptys.start(
                new Spawn(
                    List.of("/bin/true"), Map.of("A", "\0"), Path.of("/"), 80, 24, Limits.NONE),
                sink),
        "NUL");
  }

  @Test
  void impossibleSizesAreRefused() {
    refused(() -> new Spawn(List.of("cat"), Map.of(), Path.of("/"), 0, 24, Limits.NONE), "columns");
    refused(
        () -> new Spawn(List.of("cat"), Map.of(), Path.of("/"), 80, 70_000, Limits.NONE), "rows");
    try (var child = start("cat")) {
      refused(() -> child.resize(-1, 5), "columns");
    }
  }

  @Test
  void nothingCanBeTypedAfterTheEnd() {
    try (var child = start("true")) {
      sink.exit();
      assertThatThrownBy(() -> type(child, "x"))
          .isInstanceOfSatisfying(
              PtyException.class, e -> assertThat(e.reason()).isEqualTo(Reason.EXITED))
          .hasMessageContaining("exit code 0");
    }
  }

  @Test
  void aPausedSinkLosesNothing() {
    var narrow = new Narrow(sink);
    try (var child = ptys.start(spawn("/tmp", "sh", "-c", "seq 1 20000; exit 4"), narrow)) {
      while (!sink.hasEnded()) {
        narrow.allow(10_000);
        child.resume();
        narrow.awaitUsed();
      }
      assertThat(sink.exit()).isEqualTo(new Exit.Code(4));
      assertThat(sink.text()).startsWith("1\r\n2\r\n").endsWith("\r\n19999\r\n20000\r\n");
      assertThat(sink.text().lines().count()).isEqualTo(20_000);
    }
  }

  protected Pty start(String... command) {
    return startIn(Path.of("/tmp"), command);
  }

  private Pty startIn(Path directory, String... command) {
    return ptys.start(spawn(directory.toString(), command), sink);
  }

  static Spawn spawn(String directory, String... command) {
    var environment = new HashMap<>(System.getenv());
    environment.put("TERM", "xterm");
    environment.put("LC_ALL", "C.UTF-8");
    return new Spawn(List.of(command), environment, Path.of(directory), 80, 24, Limits.NONE);
  }

  static void type(Pty child, String text) {
    child.type(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Until the named program is the one that the keyboard reaches. */
  static void awaitFront(Pty child, String name) {
    Waiting.until(() -> child.foreground().filter(it -> it.name().equals(name)).isPresent());
  }

  private static void refused(ThrowingCallable act, String words) {
    assertThatThrownBy(act)
        .isInstanceOfSatisfying(
            PtyException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT))
        .hasMessageContaining(words);
  }
}
