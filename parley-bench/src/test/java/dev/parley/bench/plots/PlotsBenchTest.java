package dev.parley.bench.plots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PlotsBenchTest {
  @Test
  void aShareLiesWithinItsIntervalAndFewerSituationsMakeItWider() {
    var many = PlotsBench.wilson(900, 1000);
    var few = PlotsBench.wilson(9, 10);

    assertThat(many[0]).isCloseTo(0.880, within(0.001));
    assertThat(many[1]).isCloseTo(0.917, within(0.001));
    assertThat(few[0]).isLessThan(many[0]);
    assertThat(PlotsBench.wilson(50, 50)).satisfies(all -> assertThat(all[1]).isEqualTo(1));
  }
}
