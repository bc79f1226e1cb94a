package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.session.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NodeTableTest {
  private long now;
  private final List<String> gone = new ArrayList<>();
  private final NodeTable nodes = new NodeTable(() -> now, gone::add);

  private static Heartbeat beat(String node, String instance, double load) {
    return new Heartbeat(
        Subjects.PROTOCOL,
        node,
        instance,
        1,
        "epoch",
        0,
        0,
        "host",
        "1",
        (int) load,
        100,
        load,
        false,
        "all",
        Map.of());
  }

  private NodeTable.State state(String node) {
    return nodes.find(node).orElseThrow().state();
  }

  private void tick(int times) {
    for (var count = 0; count < times; count++) {
      now += NodeTable.BETWEEN_HEARTBEATS.toNanos();
      nodes.tick();
    }
  }

  @Test
  void threeMissedHeartbeatsAreUnreachableAndOneBringsItBack() {
    nodes.heard(beat("b", "1", 0));
    tick(3);
    assertThat(state("b")).isEqualTo(NodeTable.State.UP);
    tick(1);
    assertThat(state("b")).isEqualTo(NodeTable.State.UNREACHABLE);
    assertThat(gone).containsExactly("1");
    assertThat(catchThrowableOfType(Refusal.class, () -> nodes.reached("b")).code())
        .isEqualTo(Refusal.Code.UNREACHABLE);
    nodes.heard(beat("b", "1", 0));
    assertThat(state("b")).isEqualTo(NodeTable.State.UP);
    tick(125);
    assertThat(state("b")).isEqualTo(NodeTable.State.LOST);
  }

  @Test
  void anotherProcessOfANodeMeansThatTheFirstIsGone() {
    nodes.heard(beat("b", "1", 0));
    nodes.heard(beat("b", "2", 0));
    assertThat(gone).containsExactly("1");
    assertThat(state("b")).isEqualTo(NodeTable.State.UP);
  }

  @Test
  void whoeverNobodyListensForIsSuspectUntilHeardAgain() {
    nodes.heard(beat("b", "1", 0));
    nodes.suspect("b");
    assertThat(state("b")).isEqualTo(NodeTable.State.UNREACHABLE);
    nodes.heard(beat("b", "1", 0));
    assertThat(state("b")).isEqualTo(NodeTable.State.UP);
  }

  @Test
  void aFloodOfHeartbeatsIsNotRead() {
    nodes.heard(beat("b", "1", 0));
    assertThat(nodes.isTooSoon("b")).isTrue();
    now += NodeTable.BETWEEN_HEARTBEATS.toNanos() / 2;
    assertThat(nodes.isTooSoon("b")).isFalse();
    assertThat(nodes.isTooSoon("unknown")).isFalse();
  }

  @Test
  void ofTwoTheLessLoadedIsChosenAndEachOnce() {
    for (var index = 0; index < 10; index++) {
      nodes.heard(beat("n" + index, "i", index));
    }
    var counts = new int[10];
    for (var seed = 0; seed < 1000; seed++) {
      var placement = Placement.among(nodes.all(), Map.of(), new Random(seed));
      counts[Integer.parseInt(placement.next().orElseThrow().substring(1))]++;
    }
    assertThat(counts[0]).isGreaterThan(counts[9] * 3);
    var placement = Placement.among(nodes.all(), Map.of(), new Random(1));
    var all = new ArrayList<String>();
    for (var node = placement.next(); node.isPresent(); node = placement.next()) {
      all.add(node.get());
    }
    assertThat(all).hasSize(10).doesNotHaveDuplicates();
  }
}
