package dev.parley.session;

import dev.parley.session.launch.Launch;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One shell that is always there: started at the first use, used again while it lives, replaced
 * when it has ended. Whoever has sessions of their own ({@link Asker}) has such a shell of their
 * own.
 */
public final class AutoSession implements AutoCloseable {
  /** Under this name the next process finds how far the shell was read. */
  private static final String READER = "auto-session";

  private final Sessions sessions;
  private final Launch launch;
  private final UnaryOperator<Launch> allowed;
  private final ReentrantLock sending = new ReentrantLock(true);
  private final Map<String, Shell> shells = new ConcurrentHashMap<>();

  /** A shell, and how far it was read. */
  private static final class Shell {
    volatile @Nullable Session session;
    long read;
  }

  /** A shell for a launch; one that its owner left in an earlier process is taken up. */
  public AutoSession(Sessions sessions, Launch launch) {
    this(sessions, launch, one -> one);
  }

  /**
   * The same.
   *
   * @param allowed what the launch is made to at each start
   */
  public AutoSession(Sessions sessions, Launch launch, UnaryOperator<Launch> allowed) {
    this.sessions = sessions;
    this.launch = launch;
    this.allowed = allowed;
    launch.owner().stream()
        .flatMap(owner -> sessions.ownedBy(owner).stream())
        .reduce((_, newest) -> newest)
        .ifPresent(this::takeUp);
  }

  private void takeUp(Session earlier) {
    var shell = shell(earlier.launch().starter().orElse(""));
    shell.session = earlier;
    shell.read = earlier.bookmarks().of(READER).orElse(0);
  }

  private Shell shell(String owner) {
    return shells.computeIfAbsent(owner, _ -> new Shell());
  }

  private Shell shell() {
    return shell(Asker.current().owner());
  }

  /** What the shell shows and whether it lives. */
  public record State(String screen, boolean alive) {}

  /** Types a line and waits until the shell is ready again, at most this long. */
  public Turn send(String line, Duration longest) {
    // Calls take turns; who only looks does not wait for them.
    sending.lock();
    try {
      return living().send(Input.line(line), Expectation.turn().within(longest));
    } finally {
      sending.unlock();
    }
  }

  /** What the screen shows now. */
  public State state() {
    var current = shell().session;
    return current == null
        ? new State("", false)
        : new State(current.screen().text(), current.ending().isEmpty());
  }

  /** What was printed since the last time this was asked. */
  public String incremental() {
    return incremental(Integer.MAX_VALUE);
  }

  /**
   * What was printed since the last time this was asked, of so many bytes; the rest comes the next
   * time, and what is no longer kept is named.
   */
  public synchronized String incremental(int most) {
    var shell = shell();
    var current = shell.session;
    if (current == null) {
      return "";
    }
    var from = Math.max(shell.read, current.firstOffset());
    var missing =
        from > shell.read ? "[… %d bytes no longer kept …]\n".formatted(from - shell.read) : "";
    var excerpt = current.read(from, lineEnd(current, from, most), View.everything());
    shell.read = excerpt.to();
    current.bookmarks().put(READER, shell.read);
    return missing + excerpt.text();
  }

  /** Where to stop after so many bytes: behind the last line that is whole. */
  private static long lineEnd(Session session, long from, int most) {
    var end = session.lastOffset();
    if (end - from <= most) {
      return end;
    }
    var bytes = session.bytes(from, from + most);
    for (var at = bytes.length; at > bytes.length / 2; at--) {
      if (bytes[at - 1] == '\n') {
        return from + at;
      }
    }
    return from + bytes.length;
  }

  /** The session in use, started if there is none that lives. */
  public synchronized Session living() {
    var shell = shell();
    var current = shell.session;
    if (current == null || current.ending().isPresent()) {
      current = sessions.start(allowed.apply(launch));
      shell.session = current;
      shell.read = 0;
      current.await(Expectation.turn());
    }
    return current;
  }

  /** Ends the shell; the next use starts another. */
  @Override
  public synchronized void close() {
    var shell = shell();
    var current = shell.session;
    if (current != null) {
      current.close();
      shell.session = null;
    }
  }
}
