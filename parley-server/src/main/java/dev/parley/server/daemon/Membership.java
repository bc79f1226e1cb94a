package dev.parley.server.daemon;

import dev.parley.server.calls.OtherNodes;
import dev.parley.server.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fleet of a daemon, made when it is first needed. */
final class Membership {
  /** Where a fleet remembers what was joined. */
  static final String FILE = "fleet.json";

  private final Path remembered;
  private final Supplier<Fleet> opening;
  private final CountDownLatch resumed;
  private @Nullable Fleet fleet; // guarded by this

  Membership(Path state, Supplier<Fleet> opening) {
    this.remembered = state.resolve(FILE);
    this.opening = opening;
    this.resumed = new CountDownLatch(Files.exists(remembered) ? 1 : 0);
  }

  /** Joins again what was joined before. */
  void resume() {
    try {
      if (resumed.getCount() > 0) {
        opened().resume();
      }
    } finally {
      resumed.countDown();
    }
  }

  private synchronized Fleet opened() {
    if (fleet == null) {
      fleet = opening.get();
    }
    return fleet;
  }

  /**
   * Empty while nobody has joined. Who comes in while the daemon starts waits until what was joined
   * before is joined again.
   */
  Optional<Fleet> now() {
    try {
      resumed.await();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      return Optional.ofNullable(fleet);
    }
  }

  /** Whether this daemon is a node, on which others rely. */
  boolean isMember() {
    return others().isPresent();
  }

  Optional<OtherNodes> others() {
    return now().flatMap(Fleet::others);
  }

  ObjectNode join(JsonNode params) {
    return now().orElseGet(this::opened).join(params);
  }

  ObjectNode leave(JsonNode params) {
    return now().map(joined -> joined.leave(params)).orElseGet(() -> joined(false));
  }

  ObjectNode nodes() {
    return now().map(Fleet::nodes).orElseGet(() -> joined(false));
  }

  private static ObjectNode joined(boolean joined) {
    var answer = Json.object().put("joined", joined);
    answer.putArray("nodes");
    return answer;
  }

  void close() {
    resumed.countDown();
    now().ifPresent(Fleet::close);
  }
}
