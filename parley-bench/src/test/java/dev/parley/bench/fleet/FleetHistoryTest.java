package dev.parley.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FleetHistoryTest {
  @Test
  void nothingIsLostOrDoneTwiceWhileNodesLinksAndBrokersFail() throws Exception {
    var seconds = Integer.getInteger("fleet.history.seconds", 60);
    var seed = Long.getLong("fleet.history.seed", System.nanoTime() % 1_000_000);
    assertThat(FleetHistory.run(Duration.ofSeconds(seconds), seed)).isEmpty();
  }
}
