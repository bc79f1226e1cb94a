package dev.parley.session.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** A client that speaks SOCKS5 (RFC 1928): connect, without a login. */
record SocksRequest(ProxyInput in, Proxied connection) {
  private static final int VERSION = 5;
  private static final int NO_LOGIN = 0;
  private static final int CONNECT = 1;
  private static final int IPV4 = 1;
  private static final int NAME = 3;
  private static final int IPV6 = 4;

  private static final int DONE = 0;
  private static final int NOT_ALLOWED = 2;
  private static final int UNREACHABLE = 4;
  private static final int NO_SUCH_COMMAND = 7;
  private static final int NO_SUCH_ADDRESS = 8;

  void serve(Proxy proxy) throws IOException {
    in.next();
    in.next(in.next()); // the logins it could do
    connection.say(ByteBuffer.wrap(new byte[] {VERSION, NO_LOGIN}));
    in.next();
    var command = in.next();
    in.next();
    String host;
    switch (in.next()) {
      case IPV4 -> host = InetAddress.getByAddress(in.next(4)).getHostAddress();
      case IPV6 -> host = InetAddress.getByAddress(in.next(16)).getHostAddress();
      case NAME -> host = ProxyInput.ascii(in.next(in.next()));
      default -> {
        reply(NO_SUCH_ADDRESS);
        return;
      }
    }
    var port = in.next() << 8 | in.next();
    if (command != CONNECT) {
      reply(NO_SUCH_COMMAND);
      return;
    }
    switch (proxy.connect(host, port)) {
      case Proxy.Reached.Connected(var server) -> {
        reply(DONE);
        connection.carry(in.rest(), server);
      }
      case Proxy.Reached.NoName _ -> reply(NO_SUCH_ADDRESS);
      case Proxy.Reached.Refused _ -> reply(NOT_ALLOWED);
      case Proxy.Reached.Failed _ -> reply(UNREACHABLE);
    }
  }

  /** The address it is connected from is of no use inside, so none is told. */
  private void reply(int how) throws IOException {
    connection.say(ByteBuffer.wrap(new byte[] {VERSION, (byte) how, 0, IPV4, 0, 0, 0, 0, 0, 0}));
  }
}
