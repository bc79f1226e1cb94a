package dev.parley.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/** A connection to the daemon whose hello has been answered. */
public final class Connection implements AutoCloseable {
  /** A daemon that is coming back is waited for this long before another is started. */
  private static final Duration COMING_BACK = Duration.ofMillis(400);

  /** One that was started may have met the last one's end, and is started again after this long. */
  private static final Duration STARTING = Duration.ofSeconds(2);

  private static final Duration COMING_UP = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int LONGEST_HELLO = 1 << 20;

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private final String welcome;

  private Connection(SocketChannel channel, String hello) throws IOException {
    this.channel = channel;
    this.in = Channels.newInputStream(channel);
    this.out = Channels.newOutputStream(channel);
    // A daemon that hangs accepts connections and never says a word.
    var patience = Thread.ofVirtual().start(this::giveUpLater);
    try {
      out.write((hello + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      this.welcome = readHello(in);
    } catch (AsynchronousCloseException gaveUp) {
      throw silent();
    } finally {
      patience.interrupt();
    }
  }

  private void giveUpLater() {
    try {
      Thread.sleep(PATIENCE);
      channel.close();
    } catch (InterruptedException | IOException answered) {
      // Nothing to give up.
    }
  }

  static ClientException silent() {
    return new ClientException(
        ClientException.Code.NO_ANSWER,
        "The daemon is there and does not answer; its sessions live on",
        "Try again; if it stays silent, end it with kill -9: it is started again and takes them up");
  }

  /**
   * Connects to a daemon that runs.
   *
   * @param hello the first line to say
   * @return nothing when there is none
   * @throws ClientException when what is there cannot be trusted
   */
  public static Optional<Connection> connect(Home home, String hello) {
    if (!home.hasSocket()) {
      return Optional.empty();
    }
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open(UnixDomainSocketAddress.of(home.socket()));
      if (!channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(Home.user())) {
        channel.close();
        throw new ClientException(
            ClientException.Code.UNSAFE,
            "The daemon at %s is another user's; Parley does not use it".formatted(home.socket()),
            "Set PARLEY_HOME to a folder of your own");
      }
      return Optional.of(new Connection(channel, hello));
    } catch (IOException refused) {
      close(channel);
      return Optional.empty();
    }
  }

  /**
   * Connects to the daemon, and starts one if there is none.
   *
   * @throws ClientException when that does not help
   */
  public static Connection connect(Home home, String hello, DaemonCommand command) {
    home.prepared();
    var there = connect(home, hello);
    if (there.isPresent()) {
      return there.get();
    }
    try (var arrival = Arrival.at(home)) {
      return connect(home, hello, command, arrival);
    }
  }

  private static Connection connect(
      Home home, String hello, DaemonCommand command, Arrival arrival) {
    var begun = System.nanoTime();
    var startAfter = home.hasSocket() ? COMING_BACK : Duration.ZERO;
    while (true) {
      var connection = connect(home, hello);
      if (connection.isPresent()) {
        return connection.get();
      }
      var waited = Duration.ofNanos(System.nanoTime() - begun);
      if (waited.compareTo(COMING_UP) > 0) {
        throw new ClientException(
            ClientException.Code.NO_DAEMON,
            "The daemon does not come up",
            "Look into the logs in " + home.logs());
      }
      if (waited.compareTo(startAfter) >= 0) {
        start(home, command);
        startAfter = waited.plus(STARTING);
      }
      arrival.await(startAfter.minus(waited).toNanos());
    }
  }

  private static void start(Home home, DaemonCommand command) {
    try {
      command.start(home);
    } catch (IOException failed) {
      throw new ClientException(
          ClientException.Code.NO_DAEMON,
          "The daemon could not be started: " + failed.getMessage(),
          "Look into the logs in " + home.logs());
    }
  }

  private static void close(@org.jspecify.annotations.Nullable SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException ignored) {
      // It is of no use any more, closed or not.
    }
  }

  /** Reads a hello; what follows it stays in the stream. */
  public static String readHello(InputStream in) throws IOException {
    return readLine(in, LONGEST_HELLO);
  }

  static String readLine(InputStream in, int longest) throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.size() >= longest) {
        throw new IOException("The connection ended before the line did");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** What the daemon answered to the hello, as JSON. */
  public String welcome() {
    return welcome;
  }

  public InputStream in() {
    return in;
  }

  public OutputStream out() {
    return out;
  }

  void send(byte[] line) throws IOException {
    out.write(line);
    out.flush();
  }

  /** Says that nothing more comes from here; answers may still come back. */
  void finish() {
    try {
      channel.shutdownOutput();
    } catch (IOException gone) {
      // Then nobody waits for more.
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}
