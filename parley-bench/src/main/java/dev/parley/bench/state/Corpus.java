package dev.parley.bench.state;

import dev.parley.bench.state.Situation.Expected;
import dev.parley.bench.state.Situation.Step;
import dev.parley.pty.Signal;
import dev.parley.session.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Reads the situations. Each begins with {@code = group: name}, followed by one word a line and
 * what belongs to it:
 *
 * <pre>
 * run LINE       the program, started by /bin/sh with exec
 * script LINE    a command line for /bin/sh
 * shell NAME     an interactive shell with Parley's marks
 * file NAME      a file in its directory; the indented lines that follow are its text
 * needs NAME…    programs that must be installed; "root" for root's rights, "npm:NAME" for a module
 *                of node, "/PATH" for anything else that must be there
 * sees TEXT      wait until this is printed, after what was typed last
 * shows TEXT     wait until this is on the screen
 * line TEXT      type this and Enter as soon as input is wanted; type TEXT: without Enter
 * keys NAME…     the same with keys
 * secret TEXT    the same with a secret and Enter
 * ahead TEXT     type this and Enter at once
 * signal NAME    signal the program in front at once
 * is STATE       the state it is in now; ends the situation
 * like TITLE     everything of an earlier situation up to its state, to go on from there
 * program TITLE  the files and needs of an earlier situation, but neither its steps nor its start
 * bystander      played while a process without a terminal sits in an io_uring
 * quick          part of the short run
 * unknowable WHY the state cannot be known from outside
 * </pre>
 */
final class Corpus {
  /** The pages the rules were first made with. */
  private static final List<String> FIRST =
      List.of("shells", "languages", "consoles", "tools", "screens", "secrets", "relays", "calls");

  /** Pages written to find out where the rules do not hold; a third of each is set aside. */
  private static final List<String> LATER =
      List.of(
          "bystander",
          "lag",
          "pairs",
          "go",
          "loops",
          "rawsecrets",
          "pollers",
          "machines",
          "programs",
          "newcomers");

  /** One situation in so many of the later pages is set aside. */
  private static final int SET_ASIDE = 3;

  private final List<Situation> all = new ArrayList<>();

  // The situation being read.
  private String group = "";
  private String name = "";
  private String shell = "";
  private String script = "";
  private Map<String, String> files = new LinkedHashMap<>();
  private List<String> needs = new ArrayList<>();
  private List<Step> steps = new ArrayList<>();
  private String file = "";
  private Expected expected = Expected.WORKING;
  private boolean quick;
  private boolean bystander;
  private String unknowable = "";
  private boolean later;

  private Corpus() {}

  static List<Situation> read() {
    var corpus = new Corpus();
    FIRST.forEach(corpus::page);
    corpus.later = true;
    LATER.forEach(corpus::page);
    return List.copyOf(corpus.all);
  }

  /** One page alone, for the time in which it is written. */
  static List<Situation> read(String page) {
    var corpus = new Corpus();
    corpus.page(page);
    return List.copyOf(corpus.all);
  }

  /** On which page each situation stands, by its title. */
  static Map<String, String> pages() {
    var corpus = new Corpus();
    var pages = new LinkedHashMap<String, String>();
    for (var page : Stream.concat(FIRST.stream(), LATER.stream()).toList()) {
      var before = corpus.all.size();
      corpus.page(page);
      corpus.all.subList(before, corpus.all.size()).forEach(one -> pages.put(one.title(), page));
    }
    return pages;
  }

  private void page(String page) {
    text(page).lines().forEach(this::line);
    end();
  }

  private static String text(String page) {
    try (var in = Objects.requireNonNull(Corpus.class.getResourceAsStream(page + ".txt"), page)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void line(String line) {
    if (line.startsWith("  ")) {
      files.merge(file, line.substring(2) + "\n", String::concat);
      return;
    }
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    var space = line.indexOf(' ');
    var word = space < 0 ? line : line.substring(0, space);
    var rest = space < 0 ? "" : line.substring(space + 1).strip();
    switch (word) {
      case "=" -> begin(rest);
      case "run" -> script = "exec " + rest;
      case "script" -> script = rest;
      case "shell" -> shell = rest;
      case "file" -> file = rest;
      case "needs" -> needs.addAll(List.of(rest.split(" ")));
      case "sees" -> steps.add(new Step.Sees(rest));
      case "shows" -> steps.add(new Step.Shows(rest));
      case "line" -> steps.add(new Step.Types(Input.line(rest)));
      case "type" -> steps.add(new Step.Types(Input.text(rest)));
      case "keys" -> steps.add(new Step.Types(Input.keys(List.of(rest.split(" ")))));
      case "secret" -> steps.add(new Step.Types(Input.secret(rest)));
      case "ahead" -> steps.add(new Step.TypesAhead(Input.line(rest)));
      case "signal" -> steps.add(new Step.TypesAhead(Input.signal(Signal.valueOf(rest))));
      case "is" -> expected = Expected.valueOf(rest.toUpperCase(Locale.ROOT));
      case "like" -> like(rest);
      case "program" -> program(rest);
      case "bystander" -> bystander = true;
      case "quick" -> quick = true;
      case "unknowable" -> unknowable = rest;
      default -> throw new IllegalStateException("The corpus has a line nobody knows: " + line);
    }
  }

  private void begin(String title) {
    end();
    var colon = title.indexOf(": ");
    group = title.substring(0, colon);
    name = title.substring(colon + 2);
  }

  private void like(String title) {
    var earlier = program(title);
    shell = earlier.shell();
    script = earlier.script();
    steps.addAll(earlier.steps());
  }

  private Situation program(String title) {
    var earlier =
        all.stream()
            .filter(each -> each.title().equals(title))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("No earlier situation is " + title));
    files.putAll(earlier.files());
    needs.addAll(earlier.needs());
    bystander |= earlier.bystander();
    return earlier;
  }

  /** Chosen by its title, so that nobody chooses. */
  private Situation.Set set() {
    if (!later) {
      return Situation.Set.FIRST;
    }
    var sum = new CRC32();
    sum.update((group + ": " + name).getBytes(StandardCharsets.UTF_8));
    return sum.getValue() % SET_ASIDE == 0 ? Situation.Set.ASIDE : Situation.Set.LATER;
  }

  private void end() {
    if (!name.isEmpty()) {
      all.add(
          new Situation(
              set(),
              group,
              name,
              shell,
              script,
              files,
              needs,
              steps,
              expected,
              quick,
              bystander,
              unknowable));
    }
    name = "";
    shell = "";
    script = "";
    files = new LinkedHashMap<>();
    needs = new ArrayList<>();
    steps = new ArrayList<>();
    quick = false;
    bystander = false;
    unknowable = "";
  }
}
