package dev.parley.session.sandbox;

import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One connection through the proxy: the client, and once it said where to, the server. It has a
 * limited time to say so, and may not be silent for ever afterwards, because its place is another
 * one's.
 */
final class Proxied implements AutoCloseable {
  private static final int CHUNK = 64 * 1024;

  private final TimeSource time = TimeSource.system();
  private final SocketChannel client;
  private final ProxyBounds bounds;
  private final Thread guard;
  private volatile @Nullable SocketChannel server;
  private volatile long moved = time.nanos();
  private volatile boolean over;

  Proxied(SocketChannel client, ProxyBounds bounds) {
    this.client = client;
    this.bounds = bounds;
    this.guard = Thread.ofVirtual().name("parley-proxied-guard").start(this::guard);
  }

  private void guard() {
    while (!over) {
      var limit = server == null ? bounds.head() : bounds.idle();
      var left = limit.minus(time.since(moved));
      if (left.isPositive()) {
        time.park(this, left.toNanos());
      } else {
        close();
      }
    }
  }

  SocketChannel client() {
    return client;
  }

  /** Says something to the client. */
  void say(ByteBuffer bytes) throws IOException {
    write(client, bytes);
  }

  void say(String text) throws IOException {
    say(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /**
   * Carries bytes both ways until both have ended.
   *
   * @param begun what the client has said already
   */
  void carry(ByteBuffer begun, SocketChannel to) throws IOException {
    try (to) {
      server = to;
      moved = time.nanos();
      LockSupport.unpark(guard); // another limit holds from now on
      if (over) {
        return; // it took too long to connect
      }
      write(to, begun);
      var back = Thread.ofVirtual().start(() -> pump(to, client));
      pump(client, to);
      back.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void pump(SocketChannel from, SocketChannel to) {
    var buffer = ByteBuffer.allocateDirect(CHUNK);
    try {
      while (from.read(buffer) >= 0) {
        moved = time.nanos();
        write(to, buffer.flip());
        buffer.clear();
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      // Whoever is left would wait for something that cannot come.
      close(from);
      close(to);
    }
  }

  static void write(SocketChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }

  @Override
  public void close() {
    over = true;
    close(client);
    var to = server;
    if (to != null) {
      close(to);
    }
    LockSupport.unpark(guard);
  }
}
