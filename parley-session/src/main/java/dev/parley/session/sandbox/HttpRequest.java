package dev.parley.session.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A client that speaks HTTP: a tunnel by CONNECT, or one plain request with its whole address. */
record HttpRequest(ProxyInput in, Proxied connection) {
  private static final Pattern METHOD = Pattern.compile("[A-Za-z-]{1,32}");
  private static final int HTTP_PORT = 80;
  private static final int LARGEST_PORT = 65_535;

  /** They are for us, or say what we say ourselves. */
  private static final Set<String> OURS =
      Set.of("host", "connection", "proxy-connection", "keep-alive", "proxy-authorization");

  void serve(Proxy proxy) throws IOException {
    try {
      var words = in.line().split(" ", -1);
      if (words.length != 3 || !METHOD.matcher(words[0]).matches() || !isHttp(words[2])) {
        answer("400 Bad Request", "This is no request to a proxy");
        return;
      }
      var headers = headers();
      if (headers.indexOf('\r') >= 0) {
        // Some servers take it for the end of a line, and what follows for another Host.
        answer("400 Bad Request", "A header holds a carriage return");
      } else if (words[0].equals("CONNECT")) {
        tunnel(proxy, words[1]);
      } else {
        pass(proxy, words[0], words[1], headers.replace("\n", "\r\n"));
      }
    } catch (ProxyInput.TooLong tooLong) {
      answer(
          "431 Request Header Fields Too Large",
          "A request may have %d bytes before its body".formatted(ProxyInput.LONGEST_HEAD));
    }
  }

  private static boolean isHttp(String version) {
    return version.startsWith("HTTP/1.");
  }

  /** Those that are passed on, each with a line feed. */
  private String headers() throws IOException {
    var headers = new StringBuilder();
    for (var line = in.line(); !line.isEmpty(); line = in.line()) {
      var colon = line.indexOf(':');
      if (colon > 0 && !OURS.contains(line.substring(0, colon).strip().toLowerCase(Locale.ROOT))) {
        headers.append(line).append('\n');
      }
    }
    return headers.toString();
  }

  private void tunnel(Proxy proxy, String authority) throws IOException {
    var colon = authority.lastIndexOf(':');
    var port = colon < 0 ? "" : authority.substring(colon + 1);
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > LARGEST_PORT) {
      answer("400 Bad Request", "There is no port");
      return;
    }
    var host = authority.substring(0, colon);
    if (reached(proxy, host, Integer.parseInt(port)) instanceof Proxy.Reached.Connected(var to)) {
      connection.say("HTTP/1.1 200 Connection established\r\n\r\n");
      connection.carry(in.rest(), to);
    }
  }

  private void pass(Proxy proxy, String method, String address, String headers) throws IOException {
    URI uri;
    try {
      uri = new URI(address);
    } catch (URISyntaxException wrong) {
      answer("400 Bad Request", "This is no address");
      return;
    }
    if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      answer("400 Bad Request", "A proxy needs a whole http address");
      return;
    }
    var port = uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    if (reached(proxy, uri.getHost(), port) instanceof Proxy.Reached.Connected(var to)) {
      // The name that was checked is the one that is said; and one request for each connection, so
      // that a second one cannot be for another name.
      var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      var host = uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
      var head =
          "%s %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n"
              .formatted(method, path, query, host, headers);
      Proxied.write(to, ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)));
      connection.carry(in.rest(), to);
    }
  }

  private Proxy.Reached reached(Proxy proxy, String host, int port) throws IOException {
    var reached = proxy.connect(host, port);
    switch (reached) {
      case Proxy.Reached.Connected _ -> {}
      case Proxy.Reached.NoName _ -> answer("400 Bad Request", "This is no name of a host");
      case Proxy.Reached.Refused _ ->
          answer(
              "403 Forbidden",
              "%s:%d is not among the hosts that this sandbox may reach".formatted(host, port));
      case Proxy.Reached.Failed(var why) -> answer("502 Bad Gateway", why);
    }
    return reached;
  }

  private void answer(String status, String sentence) throws IOException {
    var body = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    connection.say(
        "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(status, body.length));
    connection.say(ByteBuffer.wrap(body));
  }
}
