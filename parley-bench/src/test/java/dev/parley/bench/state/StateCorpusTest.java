package dev.parley.bench.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The short run of the state corpus; {@code parley-bench/run state} plays all of it. */
class StateCorpusTest {
  private static final int SIDE_BY_SIDE = 6;

  @Test
  @Timeout(240)
  void parleyIsRightAboutTheSituationsOfTheShortRun(@TempDir Path folder) throws Exception {
    var situations = Corpus.read().stream().filter(Situation::quick).toList();

    var run = StateRun.of(situations, folder, SIDE_BY_SIDE, _ -> {});

    assertThat(run.results()).hasSizeGreaterThanOrEqualTo(40).allMatch(Result::reached);
    assertThat(run.wrong()).isEmpty();
  }

  @Test
  void theCorpusHasSituationsOfEveryStateAndNamesThemOnce() {
    var situations = Corpus.read();

    assertThat(situations).hasSizeGreaterThanOrEqualTo(150);
    assertThat(situations).extracting(Situation::title).doesNotHaveDuplicates();
    assertThat(situations).extracting(Situation::expected).contains(Situation.Expected.values());
  }
}
