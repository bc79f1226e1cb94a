package dev.parley.server.tools;

import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Refusal;
import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import dev.parley.session.Session;
import dev.parley.session.SessionId;
import dev.parley.session.Sessions;
import dev.parley.session.Turn;
import dev.parley.session.WaitCancelledException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What all toolsets share: the sessions, and how far each caller has read in each of them. */
final class Engine {
  /** More than anyone follows; beyond it the reader who was away longest starts over. */
  private static final int MOST_READERS = 10_000;

  private final Sessions sessions;
  private final Map<Reader, Long> read =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Reader, Long> eldest) {
          return size() > MOST_READERS;
        }
      };

  private record Reader(Object caller, SessionId session) {}

  Engine(Sessions sessions) {
    this.sessions = sessions;
  }

  Sessions sessions() {
    return sessions;
  }

  Session find(String reference) {
    return sessions.find(reference);
  }

  /** A handler whose refusals and cancelled waits are said in the protocol's own terms. */
  static Tool.Handler guarded(Tool.Handler handler) {
    return call -> {
      try {
        return handler.handle(call);
      } catch (dev.parley.session.Refusal refusal) {
        return ToolResult.refused(translated(refusal));
      } catch (WaitCancelledException cancelled) {
        throw interrupted(cancelled);
      }
    };
  }

  private static InterruptedException interrupted(WaitCancelledException cancelled) {
    var stopped = new InterruptedException(cancelled.getMessage());
    stopped.initCause(cancelled);
    return stopped;
  }

  static Refusal translated(dev.parley.session.Refusal refusal) {
    var sentence = String.valueOf(refusal.getMessage());
    return refusal.tryInstead().isEmpty()
        ? new Refusal(refusal.code().wire(), sentence)
        : new Refusal(refusal.code().wire(), sentence, refusal.tryInstead());
  }

  /** Where this caller's last answer from a session ended. */
  long readTo(Call call, Session session) {
    synchronized (read) {
      return read.getOrDefault(new Reader(call.origin(), session.id()), 0L);
    }
  }

  /** Remembers that the caller has seen a turn. */
  Turn seen(Call call, Turn turn) {
    synchronized (read) {
      read.put(new Reader(call.origin(), turn.session()), turn.excerpt().to());
    }
    return turn;
  }
}
