package dev.parley.server.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The log of who did what to which session: started, typed so many bytes, took the floor, supplied
 * a secret, closed. A line of JSON each; never what was typed. One older file is kept beside it.
 *
 * <p>Lines are written by a thread of its own, so that no turn waits for the disk; who acts faster
 * than the disk can note it waits.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(AuditLog.class.getName());
  private static final long LONGEST = 4 << 20;
  private static final int MOST_WAITING = 10_000;
  private static final String LAST = "";

  private final Path file;
  private final InstantSource clock;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MOST_WAITING);
  private @Nullable Thread writer;

  public AuditLog(Path folder, InstantSource clock) {
    this.file = folder.resolve("audit.log");
    this.clock = clock;
  }

  /** Notes what a caller did to a session. */
  public void note(Caller caller, String action, String session) {
    write(line(caller, action, session).append('}'));
  }

  /** Notes that a caller typed, and how much. */
  public void typed(Caller caller, String session, long bytes) {
    write(line(caller, "typed", session).append(",\"bytes\":").append(bytes).append('}'));
  }

  /** Notes somebody who was turned away. */
  public void refused(String door, String client, String why) {
    write(
        new StringBuilder("{\"time\":\"")
            .append(now())
            .append("\",\"door\":\"")
            .append(door)
            .append("\",\"client\":")
            .append(quoted(client))
            .append(",\"action\":\"refused\",\"why\":")
            .append(quoted(why))
            .append('}'));
  }

  private StringBuilder line(Caller caller, String action, String session) {
    return new StringBuilder("{\"time\":\"")
        .append(now())
        .append("\",\"door\":")
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
    synchronized (this) {
      if (writer == null) {
        writer = Thread.ofVirtual().name("audit").start(this::run);
      }
    }
    queue(line.append('\n').toString());
  }

  private void queue(String line) {
    try {
      lines.put(line);
    } catch (InterruptedException stopped) {
      // The caller is being cancelled; what it did is noted all the same.
      if (!lines.offer(line)) {
        LOG.warning("An action could not be noted");
      }
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (true) {
        var some = new ArrayList<String>();
        some.add(lines.take());
        lines.drainTo(some);
        append(String.join("", some));
        if (some.contains(LAST)) {
          return;
        }
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private void append(String text) {
    try {
      if (Files.exists(file) && Files.size(file) > LONGEST) {
        Files.move(file, file.resolveSibling("audit.1.log"), StandardCopyOption.REPLACE_EXISTING);
      }
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.write(file, text.getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "The audit log cannot be written", failed);
    }
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
      queue(LAST);
      try {
        last.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
