package dev.parley.session.sandbox;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The way out of one sandbox to the hosts of its list: an HTTP proxy ({@code CONNECT} and plain)
 * and a SOCKS5 proxy behind one socket. It looks names up itself, so that what was checked is what
 * is connected to.
 */
final class Proxy implements AutoCloseable {
  /** As many as the bridge carries. */
  private static final int MOST_CONNECTIONS = 512;

  private static final int CHUNK = 64 * 1024;
  private static final int SOCKS = 5;
  private static final int CONNECT_MS = 15_000;

  private final HostList hosts;
  private final Consumer<String> refused;
  private final ServerSocketChannel listener;
  private final Path socket;
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final Semaphore places = new Semaphore(MOST_CONNECTIONS);

  /**
   * Listens on a socket.
   *
   * @param refused is told of each host, with its port, that is not in the list
   */
  Proxy(Path socket, HostList hosts, Consumer<String> refused) throws IOException {
    this.hosts = hosts;
    this.refused = refused;
    this.socket = socket;
    Files.deleteIfExists(socket);
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().name("parley-proxy").start(this::accept);
  }

  private void accept() {
    while (listener.isOpen()) {
      try {
        var client = listener.accept();
        if (places.tryAcquire()) {
          Thread.ofVirtual().name("parley-proxied").start(() -> serve(client));
        } else {
          client.close();
        }
      } catch (IOException closed) {
        // The next round sees whether this is the end.
      }
    }
  }

  private void serve(SocketChannel client) {
    open.add(client);
    try (client) {
      var in = new ProxyInput(client);
      if (in.first() == SOCKS) {
        new SocksRequest(in, client).serve(this);
      } else {
        new HttpRequest(in, client).serve(this);
      }
    } catch (IOException gone) {
      // One of both has hung up; the other one is told by the end of its connection.
    } finally {
      open.remove(client);
      places.release();
    }
  }

  /** How an attempt to reach a host went. */
  sealed interface Reached {
    record Connected(SocketChannel channel) implements Reached {}

    /** It is not in the list. */
    record Refused() implements Reached {}

    /** It is, and could not be reached. */
    record Failed(String why) implements Reached {}
  }

  /** Connects to a host of the list. */
  Reached connect(String host, int port) {
    if (!hosts.has(host, port)) {
      return refuse(host, port);
    }
    try {
      var addresses = hosts.addresses(host, port);
      if (addresses.isEmpty()) {
        return refuse(host, port);
      }
      var why = "";
      for (var address : addresses) {
        var channel = connect(new InetSocketAddress(address, port));
        if (channel.isPresent()) {
          open.add(channel.get());
          return new Reached.Connected(channel.get());
        }
        why = "%s did not accept a connection".formatted(address);
      }
      return new Reached.Failed(why);
    } catch (UnknownHostException unknown) {
      return new Reached.Failed("There is no host " + host);
    }
  }

  private static Optional<SocketChannel> connect(InetSocketAddress address) {
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      channel.socket().connect(address, CONNECT_MS);
      return Optional.of(channel);
    } catch (IOException failed) {
      if (channel != null) {
        close(channel);
      }
      return Optional.empty();
    }
  }

  private Reached refuse(String host, int port) {
    refused.accept(host + ":" + port);
    return new Reached.Refused();
  }

  /** Carries bytes both ways until both have ended. */
  void carry(SocketChannel client, ByteBuffer begun, SocketChannel server) throws IOException {
    try (server) {
      write(server, begun);
      var back = Thread.ofVirtual().start(() -> pump(server, client));
      pump(client, server);
      back.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(server);
    }
  }

  private static void pump(SocketChannel from, SocketChannel to) {
    var buffer = ByteBuffer.allocateDirect(CHUNK);
    try {
      while (from.read(buffer) >= 0) {
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

  static void write(SocketChannel to, String text) throws IOException {
    write(to, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException gone) {
      // That is what was wanted.
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      Files.deleteIfExists(socket);
    } catch (IOException left) {
      // A socket that nobody listens on leads nowhere.
    }
    open.forEach(Proxy::close);
  }
}
