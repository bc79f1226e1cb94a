package dev.parley.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What one run measured, kept as a small table beside the benchmarks so that pictures can be drawn
 * again. Lines that begin with {@code #} say what was run, when, and at which commit.
 */
public final class Figures {
  private static final Path FOLDER = Path.of("parley-bench", "figures");

  private final String name;
  private final String about;
  private final List<String> columns;
  private final List<String> lines = new ArrayList<>();

  private Figures(String name, String about, List<String> columns) {
    this.name = name;
    this.about = about;
    this.columns = columns;
  }

  /** Begins a table. */
  public static Figures of(String name, String about, String... columns) {
    return new Figures(name, about, List.of(columns));
  }

  /** Adds a row. A fraction keeps three digits; a text has no comma. */
  public Figures row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException("%s has %d columns".formatted(name, columns.size()));
    }
    lines.add(String.join(",", Stream.of(cells).map(Figures::cell).toList()));
    return this;
  }

  private static String cell(Object value) {
    return switch (value) {
      case Double number -> String.format(Locale.ROOT, "%.3f", number);
      default -> {
        var text = value.toString();
        if (text.contains(",")) {
          throw new IllegalArgumentException("No comma, please: " + text);
        }
        yield text;
      }
    };
  }

  /** Keeps the table when {@code --write} is among the options of the run. */
  public void finish(String benchmark, String... options) {
    if (!List.of(options).contains("--write")) {
      return;
    }
    var words = new ArrayList<>(List.of("parley-bench/run", benchmark));
    Stream.of(options).filter(option -> !option.equals("--write")).forEach(words::add);
    var text =
        """
        # %s
        # run: %s
        # when: %s, load %.1f at the end
        # commit: %s
        %s
        %s
        """
            .formatted(
                about,
                String.join(" ", words),
                LocalDate.now(ZoneOffset.UTC),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                commit(),
                String.join(",", columns),
                String.join("\n", lines));
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve(name + ".csv"), text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String commit() {
    try {
      var git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=8")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return said.isEmpty() ? "unknown" : said;
    } catch (IOException noGit) {
      return "unknown";
    }
  }

  /** One row of a table that was kept. */
  public record Row(Map<String, String> cells) {
    public Row {
      cells = Map.copyOf(cells);
    }

    public String text(String column) {
      var cell = cells.get(column);
      if (cell == null) {
        throw new IllegalArgumentException("No column " + column + " among " + cells.keySet());
      }
      return cell;
    }

    public double number(String column) {
      return Double.parseDouble(text(column));
    }

    public boolean has(String column, String value) {
      return text(column).equals(value);
    }
  }

  /** Whether a run has kept a table of this name. */
  public static boolean areKept(String name) {
    return Files.exists(FOLDER.resolve(name + ".csv"));
  }

  /** The rows that were kept of a run, in their order. */
  public static List<Row> read(String name) {
    try {
      return parse(Files.readString(FOLDER.resolve(name + ".csv")));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static List<Row> parse(String text) {
    var lines = text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
    var names = lines.getFirst().split(",", -1);
    var rows = new ArrayList<Row>();
    for (var line : lines.subList(1, lines.size())) {
      var values = line.split(",", -1);
      var cells = new LinkedHashMap<String, String>();
      for (var column = 0; column < names.length; column++) {
        cells.put(names[column], values[column]);
      }
      rows.add(new Row(cells));
    }
    return rows;
  }
}
