package dev.parley.server.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP door of the daemon. It listens from the beginning, but the web server behind it is put
 * together when the first client knocks: most daemons serve agents and commands over their socket
 * and never need the classes, threads and memory it takes.
 */
public final class HttpDoor implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(HttpDoor.class.getName());

  private final HttpSettings settings;
  private final HttpParts parts;
  private final ServerSocketChannel socket;
  private final Selector selector;
  private final Optional<String> warning;
  private @Nullable HttpListener listener;
  private boolean closed;

  private HttpDoor(
      HttpSettings settings, HttpParts parts, ServerSocketChannel socket, Optional<String> warning)
      throws IOException {
    this.settings = settings;
    this.parts = parts;
    this.socket = socket;
    this.warning = warning;
    this.selector = Selector.open();
    socket.configureBlocking(false);
    socket.register(selector, SelectionKey.OP_ACCEPT);
    Thread.ofPlatform().daemon().name("parley-http-door").start(this::awaitFirst);
  }

  /**
   * Listens where it is told to, or, told no port, where it was last; if that port is taken, at a
   * free one, with a warning.
   */
  public static HttpDoor open(HttpSettings settings, HttpParts parts) throws IOException {
    var wanted = settings.likeLast(parts.access().address().last());
    try {
      return opened(new HttpDoor(settings, parts, bound(wanted), Optional.empty()));
    } catch (IOException taken) {
      return opened(
          new HttpDoor(
              settings,
              parts,
              bound(settings.anywhere()),
              Optional.of(
                  "Port %d could not be used (%s), so another was taken; 'parley url' prints it"
                      .formatted(wanted.port(), taken.getMessage()))));
    }
  }

  private static HttpDoor opened(HttpDoor door) {
    door.parts.access().openedAt(door.url());
    return door;
  }

  private static ServerSocketChannel bound(HttpSettings settings) throws IOException {
    var socket = ServerSocketChannel.open();
    try {
      socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      var host = settings.host();
      socket.bind(
          new InetSocketAddress(
              host.startsWith("[") ? host.substring(1, host.length() - 1) : host, settings.port()),
          128);
      return socket;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed instanceof IOException io ? io : new IOException(failed);
    }
  }

  /** Where a browser on this machine finds it. */
  public String url() {
    return settings.url(socket.socket().getLocalPort());
  }

  /** Why it is not where it should be. */
  public Optional<String> warning() {
    return warning;
  }

  /** How long nobody has used it. */
  public synchronized Duration idle() {
    return listener == null ? Duration.ofDays(365) : listener.idle();
  }

  private void awaitFirst() {
    try (selector) {
      selector.select();
      if (!selector.isOpen()) {
        return;
      }
      socket.keyFor(selector).cancel();
      selector.selectNow(); // only then is the channel free to change its mode
      serve();
    } catch (ClosedSelectorException closedMeanwhile) {
      // Nobody knocked.
    } catch (Exception failed) {
      LOG.log(Level.SEVERE, "The HTTP door does not open", failed);
    }
  }

  private synchronized void serve() throws Exception {
    if (!closed) {
      socket.configureBlocking(true);
      listener = HttpListener.on(socket, settings, parts);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    selector.close();
    if (listener != null) {
      listener.close();
    }
    socket.close();
  }
}
