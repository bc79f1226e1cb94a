package dev.parley.server.access;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The log of who did what to which session: started, typed so many bytes, took the floor, supplied
 * a secret, closed. A line of JSON each; never what was typed. Who was turned away is in a log of
 * its own, and only so often: anybody can be turned away, and must not push out what was done.
 *
 * <p>Lines are written by a thread of its own, so that no turn waits for the disk; who acts faster
 * than the disk can note it waits.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(AuditLog.class.getName());
  private static final int MOST_WAITING = 10_000;
  private static final int OLDER_ACTIONS = 8;
  private static final int OLDER_REFUSALS = 1;

  /** More than so many refusals in a minute are counted and not told one by one. */
  static final int REFUSALS_A_MINUTE = 60;

  /** A line, and which log it belongs to. */
  private record Entry(String line, boolean refusal) {}

  private static final Entry LAST = new Entry("", false);

  private final AuditFile actions;
  private final AuditFile refusals;
  private final AuditForward forward;
  private final InstantSource clock;
  private final BlockingQueue<Entry> entries = new LinkedBlockingQueue<>(MOST_WAITING);
  private @Nullable Thread writer;
  private Instant minute = Instant.EPOCH;
  private int refused;

  public AuditLog(Path folder, InstantSource clock) {
    this(folder, clock, AuditForward.ofProcess(System.getenv()));
  }

  AuditLog(Path folder, InstantSource clock, AuditForward forward) {
    this.actions = new AuditFile(folder, "audit", OLDER_ACTIONS);
    this.refusals = new AuditFile(folder, "refusals", OLDER_REFUSALS);
    this.clock = clock;
    this.forward = forward;
  }

  /** Notes what a caller did to a session. */
  public void note(Caller caller, String action, String session) {
    write(line(caller, action, session).append('}'));
  }

  /** Notes that a caller typed, and how much. */
  public void typed(Caller caller, String session, long bytes) {
    write(line(caller, "typed", session).append(",\"bytes\":").append(bytes).append('}'));
  }

  /** Notes somebody who was turned away at a door. */
  public void refused(String door, String client, String why) {
    refuse(
        () ->
            begun()
                .append(",\"door\":\"")
                .append(door)
                .append("\",\"client\":")
                .append(quoted(client))
                .append(",\"action\":\"refused\",\"why\":")
                .append(quoted(why))
                .append('}'));
  }

  /** Notes a caller who wanted more than they may. */
  public void refused(Caller caller, String why, String what) {
    refuse(() -> line(caller, "refused: " + why, what).append('}'));
  }

  /** Tells of a refusal, or only counts it. */
  private void refuse(Supplier<StringBuilder> line) {
    int untold;
    synchronized (this) {
      var now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
      untold = now.equals(minute) ? 0 : Math.max(0, refused - REFUSALS_A_MINUTE);
      refused = now.equals(minute) ? refused + 1 : 1;
      minute = now;
      if (refused > REFUSALS_A_MINUTE) {
        return;
      }
    }
    if (untold > 0) {
      write(untold(untold), true);
    }
    write(line.get(), true);
  }

  private StringBuilder untold(int number) {
    return begun().append(",\"action\":\"refused\",\"more\":").append(number).append('}');
  }

  private StringBuilder begun() {
    return new StringBuilder("{\"time\":\"").append(now()).append('"');
  }

  private StringBuilder line(Caller caller, String action, String session) {
    return begun()
        .append(",\"door\":")
        .append(quoted(caller.door()))
        .append(",\"role\":\"")
        .append(caller.role().wire())
        .append("\",\"who\":")
        .append(quoted(caller.who()))
        .append(",\"action\":")
        .append(quoted(action))
        .append(",\"session\":")
        .append(quoted(session));
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** Names come from anywhere; nothing in them may look like a line or a command to a terminal. */
  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.chars()
        .limit(200)
        .forEach(
            letter -> {
              if (letter < 0x20 || letter > 0x7e || letter == '"' || letter == '\\') {
                quoted.append("\\u%04x".formatted(letter));
              } else {
                quoted.append((char) letter);
              }
            });
    return quoted.append('"').toString();
  }

  private void write(StringBuilder line) {
    write(line, false);
  }

  private void write(StringBuilder line, boolean refusal) {
    synchronized (this) {
      if (writer == null) {
        writer = Thread.ofVirtual().name("audit").start(this::run);
      }
    }
    queue(new Entry(line.append('\n').toString(), refusal));
  }

  private void queue(Entry entry) {
    try {
      entries.put(entry);
    } catch (InterruptedException stopped) {
      // The caller is being cancelled; what it did is noted all the same.
      if (!entries.offer(entry)) {
        LOG.warning("An action could not be noted");
      }
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        var some = new ArrayList<Entry>();
        some.add(entries.take());
        entries.drainTo(some);
        append(some);
        if (some.contains(LAST)) {
          return;
        }
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private void append(List<Entry> some) {
    try {
      var done = text(some, false);
      if (!done.isEmpty()) {
        actions.append(done);
        forward.append(done);
      }
      var turnedAway = text(some, true);
      if (!turnedAway.isEmpty()) {
        refusals.append(turnedAway);
      }
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "The audit log cannot be written", failed);
    }
  }

  private static String text(List<Entry> some, boolean refusal) {
    return some.stream()
        .filter(entry -> entry.refusal() == refusal)
        .map(Entry::line)
        .collect(Collectors.joining());
  }

  /** Writes what is still to be written. */
  @Override
  public void close() {
    Thread last;
    synchronized (this) {
      last = writer;
      writer = null;
    }
    if (last != null) {
      var untold = refused - REFUSALS_A_MINUTE;
      if (untold > 0) {
        queue(new Entry(untold(untold).append('\n').toString(), true));
      }
      queue(LAST);
      try {
        last.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    forward.close();
  }
}
