package dev.parley.bench.agents;

import dev.parley.session.Attention.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was said in the rounds of one situation, and how long that took. */
final class Score {
  private final Situation situation;
  private final Map<Kind, Integer> said = new EnumMap<>(Kind.class);
  private final List<Double> millis = new ArrayList<>();
  private int rounds;

  Score(Situation situation) {
    this.situation = situation;
  }

  Situation situation() {
    return situation;
  }

  /** A round in which this was said, so many milliseconds after it came true. */
  void add(Kind kind, double took) {
    rounds++;
    said.merge(kind, 1, Integer::sum);
    millis.add(took);
  }

  /** A round in which this was said, and nothing was to be waited for. */
  void add(Kind kind) {
    rounds++;
    said.merge(kind, 1, Integer::sum);
  }

  String right() {
    var count =
        said.entrySet().stream()
            .filter(one -> situation.isRight(one.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return "%d of %d".formatted(count, rounds);
  }

  /** What was said, and how often: {@code question 18, none 2}. */
  String said() {
    return said.entrySet().stream()
        .sorted(Map.Entry.<Kind, Integer>comparingByValue().reversed())
        .map(one -> "`%s` %d".formatted(one.getKey().wire(), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Median and 99th percentile. */
  String times() {
    if (millis.isEmpty()) {
      return "–";
    }
    var sorted = millis.stream().sorted().toList();
    return String.format(Locale.ROOT, "%.0f / %.0f", at(sorted, 0.5), at(sorted, 0.99));
  }

  private static double at(List<Double> sorted, double part) {
    return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * part)));
  }
}
