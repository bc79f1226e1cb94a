package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents show as typed and answered happens when it is typed: every block with {@code
 * $} lines is run, those of one document after the other, and what it shows is compared.
 */
@Timeout(180)
final class DocumentedConversationsIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** What is not run, by its document and first line, and why. */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "agents.md: parley list",
          "an agent's session that asks for a passphrase goes before",
          "attention.md: parley alert add --when question,secret,failed --after 30s --to desktop",
          "calls example.org and a program that is an example",
          "fleet.md: parley fleet credentials --nodes laptop,build,lab --into fleet",
          "starts a broker that stays; FleetIT has one",
          "fleet.md: parley join nats://broker:4222 --node laptop --capacity 0 --credentials"
              + " laptop.nkey",
          "needs the broker and three hosts; FleetIT has them",
          "fleet.md: parley nodes",
          "needs the broker and three hosts; FleetIT has them",
          "http.md: curl -sN -H \"$H\" $U/v1/events",
          "never ends; HttpDoorTest reads events");

  private static final Pattern ID = Pattern.compile("\\b(?=\\w*\\d)[a-z0-9]{10}\\b");
  private static final Pattern SPAN = Pattern.compile("\\b\\d+(ms|s|m|h)\\b");

  /** What differs from run to run beside a word that does not. */
  private static final Pattern FIGURE =
      Pattern.compile("(pid |version |, |\"elapsed_ms\":|127\\.0\\.0\\.1:)[\\d.]+[\\w.-]*( MB)?");

  @TempDir Path folder;

  /** A block: what is typed, each with what is shown behind it. */
  private record Block(Path file, int line, List<String> typed, List<List<String>> shown) {
    String name() {
      return file.getFileName() + ": " + typed.getFirst();
    }
  }

  static Stream<Path> documents() throws IOException {
    try (var docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs.sorted().toList().stream())
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> blocks(file).stream().anyMatch(block -> !isLeftOut(block)));
    }
  }

  private static boolean isLeftOut(Block block) {
    return NOT_RUN.containsKey(block.name());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void isAsItIsShown(Path file) throws Exception {
    var parley = ParleyHome.in(folder).with(Map.of("LC_ALL", "C.UTF-8"));
    parley.run("list"); // starts the daemon, which a reader's has been for long
    try {
      for (var block : blocks(file)) {
        if (!isLeftOut(block)) {
          run(parley, block);
        }
      }
    } finally {
      parley.run("stop");
    }
  }

  @Test
  void whatIsLeftOutIsThere() throws Exception {
    var names = new HashSet<String>();
    try (var docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md"))
          .forEach(file -> blocks(file).forEach(block -> names.add(block.name())));
    }
    assertThat(names).containsAll(NOT_RUN.keySet());
  }

  private static void run(ParleyHome parley, Block block) throws Exception {
    var script = new StringBuilder();
    for (var at = 0; at < block.typed.size(); at++) {
      script.append(block.typed.get(at)).append("\necho \"<<%d $?>>\"\n".formatted(at));
    }
    var file = Files.createTempFile(parley.folder(), "block", ".sh");
    Files.writeString(file, script);
    var said = parley.shell("{ . '%s'; } 2>&1".formatted(file)).out();
    for (var at = 0; at < block.typed.size(); at++) {
      var place = "%s:%d %s".formatted(block.file.getFileName(), block.line, block.typed.get(at));
      var end = Pattern.compile("<<%d (\\d+)>>\n".formatted(at)).matcher(said);
      assertThat(end.find()).as("%s%n%s", place, said).isTrue();
      var own = said.substring(0, end.start());
      if (block.shown.get(at).isEmpty()) {
        assertThat(end.group(1)).as("%s%n%s", place, own).isEqualTo("0");
      } else {
        assertThat(plain(own.lines().toList())).as(place).matches(pattern(block.shown.get(at)));
      }
      said = said.substring(end.end());
    }
  }

  /** Lines without what differs from run to run. */
  private static String plain(List<String> lines) {
    var text = new ArrayList<String>();
    for (var line : lines) {
      var bare = ID.matcher(line).replaceAll("ID");
      bare = SPAN.matcher(bare).replaceAll("SPAN");
      bare = FIGURE.matcher(bare).replaceAll("$1N");
      text.add(bare.replaceAll(" +", " ").strip());
    }
    return String.join("\n", text).strip();
  }

  private static Pattern pattern(List<String> shown) {
    var parts = new ArrayList<String>();
    for (var part : plain(shown).split("…", -1)) {
      parts.add(Pattern.quote(part));
    }
    return Pattern.compile(String.join(".*", parts));
  }

  private static List<Block> blocks(Path file) {
    var blocks = new ArrayList<Block>();
    var typed = new LinkedHashMap<Integer, String>();
    var shown = new ArrayList<List<String>>();
    var inside = false;
    var begun = 0;
    var lines = lines(file);
    for (var at = 0; at < lines.size(); at++) {
      var line = lines.get(at);
      if (!inside) {
        inside = line.equals("```console");
        begun = at + 1;
      } else if (line.equals("```")) {
        inside = false;
        blocks.add(new Block(file, begun, List.copyOf(typed.values()), List.copyOf(shown)));
        typed.clear();
        shown.clear();
      } else if (line.startsWith("$ ")) {
        typed.put(at, line.substring(2));
        shown.add(new ArrayList<>());
      } else {
        shown.getLast().add(line);
      }
    }
    return blocks;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
