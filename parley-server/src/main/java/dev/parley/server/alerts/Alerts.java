package dev.parley.server.alerts;

import dev.parley.server.access.RandomText;
import dev.parley.server.alerts.Deliveries.Undelivered;
import dev.parley.session.Attention;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.StateWatch;
import dev.parley.session.launch.SessionId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rules that call people, and the thread that keeps them. It is there while there are rules,
 * and listens to every session as a watched list does; calls go out on threads of their own.
 */
public final class Alerts {
  private static final Logger LOG = Logger.getLogger(Alerts.class.getName());

  /** More at once would be a flood, not calls; the others wait. */
  private static final int MOST_UNDER_WAY = 16;

  /** A receiver that is away for long must not gather threads without end. */
  private static final int MOST_WAITING = 1000;

  private static final int MOST_RULES = 100;

  /** What stands differently in this very moment is looked at again after this. */
  private static final long SHORTEST_SLEEP = Duration.ofMillis(50).toNanos();

  private static final long AFTER_FAILURE = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_SLEEP = Duration.ofMinutes(10).toNanos();

  private final Sessions sessions;
  private final AlertFile file;
  private final PushKeys pushKeys;
  private final Deliveries deliveries;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Semaphore news = new Semaphore(0);
  private final Semaphore room = new Semaphore(MOST_UNDER_WAY);
  private final Semaphore queue = new Semaphore(MOST_WAITING);
  private final Map<String, AlertRecord> records = new LinkedHashMap<>(); // guarded by this
  private @Nullable Thread thread; // guarded by this

  /** How patient it is: see {@link Deliveries}. */
  public record Patience(Duration firstPause, Duration limit) {}

  /** The rules kept in a folder; those that are there hold from now on. */
  public Alerts(Path folder, Sessions sessions, AttachedTerminals terminals, Patience patience) {
    this(folder, sessions, terminals, patience, InstantSource.system(), System::nanoTime);
  }

  Alerts(
      Path folder,
      Sessions sessions,
      AttachedTerminals terminals,
      Patience patience,
      InstantSource clock,
      LongSupplier nanos) {
    this.sessions = sessions;
    this.file = new AlertFile(folder);
    this.pushKeys = new PushKeys(folder, clock);
    this.deliveries =
        new Deliveries(terminals, pushKeys, clock, patience.firstPause, patience.limit);
    this.clock = clock;
    this.nanos = nanos;
    file.read().forEach(record -> records.put(record.alert().id(), record));
    watch();
  }

  /** A rule that holds from now on. */
  public synchronized AlertRecord add(
      Set<Attention.Kind> when, Duration after, Destination to, boolean withText) {
    if (records.size() >= MOST_RULES) {
      throw new IllegalArgumentException("There are %d alerts already".formatted(MOST_RULES));
    }
    var number = 1;
    while (records.containsKey("a" + number)) {
      number++;
    }
    var record = AlertRecord.of(new Alert("a" + number, when, after, to, withText));
    records.put(record.alert().id(), record);
    write();
    watch();
    news.release();
    return record;
  }

  /** By what browsers know whose push messages they take. */
  public PushKeys pushKeys() {
    return pushKeys;
  }

  public synchronized List<AlertRecord> list() {
    return List.copyOf(records.values());
  }

  /** Takes a rule out of use; false when there is none. */
  public synchronized boolean remove(String id) {
    if (records.remove(id) == null) {
      return false;
    }
    write();
    news.release();
    return true;
  }

  /** Calls once as a rule would; empty when there is no such rule. */
  public Optional<AlertRecord> test(String id) throws InterruptedException {
    var record = list().stream().filter(one -> one.alert().id().equals(id)).findFirst();
    if (record.isEmpty()) {
      return record;
    }
    var last = deliver(record.get().alert(), Call.test(newId(), clock.instant()));
    return Optional.of(record.get().after(last)); // the rule itself may be gone by now
  }

  private synchronized void write() {
    file.write(List.copyOf(records.values()));
  }

  private synchronized void watch() {
    if (thread == null && !records.isEmpty()) {
      thread = Thread.ofVirtual().name("alerts").start(new Watcher()::run);
    }
  }

  /** The rules, or nothing when the thread that asks is not needed any more. */
  private synchronized List<Alert> rules() {
    if (records.isEmpty()) {
      thread = null;
    }
    return records.values().stream().map(AlertRecord::alert).toList();
  }

  /** Listens to the sessions and calls when it is time. */
  private final class Watcher {
    private final Due due = new Due();
    private final Map<SessionId, StateWatch.Listening> watched = new HashMap<>();

    /** Those that had ended before anybody wanted to be called. */
    private final Set<SessionId> old = new HashSet<>();

    private boolean begun;

    void run() {
      try (var _ = sessions.onChange(this::changed)) {
        for (var rules = rules(); !rules.isEmpty(); rules = rules()) {
          var pause = pauseAfter(rules);
          var unused =
              news.tryAcquire(
                  Math.clamp(pause, SHORTEST_SLEEP, LONGEST_SLEEP), TimeUnit.NANOSECONDS);
          news.drainPermits();
        }
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      } finally {
        watched.values().forEach(StateWatch.Listening::close);
      }
    }

    /** Looks; how long it may sleep until the next call is due. */
    private long pauseAfter(List<Alert> rules) {
      try {
        look(rules);
      } catch (RuntimeException failed) {
        LOG.log(Level.WARNING, "Sessions could not be looked at for alerts", failed);
        return AFTER_FAILURE;
      }
      var next = due.next(rules);
      return next.isEmpty() ? LONGEST_SLEEP : next.getAsLong() - nanos.getAsLong();
    }

    private boolean changed() {
      news.release();
      return true;
    }

    private void look(List<Alert> rules) {
      var all = new LinkedHashMap<SessionId, Session>();
      sessions.list().forEach(session -> all.put(session.id(), session));
      if (!begun) {
        begun = true;
        all.values().stream().filter(Session::over).map(Session::id).forEach(old::add);
      }
      all.keySet().removeAll(old);
      for (var gone : new ArrayList<>(watched.keySet())) {
        if (!all.containsKey(gone)) {
          watched.remove(gone).close();
        }
      }
      var observed = new LinkedHashMap<SessionId, Due.Observed>();
      all.forEach((id, session) -> observed.put(id, observed(session)));
      for (var wanted : due.at(nanos.getAsLong(), rules, observed)) {
        var session = all.get(wanted.session());
        if (session != null && !start(wanted.alert(), session)) {
          due.takeBack(wanted);
        }
      }
    }

    private Due.Observed observed(Session session) {
      watched.computeIfAbsent(session.id(), _ -> session.stateWatch().listen(news::release));
      var kind = session.stateWatch().standing().attention().kind();
      // Nobody tells of one that has ended when somebody looks at it.
      if (kind != Attention.Kind.NONE && session.over()) {
        kind = session.standing().attention().kind();
      }
      return new Due.Observed(kind, session.lastUse());
    }
  }

  /** Calls on a thread of its own; false when the session needs nobody in this very moment. */
  private boolean start(Alert alert, Session session) {
    var attention = session.standing().attention();
    if (!alert.when().contains(attention.kind())) {
      return false;
    }
    var call =
        new Call(
            newId(),
            session.id().value(),
            session.name().orElse(""),
            attention.kind().wire(),
            attention.since(),
            alert.withText() ? Optional.of(attention.reason()) : Optional.empty());
    if (queue.tryAcquire()) {
      Thread.ofVirtual().name("alert-" + call.id()).start(() -> deliverInTurn(alert, call));
    } else {
      var unused =
          note(alert, call, Optional.of("%d other calls wait already".formatted(MOST_WAITING)));
    }
    return true;
  }

  /** A need is told once, so who finds no room waits for it. */
  private void deliverInTurn(Alert alert, Call call) {
    try {
      room.acquire();
      try {
        var unused = deliver(alert, call);
      } finally {
        room.release();
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } finally {
      queue.release();
    }
  }

  private AlertRecord.Last deliver(Alert alert, Call call) throws InterruptedException {
    try {
      deliveries.deliver(alert.to(), call);
      return note(alert, call, Optional.empty());
    } catch (Undelivered failed) {
      var last = note(alert, call, Optional.of(String.valueOf(failed.getMessage())));
      if (failed.nobodyThere()) {
        var unused = remove(alert.id());
      }
      return last;
    }
  }

  private synchronized AlertRecord.Last note(Alert alert, Call call, Optional<String> failure) {
    var last = new AlertRecord.Last(clock.instant(), call.session(), call.kind(), failure);
    if (records.computeIfPresent(alert.id(), (_, record) -> record.after(last)) != null) {
      write();
    }
    return last;
  }

  private static String newId() {
    return RandomText.ofBits(96);
  }
}
