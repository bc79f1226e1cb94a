package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client wants to hear of, and what of it has happened since it was last told. Things that
 * change again before the client is told are told once, so a slow client costs nobody anything.
 */
final class Listener implements AutoCloseable {
  /** A list that can change, and the name a subscription knows it by. */
  enum Subject {
    TOOLS("notifications/tools/list_changed", "toolsListChanged"),
    PROMPTS("notifications/prompts/list_changed", "promptsListChanged"),
    RESOURCES("notifications/resources/list_changed", "resourcesListChanged");

    final String notification;
    final String filter;

    Subject(String notification, String filter) {
      this.notification = notification;
      this.filter = filter;
    }
  }

  /** Something that changed; a resource has an address, a list has none. */
  record Change(String notification, Optional<String> uri) {
    ObjectNode params() {
      var params = Json.object();
      uri.ifPresent(address -> params.put("uri", address));
      return params;
    }
  }

  private static final int MAX_WATCHED = 1000;

  private final McpServer server;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Change> untold = new LinkedHashSet<>();
  private final Set<Subject> subjects = EnumSet.noneOf(Subject.class);
  private final Map<String, Resources.Watching> watched = new HashMap<>();
  private boolean closed;

  Listener(McpServer server) {
    this.server = server;
  }

  /** Every list, as clients that said {@code initialize} expect. */
  void hearListChanges() {
    for (var subject : Subject.values()) {
      hear(subject);
    }
  }

  void hear(Subject subject) {
    lock.lock();
    try {
      subjects.add(subject);
    } finally {
      lock.unlock();
    }
    server.listeners().add(this);
  }

  /** Begins to hear of a resource; false when there is none at this address. */
  boolean watch(String uri) {
    if (alreadyWatched(uri)) {
      return true;
    }
    // Outside the lock: whoever watches for us may hold one of its own when it calls back.
    var opened =
        server
            .resources()
            .watch(
                uri, () -> tell(new Change("notifications/resources/updated", Optional.of(uri))));
    opened.ifPresent(watching -> keep(uri, watching));
    return opened.isPresent();
  }

  private boolean alreadyWatched(String uri) {
    lock.lock();
    try {
      if (watched.size() >= MAX_WATCHED && !watched.containsKey(uri)) {
        throw new ProtocolException(
            Fault.BUSY, "%d resources are subscribed to already".formatted(MAX_WATCHED));
      }
      return watched.containsKey(uri);
    } finally {
      lock.unlock();
    }
  }

  private void keep(String uri, Resources.Watching watching) {
    lock.lock();
    try {
      if (!closed && watched.putIfAbsent(uri, watching) == null) {
        return;
      }
    } finally {
      lock.unlock();
    }
    watching.close();
  }

  void unwatch(String uri) {
    Resources.Watching watching;
    lock.lock();
    try {
      watching = watched.remove(uri);
    } finally {
      lock.unlock();
    }
    if (watching != null) {
      watching.close();
    }
  }

  void changed(Subject subject) {
    lock.lock();
    try {
      if (subjects.contains(subject)) {
        tell(new Change(subject.notification, Optional.empty()));
      }
    } finally {
      lock.unlock();
    }
  }

  private void tell(Change change) {
    lock.lock();
    try {
      if (!closed && untold.add(change)) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next change, waited for; nothing when none came in time or this was closed. */
  Optional<Change> next(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (untold.isEmpty() && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (untold.isEmpty()) {
        return Optional.empty();
      }
      var first = untold.iterator().next();
      untold.remove(first);
      return Optional.of(first);
    } finally {
      lock.unlock();
    }
  }

  boolean closed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    server.listeners().remove(this);
    List<Resources.Watching> open;
    lock.lock();
    try {
      closed = true;
      open = List.copyOf(watched.values());
      watched.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    open.forEach(Resources.Watching::close);
  }
}
