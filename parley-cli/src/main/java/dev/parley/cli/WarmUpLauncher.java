package dev.parley.cli;

import dev.parley.client.Home;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Says to a daemon what {@code launcher/parley.c} would, so that the start-up cache knows the
 * classes behind that door too.
 */
final class WarmUpLauncher {
  private final Home home;

  WarmUpLauncher(Home home) {
    this.home = home;
  }

  /** Runs a command in the daemon and lets its output be. */
  void run(String... arguments) throws IOException {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(home.socket()))) {
      var out = greet(channel, "command", arguments);
      frame(out, 't', "0001".getBytes(StandardCharsets.UTF_8));
      frame(out, '.', new byte[0]);
      awaitEnd(channel);
    }
  }

  /** Says lines of an agent, then that there are no more. */
  void pipe(List<String> lines) throws IOException {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(home.socket()))) {
      var out = greet(channel, "mcp", "mcp");
      frame(out, 'n', "warm-up".getBytes(StandardCharsets.UTF_8));
      frame(out, '.', new byte[0]);
      var number = 0;
      for (var line : lines) {
        var text = (line + "\n").getBytes(StandardCharsets.UTF_8);
        frame(out, 'l', ByteBuffer.allocate(4 + text.length).putInt(++number).put(text).array());
      }
      frame(out, 'z', new byte[0]);
      awaitEnd(channel);
    }
  }

  private static DataOutputStream greet(SocketChannel channel, String door, String... arguments)
      throws IOException {
    var out = new DataOutputStream(Channels.newOutputStream(channel));
    out.writeBytes("parley launcher 1 %s %s\n".formatted(Parley.VERSION, door));
    for (var argument : arguments) {
      frame(out, 'a', argument.getBytes(StandardCharsets.UTF_8));
    }
    frame(out, 'd', "/".getBytes(StandardCharsets.UTF_8));
    frame(out, 'e', "PATH=/usr/bin:/bin".getBytes(StandardCharsets.UTF_8));
    return out;
  }

  private static void frame(DataOutputStream out, char kind, byte[] payload) throws IOException {
    out.writeByte(kind);
    out.writeInt(payload.length);
    out.write(payload);
    out.flush();
  }

  /** Reads until the daemon has said the exit code. */
  private static void awaitEnd(SocketChannel channel) throws IOException {
    var in = new DataInputStream(Channels.newInputStream(channel));
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return;
      }
    }
    for (var kind = in.read(); kind >= 0 && kind != 'q' && kind != 'j'; kind = in.read()) {
      in.skipNBytes(in.readInt());
    }
  }
}
