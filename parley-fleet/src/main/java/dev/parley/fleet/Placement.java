package dev.parley.fleet;

import dev.parley.session.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Chooses a node for a session: of two at random the less loaded. That spreads sessions nearly as
 * evenly as asking all would, and many who choose at once do not all choose the same.
 */
final class Placement {
  private final List<Heartbeat> candidates;
  private final RandomGenerator random;

  private Placement(List<Heartbeat> candidates, RandomGenerator random) {
    this.candidates = candidates;
    this.random = random;
  }

  /**
   * Over the nodes that match and have room, as far as is known.
   *
   * @throws Refusal when there is none
   */
  static Placement among(
      List<NodeTable.Known> nodes, Map<String, String> labels, RandomGenerator random) {
    var matching =
        nodes.stream()
            .filter(node -> node.last().labels().entrySet().containsAll(labels.entrySet()))
            .toList();
    if (matching.isEmpty()) {
      throw new Refusal(
          Refusal.Code.NOT_FOUND,
          "No node of the fleet is labelled %s".formatted(written(labels)),
          "'parley nodes' shows the labels");
    }
    var free =
        matching.stream()
            .filter(node -> node.state() == NodeTable.State.UP)
            .map(NodeTable.Known::last)
            .filter(Heartbeat::isCompatible)
            .filter(node -> node.accept().equals(Accept.ALL.wire()))
            .filter(node -> node.sessions() < node.capacity())
            .toList();
    return new Placement(new ArrayList<>(free), random);
  }

  private static String written(Map<String, String> labels) {
    return String.join(
        ",",
        labels.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()).toList());
  }

  /** The next node to try; empty when all have been. */
  Optional<String> next() {
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    var one = random.nextInt(candidates.size());
    var other = random.nextInt(candidates.size());
    var chosen = candidates.get(one).load() <= candidates.get(other).load() ? one : other;
    return Optional.of(candidates.remove(chosen).node());
  }

  static Refusal full() {
    return new Refusal(
        Refusal.Code.LIMIT,
        "No node of the fleet that matches has room for a session",
        "Close sessions, or add nodes; 'parley nodes' shows how full each is");
  }
}
