package dev.parley.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Finds the commands and options that a person may have meant by a word that is none. */
final class Typo {
  private static final int MOST_SHOWN = 3;

  private Typo() {}

  /** What is near a word: a slip or two away, or begun by it. */
  static List<String> near(String word, CommandSpec command) {
    var given = word.split("=", 2)[0].toLowerCase(Locale.ROOT);
    var most = given.length() <= 4 ? 1 : 2;
    return known(command, word.startsWith("-"))
        .filter(one -> (given.length() > 1 && one.startsWith(given)) || slips(given, one) <= most)
        .sorted(
            Comparator.comparingInt((String one) -> slips(given, one)).thenComparing(one -> one))
        .limit(MOST_SHOWN)
        .map(one -> "'%s'".formatted(one))
        .toList();
  }

  private static Stream<String> known(CommandSpec command, boolean options) {
    return options
        ? command.options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> Stream.of(option.names()))
            .filter(name -> name.startsWith("--"))
        : command.subcommands().entrySet().stream()
            .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
            .map(Map.Entry::getKey);
  }

  /** How many letters were left out, added, changed, or swapped with their neighbour. */
  static int slips(String from, String to) {
    var counts = new int[from.length() + 1][to.length() + 1];
    for (var i = 0; i <= from.length(); i++) {
      for (var j = 0; j <= to.length(); j++) {
        counts[i][j] = i == 0 || j == 0 ? i + j : fewest(counts, from, to, i, j);
      }
    }
    return counts[from.length()][to.length()];
  }

  private static int fewest(int[][] counts, String from, String to, int i, int j) {
    var same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    var fewest =
        Math.min(counts[i - 1][j - 1] + same, Math.min(counts[i - 1][j], counts[i][j - 1]) + 1);
    var swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(fewest, counts[i - 2][j - 2] + 1) : fewest;
  }
}
