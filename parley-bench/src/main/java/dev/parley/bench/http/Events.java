package dev.parley.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** The stream of events as the console has it open. */
final class Events implements AutoCloseable {
  private final Socket socket;
  private final AtomicInteger lines = new AtomicInteger();

  Events(Daemon daemon) throws IOException {
    var uri = daemon.uri();
    socket = new Socket(uri.getHost(), uri.getPort());
    var head =
        "GET /v1/events HTTP/1.1\r\nHost: "
            + uri.getAuthority()
            + "\r\nAuthorization: Bearer "
            + daemon.token()
            + "\r\n\r\n";
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    try (var in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      while (in.readLine() != null) {
        lines.incrementAndGet();
      }
    } catch (IOException closed) {
      // the end of the benchmark
    }
  }

  int lines() {
    return lines.get();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
