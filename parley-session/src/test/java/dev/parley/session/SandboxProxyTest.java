package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.testing.InsideProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sandbox that reaches the hosts of a list: by the proxy and by nothing else. */
class SandboxProxyTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private Path home = Path.of("");
  private ServerSocket server;
  private int port;
  private Sessions sessions = Sessions.shared();
  private final Queue<String> refused = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void compile() throws Exception {
    InsideProgram.use();
  }

  @BeforeEach
  void prepare() throws IOException {
    home = Files.createTempDirectory(Path.of("").toAbsolutePath().resolve("target"), "p");
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = server.getLocalPort();
    Thread.ofVirtual().start(this::serve);
    sessions = Sessions.inFolder(home.resolve("h/s"), Sessions.Bounds.DEFAULT);
    sessions
        .refusedHosts()
        .listen(
            (_, host) -> {
              refused.add(host);
              return true;
            });
  }

  /** Says what it was asked for, and by which name. */
  private void serve() {
    while (!server.isClosed()) {
      try (var client = server.accept();
          var in =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
        var request = in.readLine();
        var host = "";
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
          host = line.startsWith("Host: ") ? line.substring(6) : host;
        }
        var said = request.replaceAll(" HTTP.*", "") + " for " + host;
        client
            .getOutputStream()
            .write(
                "HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(said.length(), said)
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException closed) {
        // The next round sees whether this is the end.
      }
    }
  }

  @AfterEach
  void tidy() throws IOException {
    sessions.close();
    server.close();
    try (var files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** What a Python program says that may reach some hosts; {@code ask} speaks to the proxy. */
  private String said(List<String> hosts, String program) throws IOException {
    var profile =
        new SandboxProfile(
            "listed",
            SandboxProfile.Writing.WORKSPACE,
            new Network.Hosts(hosts),
            List.of(),
            List.of(),
            Set.of(),
            Set.of(),
            Limits.NONE);
    var work = Files.createDirectories(home.resolve("w"));
    var begin =
        """
        import os, socket, struct, urllib.request
        def ask(words, then=b''):
            s = socket.create_connection(('127.0.0.1', 3128))
            s.sendall(words)
            said = s.recv(4096)
            if then:
                s.sendall(then)
                while part := s.recv(4096): said += part
            return said
        """;
    var script = Files.writeString(work.resolve("t.py"), begin + program);
    var session =
        sessions.start(Launch.of("python3", script.toString()).in(work).sandboxed(profile));
    return session.await(Expectation.exit().within(LONG), View.everything(), 0).output();
  }

  @Test
  void programsFindTheProxyByTheirVariables() throws IOException {
    var out =
        said(
            List.of("localhost"),
            "print(urllib.request.urlopen('http://localhost:%d/x?y=1').read())".formatted(port));

    assertThat(out).contains("GET /x?y=1 for localhost:" + port);
    assertThat(refused).isEmpty();
  }

  @Test
  void aTunnelAndSocksLeadToAListedHost() throws IOException {
    var out =
        said(
            List.of("127.0.0.1:" + port),
            """
            get = b'GET /t HTTP/1.0\\r\\nHost: me\\r\\n\\r\\n'
            print(ask(b'CONNECT 127.0.0.1:%1$d HTTP/1.1\\r\\n\\r\\n', get))
            s = socket.create_connection(('127.0.0.1', 3128))
            s.sendall(b'\\x05\\x01\\x00'); print(s.recv(2))
            s.sendall(b'\\x05\\x01\\x00\\x01\\x7f\\x00\\x00\\x01' + struct.pack('>H', %1$d))
            print('socks', s.recv(10)[1])
            s.sendall(get); print(s.recv(4096)[-20:])
            """
                .formatted(port));

    assertThat(out).contains("200 Connection established").contains("socks 0");
    assertThat(out.split("GET /t for me", -1)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({
    "example.org:443, example.org:80", // another port
    "example.org, example.com:443", // another name
    "example.org, sub.example.org:443", // a name below it
    "*.example.org, example.org.evil.com:443", // the name at its beginning
    "*.example.org, notexample.org:443",
    "example.org, 93.184.216.34:443", // an address in place of a name
    "localhost, 127.0.0.1:22", // an address that a listed name has
    "2130706433, 2130706433:22", // a listed name that leads to this host
    "example.org, 169.254.169.254:80", // where clouds keep secrets
    "example.org, [::1]:22",
    "example.org, 0.0.0.0:22"
  })
  void whatIsNotListedIsRefusedAndTold(String listed, String wanted) throws IOException {
    var out =
        said(
            List.of(listed),
            "print(ask(b'CONNECT %s HTTP/1.1\\r\\n\\r\\n'))\n".formatted(wanted)
                + "print(ask(b'GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n'))"
                    .formatted(wanted, listed));

    assertThat(out.split("403 Forbidden", -1)).hasSize(3);
    assertThat(refused).containsExactly(wanted);
  }

  @Test
  void theHostHeaderIsTheNameThatWasChecked() throws IOException {
    var out =
        said(
            List.of("localhost"),
            "print(ask(b'GET http://localhost:%d/ HTTP/1.1\\r\\nHost: other.example\\r\\n\\r\\n'))"
                .formatted(port));

    assertThat(out).contains("for localhost:" + port).doesNotContain("other.example");
  }

  @Test
  void thereIsNoWayAroundIt() throws IOException {
    var out =
        said(
            List.of("localhost"),
            """
            for kind, where in ((socket.SOCK_STREAM, ('192.0.2.1', 80)), (socket.SOCK_DGRAM, ('192.0.2.1', 53)), (socket.SOCK_STREAM, ('127.0.0.1', %d))):
                try:
                    s = socket.socket(socket.AF_INET, kind); s.connect(where); s.send(b'x'); print('OUT', where)
                except OSError as e: print('kept in')
            try: print('OUT', socket.getaddrinfo('example.org', 80))
            except OSError: print('kept in')
            """
                .formatted(port));

    assertThat(out).doesNotContain("OUT");
    assertThat(out.lines().filter(line -> line.equals("kept in"))).hasSize(4);
  }

  @Test
  void nothingIsLeftOfAProxyWhenItsSessionIsOver() throws Exception {
    said(List.of("localhost"), "print(1)");
    var left = home.resolve("h/proxies");
    var deadline = System.nanoTime() + LONG.toNanos();
    while ((isFilled(left) || isRunning(left)) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }

    assertThat(left).isEmptyDirectory();
    assertThat(isRunning(left)).isFalse();
  }

  /** Whether some process has the folder of proxies among its arguments. */
  private static boolean isRunning(Path folder) {
    return ProcessHandle.allProcesses()
        .anyMatch(process -> process.info().commandLine().orElse("").contains(folder.toString()));
  }

  private static boolean isFilled(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }
}
