package dev.parley.server.access;

import java.time.Duration;

/**
 * What one person types into one session, as the audit log tells it: not key by key but in
 * stretches, the first key at once and the rest every few seconds and at the end.
 */
public final class Typing implements AutoCloseable {
  private static final long STRETCH = Duration.ofSeconds(10).toNanos();

  private final AuditLog audit;
  private final Caller caller;
  private final String session;
  private long bytes;
  private long notedAt = System.nanoTime() - STRETCH;

  public Typing(AuditLog audit, Caller caller, String session) {
    this.audit = audit;
    this.caller = caller;
    this.session = session;
  }

  public synchronized void typed(int more) {
    bytes += more;
    if (System.nanoTime() - notedAt >= STRETCH) {
      note();
    }
  }

  private void note() {
    if (bytes > 0) {
      audit.typed(caller, session, bytes);
    }
    bytes = 0;
    notedAt = System.nanoTime();
  }

  @Override
  public synchronized void close() {
    note();
  }
}
