package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other hosts over MCP: a real OpenSSH server that checks passwords, and a daemon. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class RemoteIT {
  private static final String PASSWORD = "canary-Zebra-4711";
  private static final String USER = "parleyit" + ProcessHandle.current().pid();

  private static Path folder;
  private static Process server;
  private static int port;
  private static boolean root;
  private static Map<String, String> environment;

  @BeforeAll
  static void startServer() throws IOException {
    root = System.getProperty("user.name").equals("root");
    if (!root) {
      return;
    }
    folder = Files.createTempDirectory("parley-remote");
    run("", "chmod", "755", "" + folder);
    Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(Path.of("/run/sshd"));
    run("", "useradd", "-M", "-d", "" + folder.resolve("home"), "-s", "/bin/bash", USER);
    run("", "chown", USER, "" + folder.resolve("home"));
    run(USER + ":" + PASSWORD + "\n", "chpasswd");
    run("", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve("host"));
    run("", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve("key"));
    Files.writeString(
        folder.resolve("config"),
        """
        Host *
          IdentityFile %s
          IdentitiesOnly yes
          IdentityAgent none
          UserKnownHostsFile %s
        """
            .formatted(folder.resolve("key"), folder.resolve("known")));
    environment =
        Map.of(
            "PARLEY_HOME", "" + folder.resolve("state"),
            "PARLEY_SSH_CONFIG", "" + folder.resolve("config"));
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var command =
        new ArrayList<>(List.of("/usr/sbin/sshd", "-D", "-e", "-f", "/dev/null", "-p", "" + port));
    command.addAll(List.of("-h", "" + folder.resolve("host")));
    for (var option :
        List.of(
            "ListenAddress=127.0.0.1",
            "PidFile=none",
            "StrictModes=no",
            "UsePAM=no",
            "PasswordAuthentication=yes",
            "AuthorizedKeysFile=" + folder.resolve("key.pub"))) {
      command.addAll(List.of("-o", option));
    }
    server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    while (!answers()) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @AfterAll
  static void stopServer() throws IOException {
    if (root) {
      var stop = new ProcessBuilder("" + ParleyProcess.root().resolve("parley"), "stop");
      stop.environment().putAll(environment);
      stop.environment().put("PARLEY_NO_BUILD", "1");
      stop.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      stop.start().onExit().join();
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly().onExit().join();
      run("", "userdel", "-f", USER);
      run("", "rm", "-rf", "" + folder);
    }
  }

  @Test
  void anAgentLogsInWithAPasswordThatNobodyWritesDown() throws Exception {
    assumeTrue(root, "Only root may start a server that checks passwords");
    Files.deleteIfExists(folder.resolve("known"));
    try (var parley = ParleyProcess.withDaemon(environment, "--tools", "terminal")) {
      var unknown = connect(parley, "127.0.0.1", PASSWORD);
      assertThat(unknown.code()).isEqualTo("host_key");
      var fingerprint = run("", "ssh-keygen", "-lf", folder.resolve("host.pub") + "").split(" ")[1];
      assertThat(unknown.field("error")).contains(fingerprint);
      var host = "127.0.0.1?fingerprint=" + fingerprint;

      var began = System.nanoTime();
      var wrong = connect(parley, host, PASSWORD + "!");
      assertThat(wrong.code()).isEqualTo("authentication");
      assertThat(System.nanoTime() - began).isLessThan(20_000_000_000L);

      var right = connect(parley, host, PASSWORD);
      assertThat(right.fields().path("success").asBoolean(false)).as(right.text()).isTrue();
      var session = right.field("session_id");
      var run =
          parley.call(
              "terminal_execute_command_tool",
              "session_id",
              session,
              "command",
              "id -un; echo \"a  b\"; false");
      assertThat(run.output()).isEqualTo(USER + "\na  b\n");
      assertThat(run.fields().path("exit_code").asInt()).isEqualTo(1);

      parley.call("terminal_send_tool", "session_id", session, "text", "echo $((6*7)) and more");
      var expected =
          parley.call("terminal_expect_tool", "session_id", session, "pattern", "42 and");
      assertThat(expected.field("matched")).isEqualTo("42 and");
      assertThat(run("", "ps", "axeww")).doesNotContain(PASSWORD);
      parley.call("terminal_close_session_tool", "session_id", session);
    }

    assertThat(whatIsKept()).isNotEmpty().noneMatch(text -> text.contains(PASSWORD));
  }

  @Test
  @DisplayName("terminal_ssh_connect_tool: key_file; the session id is for subsequent commands")
  void aKeyFileOpensASessionThatTakesCommands() throws Exception {
    assumeTrue(root, "Only root may start a server that checks passwords");
    var fingerprint = run("", "ssh-keygen", "-lf", folder.resolve("host.pub") + "").split(" ")[1];
    try (var parley = ParleyProcess.withDaemon(environment, "--tools", "terminal")) {
      var connected =
          parley.call(
              "terminal_ssh_connect_tool",
              "host",
              "127.0.0.1?fingerprint=" + fingerprint,
              "username",
              USER,
              "port",
              port,
              "key_file",
              "" + folder.resolve("key"));
      assertThat(connected.fields().path("success").asBoolean()).as(connected.text()).isTrue();
      var session = connected.field("session_id");
      var entry = parley.call("terminal_list_sessions_tool").fields().path("sessions").path(0);
      assertThat(entry.path("host").asString()).isEqualTo("127.0.0.1");
      assertThat(entry.path("username").asString()).isEqualTo(USER);
      assertThat(entry.has("shell")).isFalse();
      parley.call("terminal_send_tool", "session_id", session, "text", "cd /usr");
      var run =
          parley.call("terminal_execute_command_tool", "session_id", session, "command", "pwd");
      assertThat(run.output()).isEqualTo("/usr\n");
      parley.call("terminal_close_session_tool", "session_id", session);
    }
  }

  private static ParleyProcess.Answer connect(ParleyProcess parley, String host, String password) {
    return parley.call(
        "terminal_ssh_connect_tool",
        "host",
        host,
        "username",
        USER,
        "password",
        password,
        "port",
        port);
  }

  private static List<String> whatIsKept() throws IOException {
    try (var files = Files.walk(folder.resolve("state"))) {
      return files.filter(Files::isRegularFile).map(RemoteIT::text).toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  @Test
  void aSessionOnAnotherHostOutlivesTheDaemon() throws Exception {
    assumeTrue(root, "Only root may start a server that checks passwords");
    Files.writeString(
        folder.resolve("known"),
        "[127.0.0.1]:%d %s".formatted(port, Files.readString(folder.resolve("host.pub"))));
    var target = "ssh://%s@127.0.0.1:%d".formatted(USER, port);
    try (var parley = ParleyProcess.withDaemon(environment)) {
      var start =
          parley.call(
              "session_start",
              "target",
              target,
              "command",
              List.of("python3", "-q"),
              "timeout_ms",
              30_000);
      assertThat(start.state()).as(start.text()).isEqualTo("waiting");
      assertThat(start.fields().path("evidence").path(0).asString("")).startsWith("far:kernel:");
      var session = start.field("session");
      assertThat(parley.call("session_send", "session", session, "text", "x = 21").state())
          .isEqualTo("waiting");

      var restart = new ProcessBuilder("" + ParleyProcess.root().resolve("parley"), "restart");
      restart.environment().putAll(environment);
      restart.environment().put("PARLEY_NO_BUILD", "1");
      var said = folder.resolve("restart.txt");
      restart.redirectErrorStream(true).redirectOutput(said.toFile());
      assertThat(restart.start().onExit().join().exitValue()).as(Files.readString(said)).isZero();

      var answer = parley.call("session_send", "session", session, "text", "2 * x");
      assertThat(answer.output()).isEqualTo("42\n");
      assertThat(answer.state()).isEqualTo("waiting");
      assertThat(answer.fields().path("evidence").path(0).asString("")).startsWith("far:kernel:");
      parley.call("session_close", "session", session, "force", true);
    }
  }

  private static boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static String run(String input, String... command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
