package dev.parley.bench.hostile;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A server that answers every request with 401 at once, and says first where it is. */
public final class TurningAway {
  private TurningAway() {}

  public static void main(String[] none) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }
}
