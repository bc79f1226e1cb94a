package dev.parley.fleet;

import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream from another node that is opened anew whenever it breaks, until closed: the node was
 * restarted, or cut off, or the broker was. What it carries must say where it goes on.
 */
final class KeptStream implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration BEFORE_TRYING_AGAIN = Duration.ofMillis(100);

  /** Who takes what the stream brings. None of it may wait. */
  interface Use {
    /** A part, each after the one before. */
    void heard(Part.Kind kind, byte[] bytes);

    /** The node is not reached. */
    void silent();

    /**
     * The node does not want to go on, or its sessions are lost.
     *
     * @return whether that is the end of it
     */
    boolean over(Refusal why);
  }

  private final FarCalls calls;
  private final NodeTable nodes;
  private final String node;
  private final Supplier<FarCalls.Asked> asking;
  private final Use use;
  private final Thread thread;
  private volatile FarCalls.@Nullable Stream current;
  private volatile boolean closed;
  private long reachedAt = System.nanoTime();
  private int expected; // the rest guarded by this
  private long received;
  private long told;
  private boolean broken;

  /**
   * A stream, which begins at once.
   *
   * @param asking what to ask for; each time anew, since more has come meanwhile
   */
  KeptStream(
      FarCalls calls, NodeTable nodes, String node, Supplier<FarCalls.Asked> asking, Use use) {
    this.calls = calls;
    this.nodes = nodes;
    this.node = node;
    this.asking = asking;
    this.use = use;
    this.thread = Thread.ofVirtual().name("fleet stream").unstarted(this::run);
  }

  KeptStream start() {
    thread.start();
    return this;
  }

  /** The name of the stream at a node that is there; empty when it does not begin soon. */
  synchronized Optional<String> name() {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (current == null || expected == 0) {
      var left = deadline - System.nanoTime();
      if (closed || left <= 0 || nodes.find(node).filter(NodeTable.Known::isThere).isEmpty()) {
        return Optional.empty();
      }
      try {
        wait(Math.clamp(left / 1_000_000, 1, 50));
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
        throw new WaitCancelledException();
      }
    }
    return Optional.of(current.name());
  }

  private void run() {
    try {
      while (!closed) {
        if (nodes.awaitUp(node, PATIENCE)) {
          stay(asking.get());
          TimeUnit.MILLISECONDS.sleep(BEFORE_TRYING_AGAIN.toMillis());
        }
        if (!closed) {
          notReached();
        }
      }
    } catch (InterruptedException | WaitCancelledException ending) {
      // Nobody watches any more.
    }
  }

  private void notReached() {
    var known = nodes.find(node);
    if (known.filter(NodeTable.Known::isThere).isPresent()) {
      return;
    }
    // A node that has said farewell may only have been restarted.
    if (known.map(one -> one.state() == NodeTable.State.LOST).orElse(isLongSilent())) {
      end(new Refusal(Refusal.Code.UNREACHABLE, "Node %s is lost".formatted(node)));
    } else {
      use.silent();
    }
  }

  private boolean isLongSilent() {
    return System.nanoTime() - reachedAt > NodeTable.GRACE.toNanos();
  }

  private void end(Refusal why) {
    closed |= use.over(why);
  }

  private void stay(FarCalls.Asked asked) {
    synchronized (this) {
      expected = 0;
      received = 0;
      told = 0;
      broken = false;
    }
    try (var stream = calls.open(asked, this::heard)) {
      current = stream;
      reachedAt = System.nanoTime();
      // Half of the time to renew, so that one renewal may be lost.
      while (!closed && !isBroken() && !stream.hasEnded(Lease.RENEWED.dividedBy(2))) {
        stream.taken(took());
        reachedAt = System.nanoTime();
      }
    } catch (Refusal refused) {
      switch (refused.code()) {
        case UNREACHABLE, LIMIT, UNKNOWN_OUTCOME -> {} // the next time may do
        default -> end(refused);
      }
    } finally {
      current = null;
    }
  }

  private synchronized boolean isBroken() {
    return broken;
  }

  private synchronized long took() {
    told = received;
    return received;
  }

  /** All parts come on one thread. */
  private void heard(Part part) {
    var stream = current;
    synchronized (this) {
      if (broken || part.index() != expected++) {
        broken = true;
        return;
      }
      received += part.bytes().length;
      notifyAll();
      if (received - told < Lease.WINDOW / 4) {
        stream = null;
      } else {
        told = received;
      }
    }
    use.heard(part.kind(), part.bytes());
    if (stream != null) {
      stream.taken(took());
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
