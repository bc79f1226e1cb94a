package dev.parley.session.remote.ssh;

import dev.parley.session.remote.transport.Companion;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One script on the far side that many sessions talk to. Each line begins with the number of the
 * session, both ways.
 */
final class SharedCompanion implements Companion.Listener {
  /** What it says first where the far side's shell can do this. */
  private static final String SEVERAL = "several";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Map<String, Companion.Listener> sessions = new ConcurrentHashMap<>();
  private final CompletableFuture<Boolean> several = new CompletableFuture<>();
  private final AtomicInteger last = new AtomicInteger();
  private volatile @Nullable Companion script;
  private volatile boolean over;

  /** Goes on with the script whose words this hears. */
  void begin(Companion started) {
    script = started;
  }

  /** Whether it looks after several; waits until that is known. */
  boolean takesSeveral() {
    try {
      return several.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException unheard) {
      return false;
    }
  }

  boolean isOver() {
    return over;
  }

  /** Begins to talk to it for another session. */
  Companion open(Companion.Listener listener) throws IOException {
    var number = "" + last.incrementAndGet();
    sessions.put(number, listener);
    if (over && sessions.remove(number) != null) {
      throw new IOException("The script on the far side has ended");
    }
    say(number, "open");
    return new Companion() {
      @Override
      public void say(String line) throws IOException {
        SharedCompanion.this.say(number, line);
      }

      @Override
      public void close() {
        sessions.remove(number);
        try {
          say("close");
        } catch (IOException already) {
          // It has ended.
        }
      }
    };
  }

  private void say(String number, String line) throws IOException {
    var to = script;
    if (to == null) {
      throw new IOException("The script on the far side has not begun");
    }
    to.say(number + " " + line);
  }

  @Override
  public void said(String line) {
    if (!several.isDone()) {
      several.complete(line.equals(SEVERAL));
      return;
    }
    var space = line.indexOf(' ');
    var listener = space < 0 ? null : sessions.get(line.substring(0, space));
    if (listener != null) {
      listener.said(line.substring(space + 1));
    }
  }

  @Override
  public void ended() {
    over = true;
    several.complete(false);
    sessions.values().forEach(Companion.Listener::ended);
    sessions.clear();
  }

  /** Ends it for all. */
  void close() {
    var ending = script;
    if (ending != null) {
      ending.close();
    }
  }
}
