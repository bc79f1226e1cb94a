package dev.parley.fleet;

import dev.parley.session.refusal.Refusal;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the broker: made, made anew whenever it is lost, and never mended, so that no
 * message of an earlier one is sent later.
 */
final class Broker implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Broker.class.getName());
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration LATER = Duration.ofSeconds(2);

  /** A name that another daemon has will not be free in a moment. */
  private static final Duration AFTER_REFUSAL = Duration.ofSeconds(5);

  /** Uses a connection that was made, and hears when it was lost. */
  interface Use {
    /**
     * Subscribes.
     *
     * @throws Refusal when this daemon may not be in the fleet as it wants to
     */
    void connected(Connection connection) throws IOException, InterruptedException;

    void lost();
  }

  private final FleetSettings settings;
  private final Use use;
  private final Thread thread;
  private final CountDownLatch tried = new CountDownLatch(1);
  private volatile Optional<Connection> now = Optional.empty();
  private volatile Optional<Refusal> problem =
      Optional.of(new Refusal(Refusal.Code.UNREACHABLE, "The broker is being connected to"));
  private volatile @Nullable CountDownLatch losing;
  private volatile boolean closed;

  Broker(FleetSettings settings, Use use) {
    this.settings = settings;
    this.use = use;
    this.thread = Thread.ofPlatform().daemon().name("parley-fleet-broker").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    var pause = SOON;
    while (!closed) {
      try {
        stay();
        pause = SOON;
      } catch (Refusal refused) {
        notice(refused);
        pause = AFTER_REFUSAL;
      } catch (IOException | RuntimeException failed) {
        notice(notReached(failed));
        pause = pause.multipliedBy(2).compareTo(LATER) < 0 ? pause.multipliedBy(2) : LATER;
      } catch (InterruptedException closing) {
        return;
      } finally {
        tried.countDown();
      }
      try {
        TimeUnit.NANOSECONDS.sleep(closed ? 0 : pause.toNanos());
      } catch (InterruptedException closing) {
        return;
      }
    }
  }

  private Refusal notReached(Exception failed) {
    var why = String.valueOf(failed.getMessage()).strip();
    return new Refusal(
        Refusal.Code.UNREACHABLE,
        "The fleet's broker at %s is not reached%s"
            .formatted(settings.shown(), why.isEmpty() ? "" : ": " + why),
        "Sessions of this node go on; those of others come back when the broker does");
  }

  private void notice(Refusal refused) {
    if (problem.isEmpty()
        || !String.valueOf(problem.get().getMessage()).equals(refused.getMessage())) {
      LOG.log(Level.WARNING, "{0}", refused.getMessage());
    }
    problem = Optional.of(refused);
  }

  /** Makes a connection and returns when it is lost. */
  private void stay() throws IOException, InterruptedException {
    var lost = new CountDownLatch(1);
    losing = lost;
    var options =
        BrokerOptions.of(settings)
            .connectionListener(
                (ConnectionListener)
                    (_, event) -> {
                      if (event == ConnectionListener.Events.CLOSED
                          || event == ConnectionListener.Events.DISCONNECTED) {
                        lost.countDown();
                      }
                    })
            .errorListener(new Complaints())
            .build();
    var connection = Nats.connect(options);
    try {
      use.connected(connection);
      set(Optional.of(connection));
      problem = Optional.empty();
      tried.countDown();
      LOG.log(Level.INFO, "Joined the fleet at {0} as {1}", array(settings));
      lost.await();
      notice(notReached(new IOException("the connection was lost")));
    } finally {
      set(Optional.empty());
      use.lost();
      connection.close();
    }
  }

  private static Object[] array(FleetSettings settings) {
    return new Object[] {settings.shown(), settings.node()};
  }

  /** What the broker complains of; a node that may not say something should know. */
  private static final class Complaints implements ErrorListener {
    @Override
    public void errorOccurred(Connection connection, String error) {
      LOG.log(Level.WARNING, "The broker says: {0}", error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception failed) {
      LOG.log(Level.FINE, "The connection to the broker", failed);
    }
  }

  /** Gives the connection up, since it carries nothing although it is there. */
  void abandon() {
    var lost = losing;
    if (lost != null) {
      lost.countDown();
    }
  }

  /** Waits for the first attempt to join; why it failed, if it did. */
  Optional<Refusal> awaitFirst(Duration longest) {
    try {
      var unused = tried.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    return problem;
  }

  private synchronized void set(Optional<Connection> connection) {
    now = connection;
    notifyAll();
  }

  /** Waits until there is a connection; false when the time is up. */
  synchronized boolean awaitConnected(Duration longest) throws InterruptedException {
    var deadline = System.nanoTime() + longest.toNanos();
    while (now.isEmpty()) {
      var left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  Optional<Refusal> problem() {
    return problem;
  }

  Optional<Connection> now() {
    return now;
  }

  /**
   * The connection.
   *
   * @throws Refusal at once when there is none
   */
  Connection connection() {
    return now.orElseThrow(
        () -> {
          var why = problem.orElseGet(() -> notReached(new IOException("the connection was lost")));
          return new Refusal(why.code(), String.valueOf(why.getMessage()), why.tryInstead());
        });
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      var unused = thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
