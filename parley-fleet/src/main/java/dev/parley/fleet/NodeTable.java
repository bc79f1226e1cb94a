package dev.parley.fleet;

import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The nodes that were heard of, and whether each is there. A node is up while heartbeats come; one
 * that has missed three is unreachable, and after a while lost. Misses are counted in ticks of this
 * process, so that a process that was held up blames nobody else for it.
 */
final class NodeTable {
  static final Duration BETWEEN_HEARTBEATS = Duration.ofMillis(500);
  private static final int MOST_MISSED = 3;

  /** So long a node may be away before its sessions count as lost. */
  static final Duration GRACE = Duration.ofSeconds(60);

  private static final int LOST_AFTER = ticks(GRACE);
  private static final int FORGOTTEN_AFTER = ticks(Duration.ofHours(1));

  /** Four times as often as they are sent; more of them say nothing new and cost time. */
  private static final long SOONEST = BETWEEN_HEARTBEATS.toNanos() / 4;

  private static final int MOST_NODES = 20_000;

  /** Who has just joined has heard everybody after this time, if all are well. */
  private static final Duration TO_HEAR_ALL = BETWEEN_HEARTBEATS.multipliedBy(3).dividedBy(2);

  /** After this time one that was not heard is not there. */
  private static final Duration TO_HEAR_ONE = BETWEEN_HEARTBEATS.multipliedBy(MOST_MISSED + 1);

  /** Whether a node is there. */
  enum State {
    UP,
    /** It takes no new sessions. */
    DRAINING,
    UNREACHABLE,
    LOST
  }

  /**
   * A node as it was last heard.
   *
   * @param silent how long ago that was
   */
  record Known(Heartbeat last, State state, Duration silent) {
    boolean isThere() {
      return state == State.UP || state == State.DRAINING;
    }
  }

  private static final class Entry {
    Heartbeat last;
    long heardAt;
    int missed;
    boolean suspect;

    Entry(Heartbeat last, long heardAt) {
      this.last = last;
      this.heardAt = heardAt;
    }
  }

  private final LongSupplier nanos;
  private final Map<String, Entry> nodes = new TreeMap<>(); // guarded by this
  private Optional<Long> listeningSince = Optional.empty(); // guarded by this

  /** Is told of each process of a node that will not answer any more. */
  private final Consumer<String> gone;

  /**
   * An empty table.
   *
   * @param gone is told the instance of a node that is not reached any more
   */
  NodeTable(LongSupplier nanos, Consumer<String> gone) {
    this.nanos = nanos;
    this.gone = gone;
  }

  private static int ticks(Duration time) {
    return (int) time.dividedBy(BETWEEN_HEARTBEATS);
  }

  /** Whether a heartbeat comes too soon after the last to be worth reading. */
  synchronized boolean isTooSoon(String node) {
    var entry = nodes.get(node);
    return entry != null && nanos.getAsLong() - entry.heardAt < SOONEST;
  }

  void heard(Heartbeat heartbeat) {
    var earlier = Optional.<String>empty();
    synchronized (this) {
      var entry = nodes.get(heartbeat.node());
      if (entry == null) {
        if (nodes.size() < MOST_NODES) {
          nodes.put(heartbeat.node(), new Entry(heartbeat, nanos.getAsLong()));
        }
      } else {
        if (!entry.last.isSameLink(heartbeat)) {
          earlier = Optional.of(entry.last.instance());
        }
        entry.last = heartbeat;
        entry.heardAt = nanos.getAsLong();
        entry.missed = 0;
        entry.suspect = false;
      }
      notifyAll();
    }
    earlier.ifPresent(gone);
  }

  /** A node says that it goes. */
  void left(String node) {
    Optional<Entry> entry;
    synchronized (this) {
      entry = Optional.ofNullable(nodes.remove(node));
    }
    entry.ifPresent(one -> gone.accept(one.last.instance()));
  }

  /** The broker says that nobody listens there; the next heartbeat may know better. */
  void suspect(String node) {
    Optional<Entry> entry;
    synchronized (this) {
      entry = Optional.ofNullable(nodes.get(node));
      entry.ifPresent(one -> one.suspect = true);
    }
    entry.ifPresent(one -> gone.accept(one.last.instance()));
  }

  /** The broker is gone; each node is there again when it is heard. */
  synchronized void suspectAll() {
    nodes.values().forEach(entry -> entry.suspect = true);
  }

  /** From now on heartbeats are heard; who is not known yet may only not have spoken. */
  synchronized void listening() {
    listeningSince = Optional.of(nanos.getAsLong());
  }

  /** How much is left of a time that began when listening did. */
  private synchronized Duration left(Duration sinceListening) {
    return listeningSince
        .map(since -> sinceListening.minusNanos(nanos.getAsLong() - since))
        .filter(Duration::isPositive)
        .orElse(Duration.ZERO);
  }

  /** The time between two heartbeats has passed. */
  void tick() {
    var lost = new ArrayList<String>();
    synchronized (this) {
      nodes
          .values()
          .removeIf(
              entry -> {
                entry.missed++;
                if (entry.missed == MOST_MISSED + 1) {
                  lost.add(entry.last.instance());
                }
                return entry.missed > FORGOTTEN_AFTER;
              });
    }
    lost.forEach(gone);
  }

  private Known known(Entry entry) {
    var state =
        entry.missed > LOST_AFTER
            ? State.LOST
            : entry.missed > MOST_MISSED || entry.suspect
                ? State.UNREACHABLE
                : entry.last.draining() ? State.DRAINING : State.UP;
    return new Known(entry.last, state, Duration.ofNanos(nanos.getAsLong() - entry.heardAt));
  }

  synchronized Optional<Known> find(String node) {
    return Optional.ofNullable(nodes.get(node)).map(this::known);
  }

  /** All nodes, by name. */
  synchronized List<Known> all() {
    return nodes.values().stream()
        .map(this::known)
        .sorted(Comparator.comparing(one -> one.last().node()))
        .toList();
  }

  /** All nodes, when there was time to hear them. */
  List<Known> everyone() {
    await(_ -> false, left(TO_HEAR_ALL));
    return all();
  }

  /**
   * A node that answers calls.
   *
   * @throws Refusal when it does not
   */
  Known reached(String node) {
    await(table -> table.isThere(node), left(TO_HEAR_ONE));
    var known =
        find(node)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.NOT_FOUND,
                        "There is no node '%s'".formatted(node),
                        names(all()).isEmpty() ? "" : "There are " + names(all())));
    if (!known.last().isCompatible()) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Node %s is Parley %s, which speaks version %d of the fleet's protocol; this one speaks %d"
              .formatted(node, known.last().version(), known.last().protocol(), Subjects.PROTOCOL),
          "Bring both to the same version of Parley");
    }
    if (!known.isThere()) {
      throw unreachable(node, known);
    }
    return known;
  }

  private static Refusal unreachable(String node, Known known) {
    return new Refusal(
        Refusal.Code.UNREACHABLE,
        "Node %s does not answer since %d ms; nothing was done"
            .formatted(node, known.silent().toMillis()),
        "Try again when 'parley nodes' shows it up; its sessions go on meanwhile");
  }

  static String names(Collection<Known> nodes) {
    return nodes.stream().map(one -> one.last().node()).collect(Collectors.joining(", "));
  }

  private synchronized boolean isThere(String node) {
    return find(node).filter(Known::isThere).isPresent();
  }

  /** Waits until a node is there; false when the time is over first. */
  boolean awaitUp(String node, Duration longest) {
    return await(table -> table.isThere(node), longest);
  }

  private synchronized boolean await(Predicate<NodeTable> condition, Duration longest) {
    var deadline = nanos.getAsLong() + longest.toNanos();
    try {
      while (!condition.test(this)) {
        var left = deadline - nanos.getAsLong();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return true;
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }
}
