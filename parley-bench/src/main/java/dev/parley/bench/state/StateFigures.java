package dev.parley.bench.state;

import dev.parley.bench.Figures;
import dev.parley.bench.state.Result.Score;
import dev.parley.bench.state.Situation.Set;
import dev.parley.session.Confidence;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Keeps what a run of whole parts of the corpus came to, for the pictures. */
final class StateFigures {
  /** Options after which it is not the whole of a part, or not a program of this host. */
  private static final List<String> OTHERWISE =
      List.of("--quick", "--only", "--page", "--ssh", "--sandbox");

  private static final String ALL = "all";

  private StateFigures() {}

  static void keep(List<Result> reached, String... options) {
    if (Stream.of(options).anyMatch(option -> OTHERWISE.contains(option.split("=", 2)[0]))) {
      return;
    }
    var pages = Corpus.pages();
    for (var set : Set.values()) {
      var results = reached.stream().filter(result -> result.situation().set() == set).toList();
      if (!results.isEmpty()) {
        keep(set, results, pages, options);
      }
    }
  }

  private static void keep(
      Set set, List<Result> results, Map<String, String> pages, String... options) {
    var figures =
        Figures.of(
            "state-" + set.name().toLowerCase(Locale.ROOT),
            "The state corpus: what Parley said of a program; by kind of program and by what it does"
                + " and by how sure that was.",
            "page",
            "is",
            "by",
            "confidence",
            "said",
            "right",
            "early");
    // Of what is set aside only sums are told.
    var aside = set == Set.ASIDE;
    for (var page : aside ? List.of(ALL) : pages.values().stream().distinct().toList()) {
      for (var is : aside ? List.of(ALL) : states()) {
        for (var confidence : Confidence.values()) {
          var said =
              results.stream()
                  .filter(one -> one.confidence() == confidence)
                  .filter(one -> aside || page.equals(pages.get(one.situation().title())))
                  .filter(one -> aside || is.equals(one.situation().expected().wire()))
                  .map(Result::parley)
                  .toList();
          if (!said.isEmpty()) {
            row(figures, page, is, "Parley", confidence.wire(), said);
          }
        }
      }
    }
    for (var rule : Rule.values()) {
      var said = results.stream().map(one -> one.rules().getOrDefault(rule, Score.NONE)).toList();
      row(figures, ALL, ALL, rule.label(), "", said);
    }
    figures.finish("state", options);
  }

  private static List<String> states() {
    return Stream.of(Situation.Expected.values()).map(Situation.Expected::wire).toList();
  }

  private static void row(
      Figures figures, String page, String is, String by, String confidence, List<Score> said) {
    figures.row(
        page,
        is,
        by,
        confidence,
        said.size(),
        said.stream().filter(Score::right).count(),
        said.stream().filter(Score::falseWaiting).count());
  }
}
