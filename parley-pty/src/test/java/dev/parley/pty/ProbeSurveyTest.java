package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the probe says of real programs in many situations, with a score.
 *
 * <p>{@code -Dparley.survey=text} runs only situations whose name holds the text.
 */
class ProbeSurveyTest {
  private static final int SIDE_BY_SIDE = 8;
  private static final int FEWEST = 60;

  @Test
  @Timeout(240)
  void theProbeIsRightAboutRealProgramsAndNeverSurelyWrong(@TempDir Path folder) throws Exception {
    var wanted = System.getProperty("parley.survey", "");
    var absent = new ArrayList<String>();
    var results = new ArrayList<ProbeSituation.Result>();
    try (var servers = new ProbeServers(folder);
        var ptys = Ptys.open();
        var runners = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
      var running = new ArrayList<Future<ProbeSituation.Result>>();
      for (var situation : new ProbeSituations(folder, servers).all()) {
        if (!situation.name.contains(wanted)) {
          continue;
        }
        if (installed(situation.program())) {
          running.add(runners.submit(() -> situation.run(ptys)));
        } else {
          absent.add(situation.program() + " is not installed: " + situation.name);
        }
      }
      for (var each : running) {
        results.add(each.get());
      }
    }
    report(results, absent);
    assertThat(results).filteredOn(ProbeSituation.Result::falseHard).isEmpty();
    assertThat(results).filteredOn(result -> !result.right() && !result.forgiven()).isEmpty();
    if (wanted.isEmpty()) {
      assertThat(results).hasSizeGreaterThanOrEqualTo(FEWEST);
    }
  }

  private static void report(List<ProbeSituation.Result> results, List<String> absent) {
    results.forEach(System.out::println);
    absent.forEach(System.out::println);
    System.out.printf(
        "survey: %d situations, %d right, %d forgiven, %d missed, %d surely wrong, %d absent%n",
        results.size(),
        results.stream().filter(ProbeSituation.Result::right).count(),
        results.stream().filter(ProbeSituation.Result::forgiven).count(),
        results.stream()
            .filter(result -> !result.right() && !result.forgiven() && !result.falseHard())
            .count(),
        results.stream().filter(ProbeSituation.Result::falseHard).count(),
        absent.size());
  }

  static boolean installed(String program) {
    return program.startsWith("/")
        ? Files.isExecutable(Path.of(program))
        : Arrays.stream(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
