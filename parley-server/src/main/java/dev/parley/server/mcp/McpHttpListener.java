package dev.parley.server.mcp;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener of its own for one MCP server at {@code /mcp}, where no other HTTP server is at hand.
 */
public final class McpHttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpHttpListener.class);
  private static final String PATH = "/mcp";

  private final Server jetty;
  private final ServerConnector connector;

  private McpHttpListener(Server jetty, ServerConnector connector) {
    this.jetty = jetty;
    this.connector = connector;
  }

  /**
   * Listens on an address; port 0 takes a free one.
   *
   * @throws IllegalArgumentException when others could reach it and it asks for no token
   */
  public static McpHttpListener open(McpServer server, String host, int port, HttpRules rules)
      throws Exception {
    return open(host, port, rules, new McpHttp(server, PATH, rules));
  }

  static McpHttpListener open(String host, int port, HttpRules rules, McpHttp handler)
      throws Exception {
    if (!HttpRules.isLoopback(host) && rules.admission().isEmpty()) {
      throw new IllegalArgumentException(
          "%s can be reached from other machines, so a token is needed; or listen on 127.0.0.1"
              .formatted(host));
    }
    var jetty = new Server(new VirtualThreadPool());
    var configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    var connector = new ServerConnector(jetty, new HttpConnectionFactory(configuration));
    connector.setHost(host);
    connector.setPort(port);
    jetty.addConnector(connector);
    jetty.setHandler(handler);
    jetty.setStopTimeout(TimeUnit.SECONDS.toMillis(2));
    jetty.start();
    return new McpHttpListener(jetty, connector);
  }

  public int port() {
    return connector.getLocalPort();
  }

  /** Waits until it is closed. */
  public void join() throws InterruptedException {
    jetty.join();
  }

  @Override
  public void close() {
    try {
      jetty.stop();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception failure) {
      // A handler that would not stop; Jetty has let go of it.
      LOG.warn("The listener did not close cleanly", failure);
    }
  }
}
