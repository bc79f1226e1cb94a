package dev.parley.pty.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ConnectionsTest {
  private static final String CONNECTS =
      """
      import os, socket, sys
      s = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
      print(os.getpid(), s.fileno(), flush=True)
      s.recv(1)
      """;

  private static final String CONNECTS_TO_ITS_PARENT =
      """
      import os, socket
      l = socket.create_server(('127.0.0.1', 0))
      if os.fork() == 0:
          os.setsid() if %s else None
          port = l.getsockname()[1]
          l.close()
          s = socket.create_connection(('127.0.0.1', port))
          print(os.getpid(), s.fileno(), flush=True)
          s.recv(1)
      else:
          c, _ = l.accept()
          os.wait()
      """;

  @Test
  void aProcessOfAnotherSessionWithoutATerminalIsNoAncestor() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var child =
          new ProcessBuilder("setsid", "python3", "-c", CONNECTS, "" + server.getLocalPort())
              .start();
      try (var _ = server.accept()) {
        assertThat(leadsToAncestor(child)).isFalse();
      } finally {
        child.destroyForcibly();
      }
    }
  }

  @Test
  void aProcessOfTheSameSessionIsOne() throws Exception {
    var program =
        new ProcessBuilder("setsid", "python3", "-c", CONNECTS_TO_ITS_PARENT.formatted("False"))
            .start();
    try {
      assertThat(leadsToAncestor(program)).isTrue();
    } finally {
      program.descendants().forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
  }

  @Test
  void whatAProgramOnATerminalHasPutIntoASessionOfItsOwnBelongsToIt() throws Exception {
    var program =
        new ProcessBuilder(
                "python3",
                "-c",
                "import pty, sys; pty.spawn(['python3', '-c', sys.argv[1]])",
                CONNECTS_TO_ITS_PARENT.formatted("True"))
            .start();
    try {
      assertThat(leadsToAncestor(program)).isTrue();
    } finally {
      program.descendants().forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
  }

  @Test
  void moreConnectionsThanCanBeReadInPassingSayNothing(@TempDir Path folder) throws Exception {
    var row =
        "   0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000 0 0 4711 1";
    var some = table(folder, "some", row, Connections.MAX_ROWS);
    var many = table(folder, "many", row, Connections.MAX_ROWS + 1);

    assertThat(Connections.rows(List.of(some))).hasSize(Connections.MAX_ROWS);
    assertThat(Connections.rows(List.of(many))).isEmpty();
    assertThat(Connections.rows(List.of(some, some))).isEmpty();
  }

  private static Path table(Path folder, String name, String row, int rows) throws Exception {
    var lines = Collections.nCopies(rows, row);
    return Files.writeString(
        folder.resolve(name), "  sl  local_address\n" + String.join("\n", lines) + "\n");
  }

  /** Asks of the connection whose process and descriptor a program prints. */
  private static boolean leadsToAncestor(Process program) throws Exception {
    var said = new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8);
    var words = new BufferedReader(said).readLine().strip().split(" ");
    var pid = Long.parseLong(words[0]);
    try (var kernel = Kernel.borrow()) {
      return new Connections(kernel, new Memory(System.nanoTime()))
          .leadsToAncestor(pid, requireNonNull(kernel.stat(pid)), Integer.parseInt(words[1]));
    }
  }
}
