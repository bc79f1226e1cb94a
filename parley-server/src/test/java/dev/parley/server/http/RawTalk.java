package dev.parley.server.http;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Says to a server, byte for byte, what no decent client would. */
final class RawTalk {
  private final URI server;

  RawTalk(String url) {
    this.server = URI.create(url);
  }

  Socket connect() throws IOException {
    var socket = new Socket(server.getHost(), server.getPort());
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** A request with these lines, and everything that comes back. */
  String say(String... lines) throws IOException {
    return sayAll(String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n");
  }

  String sayAll(String text) throws IOException {
    try (var socket = connect()) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The status in an answer. */
  static int status(String answer) {
    return answer.isEmpty() ? 0 : Integer.parseInt(answer.substring(9, 12));
  }

  String host() {
    return server.getHost() + ":" + server.getPort();
  }
}
