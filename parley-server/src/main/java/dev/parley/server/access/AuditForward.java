package dev.parley.server.access;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hands the audit log's lines to the system's own log as well, where this user cannot change them,
 * through the program that is there for that: {@code logger} for syslog, {@code systemd-cat} for
 * the journal.
 */
final class AuditForward implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(AuditForward.class.getName());
  private static final long BETWEEN_STARTS = Duration.ofMinutes(1).toNanos();
  private static final Map<String, List<String>> PROGRAMS =
      Map.of(
          "syslog", List.of("logger", "-t", "parley", "-p", "auth.info"),
          "journal", List.of("systemd-cat", "-t", "parley"));

  private final List<String> command;
  private @Nullable Process program;
  private long startedAt = System.nanoTime() - BETWEEN_STARTS;

  AuditForward(List<String> command) {
    this.command = command;
  }

  /** As {@code PARLEY_AUDIT_TO} says: {@code syslog}, {@code journal}, or nowhere. */
  static AuditForward ofProcess(Map<String, String> environment) {
    return new AuditForward(
        PROGRAMS.getOrDefault(
            System.getProperty("parley.audit_to", environment.getOrDefault("PARLEY_AUDIT_TO", "")),
            List.of()));
  }

  void append(String text) {
    if (command.isEmpty()) {
      return;
    }
    try {
      var out = out();
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "The audit log cannot be handed to " + command.getFirst(), failed);
      close();
    }
  }

  private OutputStream out() throws IOException {
    var running = program;
    if (running == null || !running.isAlive()) {
      if (System.nanoTime() - startedAt < BETWEEN_STARTS) {
        throw new IOException("It has ended, and is started again in a minute");
      }
      startedAt = System.nanoTime();
      running =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      program = running;
    }
    return running.getOutputStream();
  }

  @Override
  public void close() {
    if (program != null) {
      try {
        program.getOutputStream().close();
      } catch (IOException gone) {
        // Then it has ended before us.
      }
      program = null;
    }
  }
}
