package dev.parley.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The table one benchmark prints. It can also take the place of its own section in {@code
 * docs/benchmarks-method.md}, which begins with {@code <!-- bench:NAME -->} and ends with {@code
 * <!-- /bench:NAME -->}.
 */
public final class Report {
  private static final Path PAGE = Path.of("docs", "benchmarks-method.md");

  private final String name;
  private final List<String> lines = new ArrayList<>();

  private Report(String name) {
    this.name = name;
  }

  /** Begins the report of a benchmark, with the heading of its section. */
  public static Report of(String name, String heading) {
    var report = new Report(name);
    report.lines.add("## " + heading);
    report.lines.add("");
    report.lines.add(
        "Measured on %s: %d processors, Linux %s, Java %s."
            .formatted(
                LocalDate.now(ZoneOffset.UTC),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.version"),
                Runtime.version()));
    report.lines.add("");
    return report;
  }

  /** Begins a table. */
  public Report header(String... cells) {
    row(cells);
    lines.add("| --- ".repeat(cells.length) + "|");
    return this;
  }

  /** Adds a row to the table and shows it at once, since the next may take a while. */
  public Report row(String... cells) {
    var line = "| " + String.join(" | ", cells) + " |";
    lines.add(line);
    System.err.println(line);
    return this;
  }

  /** Ends a table with a paragraph. */
  public Report text(String paragraph) {
    lines.add("");
    lines.add(paragraph);
    lines.add("");
    return this;
  }

  /** Prints the section and, when {@code --write} is among the options, puts it on the page. */
  public void finish(String... options) {
    var section = String.join("\n", lines).strip();
    System.out.println(section);
    if (List.of(options).contains("--write")) {
      try {
        Files.createDirectories(PAGE.getParent());
        var page =
            Files.exists(PAGE) ? Files.readString(PAGE) : "# Benchmarks: tables and method\n";
        Files.writeString(PAGE, replace(page, section));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private String replace(String page, String section) {
    var begin = "<!-- bench:%s -->".formatted(name);
    var end = "<!-- /bench:%s -->".formatted(name);
    var marked = begin + "\n" + section + "\n" + end;
    var from = page.indexOf(begin);
    var to = page.indexOf(end);
    return from < 0 || to < from
        ? page.stripTrailing() + "\n\n" + marked + "\n"
        : page.substring(0, from) + marked + page.substring(to + end.length());
  }
}
