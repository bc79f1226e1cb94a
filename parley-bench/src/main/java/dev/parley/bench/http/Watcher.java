package dev.parley.bench.http;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket with as little in between as possible, so that the machine's time goes to the server:
 * a socket, a handshake, and frames read one after the other.
 */
final class Watcher implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;

  /** What came: {@code kind} is 0 for output, 1 for a screen, -1 for a message in JSON. */
  @SuppressWarnings("ArrayRecordComponent") // read once
  record Message(int kind, byte[] bytes) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  Watcher(Daemon daemon, String session) throws IOException {
    var uri = daemon.uri();
    socket = new Socket();
    socket.setReceiveBufferSize(128 << 10);
    socket.connect(new java.net.InetSocketAddress(uri.getHost(), uri.getPort()));
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 << 10));
    socket.getOutputStream().write(request(daemon, session));
  }

  /** What asks for the stream of a session. */
  static byte[] request(Daemon daemon, String session) {
    var head =
        "GET /v1/sessions/"
            + session
            + "/stream HTTP/1.1\r\nHost: "
            + daemon.uri().getAuthority()
            + "\r\nAuthorization: Bearer "
            + daemon.token()
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    return head.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the answer to the handshake; not called for one that never reads. */
  @SuppressWarnings("deprecation") // readLine of plain ASCII
  Watcher greeted() throws IOException {
    var status = in.readLine();
    if (status == null || !status.contains(" 101 ")) {
      throw new IOException("No WebSocket: " + status);
    }
    while (!in.readLine().isEmpty()) {
      // headers
    }
    return this;
  }

  Message next() throws IOException {
    while (true) {
      var kind = in.readByte() & 0x0f;
      long length = in.readByte() & 0x7f;
      length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
      var bytes = new byte[(int) length];
      in.readFully(bytes);
      switch (kind) {
        case 1 -> {
          return new Message(-1, bytes);
        }
        case 2 -> {
          var rest = new byte[bytes.length - 9];
          System.arraycopy(bytes, 9, rest, 0, rest.length);
          return new Message(bytes[0], rest);
        }
        case 8 -> throw new IOException("Closed");
        case 9 -> send(10, bytes); // a ping is answered when it is read
        default -> {}
      }
    }
  }

  void type(byte[] typed) throws IOException {
    send(2, typed);
  }

  void say(String json) throws IOException {
    send(1, json.getBytes(StandardCharsets.UTF_8));
  }

  private synchronized void send(int kind, byte[] bytes) throws IOException {
    var frame = ByteBuffer.allocate(6 + bytes.length);
    // Masked with zeros, which leaves the bytes as they are.
    frame.put((byte) (0x80 | kind)).put((byte) (0x80 | bytes.length)).putInt(0).put(bytes);
    socket.getOutputStream().write(frame.array());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
