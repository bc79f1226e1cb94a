package dev.parley.session;

import dev.parley.session.launch.Launch;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One shell that is always there: started at the first use, used again while it lives, replaced
 * when it has ended.
 */
public final class AutoSession implements AutoCloseable {
  private final Sessions sessions;
  private final Launch launch;
  private @Nullable Session session;
  private long read;

  /** A shell for a launch; one that its owner left in an earlier process is taken up. */
  public AutoSession(Sessions sessions, Launch launch) {
    this.sessions = sessions;
    this.launch = launch;
    launch.owner().stream()
        .flatMap(owner -> sessions.ownedBy(owner).stream())
        .reduce((_, newest) -> newest)
        .ifPresent(this::takeUp);
  }

  private void takeUp(Session earlier) {
    session = earlier;
    read = earlier.answeredTo();
  }

  /** What the shell shows and whether it lives. */
  public record State(String screen, boolean alive) {}

  /** Types a line and waits until the shell is ready again, at most this long. */
  public synchronized Turn send(String line, Duration longest) {
    var living = living();
    return living.send(Input.line(line), Expectation.turn().within(longest));
  }

  /** What the screen shows now. */
  public synchronized State state() {
    var current = session;
    return current == null
        ? new State("", false)
        : new State(current.screen().text(), current.ending().isEmpty());
  }

  /** What was printed since the last time this was asked. */
  public synchronized String incremental() {
    var current = session;
    if (current == null) {
      return "";
    }
    var excerpt = current.read(Math.max(read, current.firstOffset()), View.everything());
    read = excerpt.to();
    return excerpt.text();
  }

  /** The session in use, started if there is none that lives. */
  public synchronized Session living() {
    var current = session;
    if (current == null || current.ending().isPresent()) {
      current = sessions.start(launch);
      session = current;
      read = 0;
      current.await(Expectation.turn());
    }
    return current;
  }

  /** Ends the shell; the next use starts another. */
  @Override
  public synchronized void close() {
    var current = session;
    if (current != null) {
      current.close();
      session = null;
    }
  }
}
