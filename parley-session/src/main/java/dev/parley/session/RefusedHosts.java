package dev.parley.session;

import dev.parley.session.launch.SessionId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells who listens of hosts that sandboxed sessions wanted to reach and may not. */
public final class RefusedHosts {
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  RefusedHosts() {}

  /** One who listens, and must return at once. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A session wanted to reach a host; told once for each.
     *
     * @param host with its port: {@code example.org:443}
     * @return whether to tell of the next one too
     */
    boolean refused(SessionId session, String host);
  }

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  void tell(String session, String host) {
    listeners.removeIf(listener -> !listener.refused(new SessionId(session), host));
  }
}
