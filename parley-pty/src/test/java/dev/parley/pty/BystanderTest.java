package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.finding.Finding.Doing;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that have nothing to do with a terminal say nothing about it. */
@Timeout(60)
class BystanderTest {
  private static final int LOOKS = 300;

  private static final String RING =
      """
      #include <sys/syscall.h>
      #include <unistd.h>
      int main() {
        char params[120] = {0};
        int ring = syscall(425, 8, params);
        if (ring < 0) return 1;
        write(1, "in", 2);
        for (;;) syscall(426, ring, 0, 1, 1, 0, 0);
      }
      """;

  private static final String RECEIVES =
      "import socket, sys; s = socket.create_connection(('127.0.0.1', int(sys.argv[1])));"
          + " print('reply: ', end='', flush=True); s.recv(1)";

  @Test
  void aStrangersRingIsNoWaitForThisTerminal(@TempDir Path folder) throws Exception {
    var source = Files.writeString(folder.resolve("ring.c"), RING);
    var program = folder.resolve("ring").toString();
    assertThat(new ProcessBuilder("cc", "-w", "" + source, "-o", program).start().waitFor())
        .isZero();
    var stranger = new ProcessBuilder("setsid", program).start();
    var output = new Collected();
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var ptys = Ptys.open();
        var pty = ptys.start(receives(silent.getLocalPort()), output)) {
      assumeTrue(stranger.getInputStream().read() == 'i', "This kernel has no rings");
      output.await("reply: ");

      // All processes are looked at every 100 ms at most, so that many looks are needed.
      for (var i = 0; i < LOOKS; i++) {
        assertThat(pty.probe().doing()).isEqualTo(Doing.WORKING);
        LockSupport.parkNanos(1_000_000);
      }
    } finally {
      stranger.destroyForcibly();
    }
  }

  private static Spawn receives(int port) {
    return new Spawn(
        List.of("python3", "-c", RECEIVES, "" + port),
        Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
        Path.of("/"),
        80,
        24,
        Limits.NONE);
  }
}
