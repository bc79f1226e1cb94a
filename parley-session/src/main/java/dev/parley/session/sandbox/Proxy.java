package dev.parley.session.sandbox;

import dev.parley.session.time.TimeSource;
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
import java.time.Duration;
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
  private static final int SOCKS = 5;
  private static final int CONNECT_MS = 15_000;
  private static final int MOST_ADDRESSES = 4;

  /** When descriptors are used up, trying again at once would only use up a processor too. */
  private static final Duration BACK_OFF = Duration.ofMillis(100);

  private final HostList hosts;
  private final Consumer<String> refused;
  private final ServerSocketChannel listener;
  private final Path socket;
  private final ProxyBounds bounds;
  private final Semaphore all;
  private final Semaphore own;
  private final Set<Proxied> open = ConcurrentHashMap.newKeySet();

  /**
   * Listens on a socket.
   *
   * @param all the places that are left for connections of all sessions
   * @param refused is told of each host, with its port, that is not in the list
   */
  Proxy(Path socket, HostList hosts, ProxyBounds bounds, Semaphore all, Consumer<String> refused)
      throws IOException {
    this.hosts = hosts;
    this.refused = refused;
    this.socket = socket;
    this.bounds = bounds;
    this.all = all;
    this.own = new Semaphore(bounds.each());
    Files.deleteIfExists(socket);
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().name("parley-proxy").start(this::accept);
  }

  private void accept() {
    while (listener.isOpen()) {
      try {
        takeIn(listener.accept());
      } catch (IOException failed) {
        if (listener.isOpen()) {
          TimeSource.system().pause(BACK_OFF);
        }
      }
    }
  }

  private void takeIn(SocketChannel client) {
    if (!own.tryAcquire()) {
      sendAway(client, "This session has %d connections already".formatted(bounds.each()));
    } else if (!all.tryAcquire()) {
      own.release();
      sendAway(client, "All sessions together have %d connections".formatted(bounds.all()));
    } else {
      Thread.ofVirtual().name("parley-proxied").start(() -> serve(client));
    }
  }

  /** Reads nothing and waits for nothing: it could be one of very many. */
  private static void sendAway(SocketChannel client, String why) {
    try (client) {
      client.configureBlocking(false);
      client.write(
          ByteBuffer.wrap(
              "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n%s, which is the most; close some\n"
                  .formatted(why)
                  .getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException gone) {
      // Then it needs no explanation.
    }
  }

  private void serve(SocketChannel client) {
    try (var connection = new Proxied(client, bounds)) {
      open.add(connection);
      try {
        var in = new ProxyInput(client);
        if (in.first() == SOCKS) {
          new SocksRequest(in, connection).serve(this);
        } else {
          new HttpRequest(in, connection).serve(this);
        }
      } finally {
        open.remove(connection);
      }
    } catch (IOException gone) {
      // One of both has hung up; the other one is told by the end of its connection.
    } finally {
      own.release();
      all.release();
    }
  }

  /** How an attempt to reach a host went. */
  sealed interface Reached {
    record Connected(SocketChannel channel) implements Reached {}

    /** No host can have this name; it is not repeated either. */
    record NoName() implements Reached {}

    /** It is not in the list. */
    record Refused() implements Reached {}

    /** It is, and could not be reached. */
    record Failed(String why) implements Reached {}
  }

  /** Connects to a host of the list. */
  Reached connect(String host, int port) {
    if (!HostList.isName(host)) {
      return new Reached.NoName();
    }
    if (!hosts.has(host, port)) {
      return refuse(host, port);
    }
    try {
      var addresses = hosts.addresses(host, port);
      if (addresses.isEmpty()) {
        return refuse(host, port);
      }
      var why = "";
      for (var address : addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()))) {
        var channel = connect(new InetSocketAddress(address, port));
        if (channel.isPresent()) {
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
        Proxied.close(channel);
      }
      return Optional.empty();
    }
  }

  private Reached refuse(String host, int port) {
    refused.accept(host + ":" + port);
    return new Reached.Refused();
  }

  @Override
  public void close() {
    try {
      listener.close();
      Files.deleteIfExists(socket);
    } catch (IOException left) {
      // A socket that nobody listens on leads nowhere.
    }
    open.forEach(Proxied::close);
  }
}
