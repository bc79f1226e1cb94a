package dev.parley.server.calls;

import dev.parley.session.Session;
import dev.parley.session.launch.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;

/** How far each reader of one client has read in each session. */
public final class ReadPositions {
  /** More than anyone follows; beyond it the reader who was away longest starts over. */
  private static final int MOST_READERS = 10_000;

  private final boolean resumed;
  private final Map<Position, Long> read =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Position, Long> eldest) {
          return size() > MOST_READERS;
        }
      };

  private record Position(Object reader, SessionId session) {}

  /**
   * Positions for one client.
   *
   * @param resumed whether an earlier daemon has served this client. Where each of its readers was
   *     is not known any more, but where the last answer ended is.
   */
  public ReadPositions(boolean resumed) {
    this.resumed = resumed;
  }

  /**
   * One of the client's readers.
   *
   * @param key equal for calls of the same reader
   */
  public Reader reader(Object key) {
    return new Reader(this, key);
  }

  /** One reader, whose calls go on where its last answer ended. */
  public record Reader(ReadPositions positions, Object key) {

    /** Where the last answer from a session ended; its beginning if there was none. */
    public long position(Session session) {
      synchronized (positions.read) {
        return positions.read.getOrDefault(
            new Position(key, session.id()), positions.resumed ? session.answeredTo() : 0L);
      }
    }

    public void readTo(SessionId session, long offset) {
      synchronized (positions.read) {
        positions.read.put(new Position(key, session), offset);
      }
    }
  }
}
