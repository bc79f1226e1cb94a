package dev.parley.bench.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** The web server we use, with nothing of ours in it. */
final class Hello extends Handler.Abstract implements AutoCloseable {
  private static final byte[] BODY = "{\"status\":\"ok\"}".getBytes(StandardCharsets.UTF_8);

  private final Server jetty = new Server(new VirtualThreadPool());
  private final ServerConnector connector = new ServerConnector(jetty);

  static Hello listening() throws Exception {
    var hello = new Hello();
    hello.connector.setHost("127.0.0.1");
    hello.jetty.addConnector(hello.connector);
    hello.jetty.setHandler(hello);
    hello.jetty.start();
    return hello;
  }

  String url() {
    return "http://127.0.0.1:" + connector.getLocalPort() + "/";
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(BODY), callback);
    return true;
  }

  @Override
  public void close() {
    try {
      jetty.stop();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }
}
