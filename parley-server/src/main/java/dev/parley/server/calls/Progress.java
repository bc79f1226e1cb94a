package dev.parley.server.calls;

import dev.parley.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Tells a caller that listens, while its call waits, what the program is doing. */
public final class Progress {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(5);
  private static final int LONG_LINE = 120;

  private Progress() {}

  /** Is told how many seconds a call has waited, and what the program shows. */
  @FunctionalInterface
  public interface Listener {
    void progress(double seconds, String message);
  }

  public static <T> T during(Asking asking, List<Session> sessions, Supplier<T> wait) {
    return during(asking, () -> message(sessions), FIRST, wait);
  }

  /** The same with a message of the caller's own, which is told at once too. */
  static <T> T during(Asking asking, String message, Supplier<T> wait) {
    return during(asking, () -> message, Duration.ZERO, wait);
  }

  private static <T> T during(
      Asking asking, Supplier<String> message, Duration first, Supplier<T> wait) {
    if (asking.listener().isEmpty()) {
      return wait.get();
    }
    var listener = asking.listener().get();
    var over = new CountDownLatch(1);
    var teller = Thread.startVirtualThread(() -> tell(listener, message, first, over));
    try {
      return wait.get();
    } finally {
      over.countDown();
      // Nothing may be told after the answer.
      joinUninterruptibly(teller);
    }
  }

  private static void tell(
      Listener listener, Supplier<String> message, Duration first, CountDownLatch over) {
    var started = System.nanoTime();
    var pause = first;
    try {
      while (!over.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        listener.progress((System.nanoTime() - started) / 1e9, message.get());
        pause = LATER;
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private static String message(List<Session> sessions) {
    return String.join("; ", sessions.stream().limit(5).map(Progress::message).toList());
  }

  private static String message(Session session) {
    var state = session.id() + " " + session.state().wire();
    var line = lastLine(session.screen().text());
    return line.isEmpty() ? state : state + ": " + line;
  }

  private static String lastLine(String text) {
    var lines = text.lines().filter(line -> !line.isBlank()).toList();
    var last = lines.isEmpty() ? "" : lines.getLast().strip();
    return last.length() <= LONG_LINE ? last : last.substring(0, LONG_LINE) + "…";
  }

  private static void joinUninterruptibly(Thread thread) {
    var interrupted = false;
    for (; ; ) {
      try {
        thread.join();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
