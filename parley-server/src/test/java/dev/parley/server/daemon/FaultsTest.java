package dev.parley.server.daemon;

import static dev.parley.server.daemon.RunningDaemon.json;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.client.ClientException;
import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens when something runs out, hangs, or is not what it should be. */
@Timeout(120)
final class FaultsTest {

  private static boolean root() {
    return System.getProperty("user.name", "").equals("root");
  }

  /** A daemon that is started by a shell, which first makes its life harder. */
  private static DaemonCommand hindered(String script) {
    var plain = RunningDaemon.command();
    var daemon = new ArrayList<>(List.of("/bin/sh", "-c", script + "; exec \"$0\" \"$@\""));
    daemon.addAll(plain.daemon());
    return new DaemonCommand(plain.holder(), daemon);
  }

  /** Starts sessions until one is refused, and closes them one by one after that. */
  private static void fillUp(RunningDaemon daemon, String expected) {
    var started = new ArrayList<String>();
    ClientException refused = null;
    while (refused == null && started.size() < 200) {
      try {
        started.add(daemon.start("cat"));
      } catch (ClientException limit) {
        refused = limit;
      }
    }
    assertThat(requireNonNull(refused).code()).isEqualTo(ClientException.Code.LIMIT);
    assertThat(refused).hasMessageContaining(expected);
    var first = started.getFirst();
    var answer = daemon.call("session_send", json().put("session", first).put("text", "alive"));
    assertThat(answer.path("output").asString()).contains("alive");
    for (var session : started.subList(0, 2)) {
      daemon.call("session_close", json().put("session", session).put("force", true));
      daemon.call("remove", json().put("session", session));
    }
    assertThat(daemon.start("cat")).isNotEmpty();
  }

  @Test
  void whenDescriptorsRunOutSessionsAreRefusedAndTheOthersLive(@TempDir Path folder) {
    try (var daemon = new RunningDaemon(folder, hindered("ulimit -n 160"))) {
      fillUp(daemon, "escriptor");
    }
  }

  @Test
  void whenTerminalsRunOutSessionsAreRefusedAndTheOthersLive(@TempDir Path folder) {
    assumeTrue(root(), "Only root can give a process a device folder with few terminals");
    var command = hindered(":");
    var daemonLine = new ArrayList<>(List.of("/usr/bin/unshare", "-m", "/bin/sh", "-c"));
    daemonLine.add(
        "mount -t devpts -o newinstance,max=3,ptmxmode=666 devpts /dev/pts"
            + " && mount --bind /dev/pts/ptmx /dev/ptmx; exec \"$0\" \"$@\"");
    daemonLine.addAll(RunningDaemon.command().daemon());
    try (var daemon = new RunningDaemon(folder, new DaemonCommand(command.holder(), daemonLine))) {
      fillUp(daemon, "No pseudo-terminal is left");
    }
  }

  @Test
  void aDaemonThatHangsIsReportedAndGoesOnWhereItWas(@TempDir Path folder) throws Exception {
    try (var daemon = new RunningDaemon(folder)) {
      var session = daemon.start("cat");
      var pid = daemon.pid();
      signal("STOP", pid);
      try {
        assertThatThrownBy(() -> daemon.client.call("status", json(), Duration.ofMillis(500)))
            .isInstanceOf(ClientException.class)
            .extracting("code")
            .isEqualTo(ClientException.Code.NO_ANSWER);
      } finally {
        signal("CONT", pid);
      }
      assertThat(daemon.pid()).isEqualTo(pid);
      var answer = daemon.call("session_send", json().put("session", session).put("text", "on"));
      assertThat(answer.path("output").asString()).contains("on");
    }
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor()).isZero();
  }

  @Test
  void anotherUserGetsNothing(@TempDir Path folder) throws Exception {
    assumeTrue(root(), "Only root can become another user");
    try (var daemon = new RunningDaemon(folder)) {
      daemon.start("cat");
      assertThat(asNobody(daemon.home)).isEqualTo("[Errno 13] Permission denied");
      // Even with every door open on the way, who is asking is checked.
      for (var open = daemon.home.runtime(); open.getNameCount() > 0; open = above(open)) {
        if (Files.getOwner(open).equals(Home.user()) && !open.equals(Path.of("/tmp"))) {
          Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        if (above(open).equals(Path.of("/tmp"))) {
          break;
        }
      }
      Files.setPosixFilePermissions(
          daemon.home.socket(), PosixFilePermissions.fromString("rwxrwxrwx"));
      assertThat(asNobody(daemon.home)).isEqualTo("answer ''");
    }
  }

  /** Says hello as a user who is nobody; what came back, or why nothing did. */
  private static String asNobody(Home home) throws Exception {
    var script =
        """
        import socket, sys
        s = socket.socket(socket.AF_UNIX)
        try:
            s.connect(sys.argv[1])
            s.sendall(b'{"parley":1,"version":"x","door":"call"}\\n{"id":"1","method":"session_list"}\\n')
            print("answer %r" % s.recv(1000).decode())
        except ConnectionError:
            print("answer ''")
        except OSError as e:
            print(e)
        """;
    var process =
        new ProcessBuilder(
                "setpriv",
                "--reuid",
                "65534",
                "--regid",
                "65534",
                "--clear-groups",
                "/usr/bin/python3",
                "-c",
                script,
                home.socket().toString())
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  @Test
  void aPlantedLinkOrFileIsRefused(@TempDir Path folder) throws Exception {
    var real = Files.createDirectory(folder.resolve("real"));
    var link = Files.createSymbolicLink(folder.resolve("link"), real);
    assertUnsafe(link);

    var planted = Files.createDirectory(folder.resolve("planted"));
    Files.createSymbolicLink(planted.resolve("parley.sock"), real.resolve("elsewhere"));
    assertUnsafe(planted);

    var file = Files.createDirectory(folder.resolve("file"));
    Files.createFile(file.resolve("parley.sock"));
    assertUnsafe(file);
  }

  private static void assertUnsafe(Path home) {
    try (var daemon = new RunningDaemon(home)) {
      assertThatThrownBy(() -> daemon.client.call("status", json()))
          .isInstanceOf(ClientException.class)
          .extracting("code")
          .isEqualTo(ClientException.Code.UNSAFE);
    }
  }

  private static Path above(Path folder) {
    return requireNonNull(folder.getParent());
  }
}
