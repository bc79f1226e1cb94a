package dev.parley.session.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Network;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The proxy by its socket: what it takes from clients that are up to no good. */
@Timeout(60)
class ProxyTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(50);

  @TempDir Path folder;
  private final Queue<String> told = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void tidy() throws Exception {
    for (var one : open.reversed()) {
      one.close();
    }
  }

  private Proxies proxies(ProxyBounds bounds) {
    var proxies = new Proxies(() -> folder, (_, host) -> told.add(host), bounds);
    open.add(proxies);
    return proxies;
  }

  private Path opened(Proxies proxies, String session, String... hosts) {
    return proxies.open(session, new Network.Hosts(List.of(hosts))).resolve("proxy");
  }

  private SocketChannel connected(Path socket) throws IOException {
    var client = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    open.add(client);
    return client;
  }

  private static void say(SocketChannel client, String words) throws IOException {
    var bytes = ByteBuffer.wrap(words.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      client.write(bytes);
    }
  }

  /** All that comes until the connection ends. */
  private static String heard(SocketChannel client) {
    var all = new ByteArrayOutputStream();
    var buffer = ByteBuffer.allocate(4096);
    try {
      while (client.read(buffer) >= 0) {
        all.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
    } catch (IOException reset) {
      // The end all the same.
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void theWholeHeadIsBounded() throws IOException {
    var client = connected(opened(proxies(ProxyBounds.DEFAULT), "one", "example.org"));
    say(client, "GET http://example.org/ HTTP/1.1\r\n");
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (var i = 0; i < 150; i++) {
                  say(client, "X-%d: %s\r\n".formatted(i, "y".repeat(1000)));
                }
              } catch (IOException closed) {
                // That is what should happen.
              }
            });

    assertThat(heard(client)).contains("431").contains("65536 bytes");
  }

  @Test
  void oneSessionAndAllTogetherHaveSoManyConnections() throws IOException {
    var proxies = proxies(new ProxyBounds(2, 3, LONG, LONG));
    var first = opened(proxies, "one", "example.org");
    var second = opened(proxies, "two", "example.org");
    connected(first);
    connected(first);
    assertThat(heard(connected(first))).contains("503").contains("This session has 2 connections");

    var last = connected(second);
    assertThat(heard(connected(second))).contains("503").contains("All sessions together have 3");

    // One that ends makes room.
    last.close();
    var client = connected(second);
    say(client, "nonsense\r\n\r\n");
    while (heard(client).startsWith("HTTP/1.1 503")) {
      client = connected(second);
      say(client, "nonsense\r\n\r\n");
    }
  }

  @Test
  void aSilentConnectionLosesItsPlace() throws IOException {
    var proxies = proxies(new ProxyBounds(1, 1, SHORT, LONG));
    var socket = opened(proxies, "one", "example.org");
    var silent = connected(socket);
    assertThat(heard(silent)).isEmpty();
    var half = connected(socket);
    assertThat(heard(half)).doesNotContain("200");
  }

  @Test
  void aTunnelInWhichNothingMovesIsClosed() throws IOException {
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var host = "127.0.0.1:" + server.getLocalPort();
      var client =
          connected(opened(proxies(new ProxyBounds(9, 9, LONG, SHORT)), "one", "127.0.0.1"));
      say(client, "CONNECT %s HTTP/1.1\r\n\r\n".formatted(host));

      assertThat(heard(client)).isEqualTo("HTTP/1.1 200 Connection established\r\n\r\n");
    }
  }

  @Test
  void whatIsNoNameIsNeitherLookedUpNorTold() throws IOException {
    var socket = opened(proxies(ProxyBounds.DEFAULT), "one", "example.org");
    var socks = connected(socket);
    var name = "a\n\u001b[2Jb";
    say(socks, "\5\1\0" + "\5\1\0\3" + (char) name.length() + name + "\0\120");
    assertThat(heard(socks)).isEqualTo("\5\0" + "\5\10\0\1\0\0\0\0\0\0");
    var http = connected(socket);
    say(http, "CONNECT a\u001b[2Jb:80 HTTP/1.1\r\n\r\n");
    assertThat(heard(http)).contains("400").doesNotContain("\u001b");

    assertThat(told).isEmpty();
  }

  @Test
  void aHeaderCannotHideAnotherOne() throws IOException {
    var http = connected(opened(proxies(ProxyBounds.DEFAULT), "one", "example.org"));
    say(http, "GET http://example.org/ HTTP/1.1\r\nX: y\rHost: other\r\n\r\n");

    assertThat(heard(http)).contains("400");
  }

  @Test
  void refusedHostsAreToldOnceAndNotWithoutEnd() throws IOException {
    var socket = opened(proxies(ProxyBounds.DEFAULT), "one", "example.org");
    for (var i = 0; i < 210; i++) {
      var client = connected(socket);
      say(client, "CONNECT h%d.example:1 HTTP/1.1\r\n\r\n".formatted(i));
      assertThat(heard(client)).contains("403");
      client.close();
    }
    assertThat(told).hasSize(201).contains("h0.example:1", "h199.example:1");
    assertThat(told.stream().toList().getLast()).isEqualTo("more than 200 hosts");
  }
}
