package dev.parley.server.mcp;

import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The clients that said {@code initialize} over HTTP, by the id each was given. */
final class HttpSessions {
  private static final int MAX = 1000;
  private static final Duration IDLE = Duration.ofHours(4);

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  private static final class Entry {
    final Peer peer;
    volatile long used = System.nanoTime();

    Entry(Peer peer) {
      this.peer = peer;
    }
  }

  /** Gives a new client its id. The longest silent one makes way when there are too many. */
  String add(Peer peer) {
    long now = System.nanoTime();
    entries.forEach(
        (id, entry) -> {
          if (now - entry.used > IDLE.toNanos()) {
            remove(id);
          }
        });
    if (entries.size() >= MAX) {
      entries.entrySet().stream()
          .max(Comparator.comparingLong(entry -> now - entry.getValue().used))
          .ifPresent(oldest -> remove(oldest.getKey()));
    }
    var bytes = new byte[16];
    random.nextBytes(bytes);
    var id = HexFormat.of().formatHex(bytes);
    entries.put(id, new Entry(peer));
    return id;
  }

  /** The client with this id, if it belongs to this caller. */
  Optional<Peer> find(String id, Optional<Principal> caller) {
    return Optional.ofNullable(entries.get(id))
        .filter(entry -> entry.peer.caller().equals(caller))
        .map(
            entry -> {
              entry.used = System.nanoTime();
              return entry.peer;
            });
  }

  void remove(String id) {
    var entry = entries.remove(id);
    if (entry != null) {
      entry.peer.close();
    }
  }

  void removeAll() {
    entries.keySet().forEach(this::remove);
  }
}
