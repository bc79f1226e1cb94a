package dev.parley.bench.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way from one node to a broker, which can fail as networks do: carry nothing for a while and
 * say nothing about it, or break.
 */
final class Link implements AutoCloseable {
  private final ServerSocket listener;
  private final int to;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private boolean cut; // guarded by this
  private volatile boolean closed;

  Link(int to) throws IOException {
    this.to = to;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!closed) {
      try {
        var near = listener.accept();
        open.add(near);
        Thread.ofVirtual().start(() -> connect(near));
      } catch (IOException failed) {
        return;
      }
    }
  }

  private void connect(Socket near) {
    var far = new Socket();
    try {
      awaitHealed();
      far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to), 1000);
      // What passes here must not wait for more to come.
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      open.add(far);
      var back = Thread.ofVirtual().start(() -> copy(far, near));
      copy(near, far);
      back.join();
    } catch (IOException gone) {
      close(near);
      close(far);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void copy(Socket from, Socket into) {
    var bytes = new byte[1 << 16];
    try {
      var in = from.getInputStream();
      var out = into.getOutputStream();
      for (var count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        awaitHealed();
        out.write(bytes, 0, count);
      }
    } catch (IOException gone) {
      // The other way is closed too.
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    close(from);
    close(into);
  }

  private synchronized void awaitHealed() throws InterruptedException {
    while (cut && !closed) {
      wait();
    }
  }

  /** Carries nothing until healed. */
  synchronized void cut() {
    cut = true;
  }

  synchronized void heal() {
    cut = false;
    notifyAll();
  }

  /** Ends every connection there is. */
  void reset() {
    open.forEach(Link::close);
    open.clear();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // Then it is closed.
    }
  }

  @Override
  public void close() {
    closed = true;
    heal();
    reset();
    try {
      listener.close();
    } catch (IOException gone) {
      // Then it is closed.
    }
  }
}
