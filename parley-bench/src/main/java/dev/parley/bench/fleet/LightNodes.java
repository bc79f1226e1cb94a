package dev.parley.bench.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.ObjectNode;

/**
 * Many nodes without terminals on one thread: each has a connection of its own to the broker, says
 * twice a second that it is there, counts every start as a session that it has, declines it, and
 * has none to list. What they say is what daemons say, by the protocol of NATS itself.
 */
final class LightNodes implements AutoCloseable {
  private static final long BETWEEN_NANOS = 500_000_000;
  private static final int CAPACITY = 256;
  private static final int KIND_RESULT = 3;
  private static final int KIND_REFUSED = 4;

  private final Selector selector = Selector.open();
  private final List<Light> all = new ArrayList<>();
  private final List<Deaf> deaf = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread thread;

  /** One of them. */
  static final class Light {
    private final String name;
    private final SocketChannel channel;
    private final ObjectNode fields;
    private byte[] beat;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private byte[] in = new byte[0];
    private long next;
    private int starts;
    private volatile boolean silent;

    private Light(String name, SocketChannel channel, long next) {
      this.name = name;
      this.channel = channel;
      this.next = next;
      this.fields =
          TrialNode.JSON
              .createObjectNode()
              .put("protocol", 1)
              .put("node", name)
              .put("instance", UUID.randomUUID().toString())
              .put("epoch", "light")
              .put("joined", 0)
              .put("clock", System.currentTimeMillis())
              .put("host", "light")
              .put("version", "light")
              .put("sessions", 0)
              .put("capacity", CAPACITY)
              .put("load", 0)
              .put("draining", false)
              .put("accept", "all");
      fields.putObject("labels").put("kind", "light");
      this.beat = heartbeat();
    }

    private byte[] heartbeat() {
      return publish("parley.hb." + name, fields.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void started() {
      starts++;
      fields.put("sessions", starts).put("load", (double) starts / CAPACITY);
      beat = heartbeat();
    }

    int starts() {
      return starts;
    }

    /** Says nothing any more, as a node does that hangs. */
    void fallSilent() {
      silent = true;
    }

    String name() {
      return name;
    }
  }

  /** Takes every heartbeat from the broker and throws it away. */
  private static final class Deaf implements AutoCloseable {
    private final SocketChannel channel;

    Deaf(int port) throws IOException {
      this.channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.write(
          ByteBuffer.wrap(
              "CONNECT {\"verbose\":false,\"protocol\":1}\r\nSUB parley.hb.* 1\r\n"
                  .getBytes(StandardCharsets.US_ASCII)));
      Thread.ofVirtual().start(this::take);
    }

    private void take() {
      var buffer = ByteBuffer.allocateDirect(1 << 16);
      try {
        while (channel.read(buffer) >= 0) {
          buffer.clear();
        }
      } catch (IOException closed) {
        // The trial is over, or the broker finds us too slow.
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * Connects so many nodes, one after the other.
   *
   * @param hearing whether each takes all heartbeats too, over a connection whose messages it does
   *     not read
   */
  LightNodes(int port, int count, boolean hearing) throws IOException {
    var now = System.nanoTime();
    for (var number = 0; number < count; number++) {
      var channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.configureBlocking(false);
      // Spread over the interval, as nodes are that were started at any time.
      var light = new Light("l" + number, channel, now + BETWEEN_NANOS * number / count);
      light.out.writeBytes(
          ("CONNECT {\"verbose\":false,\"pedantic\":false,\"lang\":\"light\",\"version\":\"1\","
                  + "\"protocol\":1}\r\nSUB parley.n.%s.*.* 1\r\nPING\r\n")
              .formatted(light.name)
              .getBytes(StandardCharsets.US_ASCII));
      channel.register(selector, SelectionKey.OP_READ, light);
      all.add(light);
      if (hearing) {
        deaf.add(new Deaf(port));
      }
    }
    this.thread = Thread.ofPlatform().name("light-nodes").start(this::run);
  }

  List<Light> all() {
    return all;
  }

  private static byte[] publish(String subject, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        "PUB %s %d\r\n".formatted(subject, payload.length).getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(payload);
    out.writeBytes(new byte[] {'\r', '\n'});
    return out.toByteArray();
  }

  private void run() {
    var buffer = ByteBuffer.allocate(1 << 16);
    try {
      while (!closed.get()) {
        selector.select(
            key -> {
              try {
                read((Light) Objects.requireNonNull(key.attachment()), buffer);
              } catch (IOException gone) {
                key.cancel();
              }
            },
            2);
        var now = System.nanoTime();
        for (var light : all) {
          if (now - light.next >= 0 && !light.silent) {
            light.next += BETWEEN_NANOS;
            light.out.writeBytes(light.beat);
          }
          if (light.out.size() > 0) {
            flush(light);
          }
        }
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private static void flush(Light light) throws IOException {
    var bytes = ByteBuffer.wrap(light.out.toByteArray());
    light.channel.write(bytes);
    light.out.reset();
    if (bytes.hasRemaining()) {
      light.out.write(bytes.array(), bytes.position(), bytes.remaining());
    }
  }

  private static void read(Light light, ByteBuffer buffer) throws IOException {
    buffer.clear();
    if (light.channel.read(buffer) < 0) {
      throw new IOException("The broker has hung up");
    }
    buffer.flip();
    var rest = new byte[light.in.length + buffer.remaining()];
    System.arraycopy(light.in, 0, rest, 0, light.in.length);
    buffer.get(rest, light.in.length, buffer.remaining());
    var at = 0;
    while (true) {
      var end = lineEnd(rest, at);
      if (end < 0) {
        break;
      }
      var line = new String(rest, at, end - at, StandardCharsets.US_ASCII);
      var next = end + 2;
      if (line.startsWith("MSG ")) {
        var words = line.split(" ");
        var length = Integer.parseInt(words[words.length - 1]);
        if (next + length + 2 > rest.length) {
          break;
        }
        if (words.length == 5) {
          answer(light, words[3], new String(rest, next, length, StandardCharsets.UTF_8));
        }
        next += length + 2;
      } else if (line.equals("PING")) {
        light.out.writeBytes("PONG\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      at = next;
    }
    light.in = Arrays.copyOfRange(rest, at, rest.length);
  }

  private static int lineEnd(byte[] bytes, int from) {
    for (var at = from; at + 1 < bytes.length; at++) {
      if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
        return at;
      }
    }
    return -1;
  }

  private static void answer(Light light, String to, String call) {
    if (call.contains("\"call\":\"session_start\"")) {
      light.started();
      light.out.writeBytes(
          publish(
              to,
              part(
                  KIND_REFUSED,
                  "{\"code\":\"busy\",\"message\":\"A light node starts nothing\"}")));
    } else if (call.contains("\"call\":\"list\"")) {
      light.out.writeBytes(publish(to, part(KIND_RESULT, "{\"sessions\":[]}\n")));
    }
  }

  /** One part that is all there is: its kind, its number, how many there are. */
  private static byte[] part(int kind, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(9 + bytes.length)
        .put((byte) kind)
        .putInt(0)
        .putInt(1)
        .put(bytes)
        .array();
  }

  @Override
  public void close() throws IOException {
    closed.set(true);
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    for (var light : all) {
      light.channel.close();
    }
    for (var one : deaf) {
      one.close();
    }
    selector.close();
  }
}
