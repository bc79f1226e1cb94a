package dev.parley.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Many WebSockets that watch one session, read by one thread that makes no garbage: what they cost
 * is taken from the server's processors, and a pause of theirs would be taken for a delay of its.
 */
final class Crowd implements AutoCloseable {
  /** Larger than any message. */
  private static final int ROOM = 256 << 10;

  /** How much of the end of a message is looked through for the time. */
  private static final int TAIL = 6000;

  private static final int TEXT = 1;
  private static final int BINARY = 2;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int PONG = 10;

  /** The kind and the offset before the bytes of a binary message. */
  private static final int HEAD = 9;

  private final Selector selector = Selector.open();
  private final Delays delays;
  private volatile long bytes;

  /** One of them, with what it has read and not yet understood. */
  private record Member(SocketChannel channel, ByteBuffer unread, ByteBuffer pong) {}

  /**
   * Opens them; each has read the answer to its handshake.
   *
   * @param delays is told how old the last time in each message is
   */
  Crowd(Daemon daemon, String session, int count, Delays delays) throws IOException {
    this.delays = delays;
    for (var at = 0; at < count; at++) {
      join(daemon, session);
    }
    Thread.ofPlatform().daemon().name("crowd").start(this::read);
  }

  private void join(Daemon daemon, String session) throws IOException {
    var uri = daemon.uri();
    var channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, 128 << 10);
    channel.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.write(ByteBuffer.wrap(Watcher.request(daemon, session)));
    var member =
        new Member(channel, ByteBuffer.allocateDirect(ROOM), ByteBuffer.allocateDirect(64));
    while (!greeted(member.unread)) {
      if (channel.read(member.unread) < 0) {
        throw new IOException("No WebSocket");
      }
    }
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, member);
  }

  /** Takes the answer to the handshake away, when it is there. */
  private static boolean greeted(ByteBuffer unread) throws IOException {
    var text = StandardCharsets.ISO_8859_1.decode(unread.duplicate().flip()).toString();
    var end = text.indexOf("\r\n\r\n");
    if (end >= 0) {
      if (!text.contains(" 101 ")) {
        throw new IOException("No WebSocket: " + text);
      }
      unread.flip().position(end + 4);
      unread.compact();
    }
    return end >= 0;
  }

  /** How many bytes of output and of screens they have read. */
  long bytes() {
    return bytes;
  }

  private void read() {
    try {
      while (selector.isOpen()) {
        selector.select(
            key -> {
              try {
                read((Member) key.attachment());
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
      }
    } catch (IOException | UncheckedIOException | ClosedSelectorException closed) {
      // the end of the benchmark
    }
  }

  private void read(Member member) throws IOException {
    if (member.channel.read(member.unread) < 0) {
      throw new IOException("Closed");
    }
    var unread = member.unread.flip();
    while (understood(member, unread)) {}
    unread.compact();
  }

  /** Takes one frame, if it is there as a whole. */
  private boolean understood(Member member, ByteBuffer unread) throws IOException {
    var start = unread.position();
    if (unread.remaining() < 2) {
      return false;
    }
    var kind = unread.get(start) & 0x0f;
    var length = unread.get(start + 1) & 0x7f;
    var payload = start + (length == 126 ? 4 : length == 127 ? 10 : 2);
    if (unread.limit() < payload) {
      return false;
    }
    if (length >= 126) {
      length =
          length == 126
              ? unread.getShort(start + 2) & 0xffff
              : Math.toIntExact(unread.getLong(start + 2));
    }
    if (unread.limit() - payload < length) {
      return false;
    }
    switch (kind) {
      case BINARY -> note(unread, payload + HEAD, payload + length);
      case PING -> answer(member, unread, payload, length);
      case CLOSE -> throw new IOException("Closed");
      case TEXT -> {}
      default -> throw new IOException("Unexpected kind of frame: " + kind);
    }
    unread.position(payload + length);
    return true;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  private void note(ByteBuffer message, int from, int to) {
    bytes += to - from;
    var printed = lastTime(message, Math.max(from, to - TAIL), to);
    if (printed > 0) {
      delays.add(System.nanoTime() - printed);
    }
  }

  /** The last whole time in a stretch, which stands between two signs; zero when there is none. */
  static long lastTime(ByteBuffer bytes, int from, int to) {
    var end = -1;
    for (var at = to - 1; at >= from; at--) {
      var letter = bytes.get(at);
      if (letter == '@') {
        if (end > at + 1) {
          return number(bytes, at + 1, end);
        }
        end = at;
      } else if (letter < '0' || letter > '9') {
        end = -1;
      }
    }
    return 0;
  }

  private static long number(ByteBuffer bytes, int from, int to) {
    var number = 0L;
    for (var at = from; at < to; at++) {
      number = number * 10 + bytes.get(at) - '0';
    }
    return number;
  }

  /** A ping is answered when it is read. */
  private static void answer(Member member, ByteBuffer unread, int from, int length)
      throws IOException {
    // Masked with zeros, which leaves the bytes as they are.
    member.pong.clear().put((byte) (0x80 | PONG)).put((byte) (0x80 | length)).putInt(0);
    for (var at = from; at < from + length; at++) {
      member.pong.put(unread.get(at));
    }
    member.pong.flip();
    while (member.pong.hasRemaining()) {
      member.channel.write(member.pong);
    }
  }

  @Override
  public void close() throws IOException {
    for (var key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
