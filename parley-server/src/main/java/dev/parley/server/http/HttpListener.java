package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.mcp.HttpRules;
import dev.parley.server.mcp.McpHttp;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The web server behind the HTTP door, put together: limits, gate, routes, MCP. */
final class HttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int MOST_CONNECTIONS = 1024;
  private static final int LONGEST_HEADER = 16 << 10;
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** Streams have no end of their own; who restarts the daemon does not want to wait for them. */
  private static final Duration LONGEST_STOP = Duration.ofMillis(200);

  /** What may be under way to one client in the kernel; the rest stays in the journal. */
  private static final int IN_FLIGHT = 256 << 10;

  private final Server jetty;
  private final HttpFigures figures;

  private HttpListener(Server jetty, HttpFigures figures) {
    this.jetty = jetty;
    this.figures = figures;
  }

  /** Serves a socket that listens already. */
  static HttpListener on(ServerSocketChannel socket, HttpSettings settings, HttpParts parts)
      throws Exception {
    var jetty = new Server(new VirtualThreadPool());
    var connector = new ServerConnector(jetty, 1, 1, protocols(settings));
    connector.setIdleTimeout(IDLE.toMillis());
    connector.setAcceptedSendBufferSize(IN_FLIGHT);
    connector.setHost(settings.host());
    connector.open(socket);
    jetty.addConnector(connector);
    jetty.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    jetty.addBean(new SlowHeads(connector));
    var figures = new HttpFigures();
    jetty.setHandler(entrance(jetty, settings, parts, figures));
    jetty.setStopTimeout(LONGEST_STOP.toMillis());
    jetty.start();
    return new HttpListener(jetty, figures);
  }

  private static ConnectionFactory[] protocols(HttpSettings settings) throws IOException {
    var configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(LONGEST_HEADER);
    // A session of another node is one part of an address, NODE%2FID; paths are split before they
    // are decoded, and name no files.
    configuration.setUriCompliance(
        UriCompliance.DEFAULT.with("NODE%2FID", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR));
    if (settings.keystore().isEmpty()) {
      return new ConnectionFactory[] {new HttpConnectionFactory(configuration)};
    }
    // Any name will do: the gate has its own opinion of names.
    configuration.addCustomizer(new SecureRequestCustomizer(false));
    var tls = new SslContextFactory.Server();
    tls.setKeyStorePath(settings.keystore().get().toAbsolutePath().toString());
    if (settings.password().isPresent()) {
      tls.setKeyStorePassword(Files.readString(settings.password().get()).strip());
    }
    var http = new HttpConnectionFactory(configuration);
    return new ConnectionFactory[] {new SslConnectionFactory(tls, http.getProtocol()), http};
  }

  private static Entrance entrance(
      Server jetty, HttpSettings settings, HttpParts parts, HttpFigures figures) {
    var rules = HttpRules.loopback();
    if (!HttpRules.isLoopback(settings.host())) {
      rules = rules.named(settings.host());
    }
    var access = parts.access();
    var gate = new Gate(access, rules);
    var calls = new RestCalls(parts.calls());
    var table = new ArrayList<Route>();
    table.addAll(SessionRoutes.of(calls, parts.control()));
    table.addAll(ViewRoutes.of(calls));
    table.addAll(SearchRoute.of(parts.sessions()));
    table.addAll(EventFeed.of(parts.sessions(), calls, figures));
    table.addAll(PeopleRoutes.of(calls, parts.peopleTyping()));
    table.addAll(StreamRoute.of(calls, jetty, figures, access.audit(), parts.peopleTyping()));
    table.addAll(AlertRoutes.of(parts.control()));
    table.addAll(LoginRoutes.of(access, gate));
    table.addAll(
        SystemRoutes.of(new Metrics(parts, figures), () -> OpenApi.of(table, parts.version())));
    var agents =
        rules.admitting(
            token ->
                access
                    .byToken(token)
                    .filter(caller -> caller.may(Role.ADMIN))
                    .map(caller -> caller.at("mcp")));
    var doors = new HashMap<String, McpHttp>();
    parts
        .agents()
        .forEach((answers, it) -> doors.put(answers, new McpHttp(it.get(), Routes.MCP, agents)));
    var mcp = new McpDoors(doors, HttpParts.USUAL_ANSWERS);
    var routes = new Routes(table, new ConsoleFiles());
    return new Entrance(gate, routes, figures, mcp, access.leases());
  }

  Duration idle() {
    return figures.idle();
  }

  @Override
  public void close() {
    try {
      jetty.stop();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException streams) {
      LOG.debug("Streams were still open", streams); // they end with their connections
    } catch (Exception failure) {
      // A handler that would not stop; Jetty has let go of it.
      LOG.warn("The listener did not close cleanly", failure);
    }
  }
}
