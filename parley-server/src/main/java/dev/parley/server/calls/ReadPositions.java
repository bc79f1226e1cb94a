package dev.parley.server.calls;

import dev.parley.session.Session;
import dev.parley.session.launch.SessionId;
import java.util.LinkedHashMap;
import java.util.Map;

/** How far each reader of one client has read in each session. */
public final class ReadPositions {
  /** More than anyone follows; beyond it the reader who was away longest starts over. */
  private static final int MOST_READERS = 10_000;

  private final String client;
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
   * @param client its name, under which sessions note how far it has read for the next daemon;
   *     empty for one that does not come back
   */
  public ReadPositions(String client) {
    this.client = client;
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
        var known = positions.read.get(new Position(key, session.id()));
        if (known != null) {
          return known;
        }
        return positions.client.isEmpty() ? 0 : session.bookmarks().of(positions.client).orElse(0);
      }
    }

    /**
     * The same reader for reading that may come to nothing: where it goes on is known, and where it
     * has come to is not noted.
     */
    public Reader aside() {
      var copy = new ReadPositions("");
      synchronized (positions.read) {
        copy.read.putAll(positions.read);
      }
      return new Reader(copy, key);
    }

    /** Under which name sessions note how far this client has read; empty where they do not. */
    public String client() {
      return positions.client;
    }

    /** How far this reader has read in sessions whose ids begin so. */
    public Map<SessionId, Long> among(String beginning) {
      var found = new LinkedHashMap<SessionId, Long>();
      synchronized (positions.read) {
        positions.read.forEach(
            (position, offset) -> {
              if (position.reader.equals(key) && position.session.value().startsWith(beginning)) {
                found.put(position.session, offset);
              }
            });
      }
      return found;
    }

    /** Notes how far it has read in a session that is not of this process. */
    public void readTo(SessionId session, long offset) {
      synchronized (positions.read) {
        positions.read.put(new Position(key, session), offset);
      }
    }

    public void readTo(Session session, long offset) {
      readTo(session.id(), offset);
      if (!positions.client.isEmpty()) {
        session.bookmarks().put(positions.client, offset);
      }
    }
  }
}
