package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Exit;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Outcome;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command in the documents is run as it stands, by a shell, in a home that is thrown away:
 * those of blocks and those of ours in the text, a page from top to bottom. Where a page shows what
 * is answered, that is compared; elsewhere the command must succeed.
 */
@Timeout(180)
final class DocumentedConversationsIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String FLEET = "needs a broker and other hosts; FleetIT has them";
  private static final String PACKAGES = "needs the packages; packaging/try installs each";
  private static final String ELSEWHERE = "needs another host or container; RemoteIT has them";
  private static final String STAYS = "stays until it is ended; HttpCommandsIT runs it";

  /** What is not run, by its page, and why. */
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry("README.md: sh install.sh --from parley-0.1.0-linux-x64.tar.gz", PACKAGES),
          Map.entry("README.md: npx -y parley-mcp", PACKAGES),
          Map.entry(
              "console.md: mvn verify -pl parley-cli -am -Dtest=NONE"
                  + " -Dsurefire.failIfNoSpecifiedTests=false"
                  + " -Dit.test=ConsoleIT,PeopleIT,HostileOutputIT,InboxIT,ControlIT,ReadingIT,"
                  + "ChangesIT,AlertsIT -Dparley.pictures=\"$PWD/docs/images\"",
              "runs the tests that this one is among"),
          Map.entry(
              "fleet.md: parley join nats://broker:4222 --node laptop --capacity 0 --credentials"
                  + " laptop.nkey",
              FLEET),
          Map.entry(
              "fleet.md: parley join nats://broker:4222 --node build --label os=debian"
                  + " --credentials build.nkey",
              FLEET),
          Map.entry(
              "fleet.md: parley join nats://broker:4222 --node lab --label gpu=yes --capacity 8"
                  + " --accept watch --credentials lab.nkey",
              FLEET),
          Map.entry("fleet.md: parley start --target node:build --name make -- make test", FLEET),
          Map.entry("fleet.md: parley wait build/make --until exit", FLEET),
          Map.entry("fleet.md: parley start --target fleet:gpu=yes --wait nvidia-smi", FLEET),
          Map.entry("fleet.md: parley list --fleet", FLEET),
          Map.entry("http.md: parley serve", STAYS),
          Map.entry("remote.md: parley start --target ssh://deploy@web1 --name web", ELSEWHERE),
          Map.entry(
              "remote.md: parley start --target container:db --name sql -- psql -U postgres",
              ELSEWHERE),
          Map.entry(
              "remote.md: parley start --target image:debian --wait 'apt-get --version'",
              ELSEWHERE),
          Map.entry("fleet.md: nats-server -c fleet/nats-server.conf", FLEET),
          Map.entry("http.md: curl -sN -H \"$H\" $U/v1/events", "never ends; HttpDoorTest reads"));

  /** What is typed before a command of a page, so that what it is about is there. */
  private static final Map<String, String> BEFORE =
      Map.of(
          "agents.md: parley list",
          """
          parley start --name keygen --wait -- ssh-keygen -t ed25519 -f key
          curl -s -H "Authorization: Bearer $(parley token)" -H 'Content-Type: application/json' \\
            "$(parley url)/v1/sessions/keygen/ask" \\
            -d '{"kind":"secret","message":"A passphrase for the new key","timeout_ms":1}'
          """,
          "attention.md: make test && parley notify --kind done --text 'tests pass' || parley notify"
              + " --kind failed",
          "parley start --name build --wait -- cat; export PARLEY_SESSION=build",
          "benchmarks-method.md: parley attach",
          "parley start --wait -- cat",
          "cookbook.md: parley attach build",
          "parley start --name build --wait -- cat",
          "cookbook.md: parley secret deploy",
          "parley start --name deploy --wait -- bash -c 'read -sp Password: it'",
          "sandbox.md: parley policy check",
          "sed '1,/^```json/d; /^```/,$d' \"$DOCS/sandbox.md\" > \"$PARLEY_HOME/policy.json\"",
          "troubleshooting.md: parley explain build",
          "parley start --name build --wait -- cat");

  /** What ends otherwise than well, as its page says. */
  private static final Map<String, String> ENDS_WITH =
      Map.of("parley policy try --as unified-exec -- touch /etc/x", "1");

  /** What a person does at a terminal: waits for a text, then types. */
  private record Person(String sees, String types, int code) {}

  private static final Map<String, Person> AT_A_TERMINAL =
      Map.of(
          "parley top", new Person("session", "q", 0),
          "parley attach build", new Person("you are at build", "\035", 0),
          "parley secret deploy", new Person("Secret for deploy", "a secret\r", 0),
          "parley secret keygen", new Person("Secret for keygen", "a secret\r", 0),
          "parley fleet try", new Person("Ctrl-C", "\003", 130),
          "parley attach", new Person("you are at", "\035", 0));

  private static final Pattern FENCE = Pattern.compile("```(\\w*)");
  private static final Pattern SPAN =
      Pattern.compile("`((?:\\./)?parley [^`]+|[a-z][^`]*[(]parley [^`]+)`");

  /** A word for what a reader puts there, or one of several. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile("(?:^|[ =:/\\[])[A-Z]+\\b|[a-z][|][a-z]|…");

  private static final Pattern ID = Pattern.compile("(^|\"session\":\")[a-z0-9]{10}(?=$|  |\")");
  private static final Pattern LENGTH = Pattern.compile("\\b\\d+(ms|s|m|h)\\b");

  /** What differs from run to run beside a word that does not. */
  private static final Pattern FIGURE =
      Pattern.compile("(pid |version |, |\"elapsed_ms\":|127\\.0\\.0\\.1:)[\\d.]+[\\w.-]*( MB)?");

  @TempDir static Path folder;

  /** For what something was typed before. */
  private static final Set<String> PREPARED = new HashSet<>();

  /** Names of commands that were run already, in this or another page. */
  private static final Set<String> NAMES = new HashSet<>();

  private static ParleyHome parley;

  /** A command line, and what is shown behind it; nothing where the page leaves that out. */
  private record Typed(String page, int number, String line, List<String> shown) {
    String name() {
      return page + ": " + line;
    }

    /** Whether it may be just the name of a command, which takes more. */
    boolean isName() {
      return shown.isEmpty() && bare().matches("parley \\w+");
    }

    /** As it is typed where it is installed. */
    String bare() {
      return line.replaceFirst("^\\./", "");
    }
  }

  // --- what a reader has ------------------------------------------------------------------------

  @BeforeAll
  static void aReadersMachine() throws Exception {
    var bin = Files.createDirectory(folder.resolve("bin"));
    var work = Files.createDirectory(folder.resolve("work"));
    Files.createDirectories(folder.resolve("home/src/app"));
    Files.createDirectories(folder.resolve("home/.config/fish/completions")); // fish makes it
    var own = "exec '%s' \"$@\"".formatted(ParleyHome.PARLEY);
    program(bin.resolve("parley"), own);
    program(work.resolve("parley"), own);
    // The real ones need an account with somebody; these wait for a line as they do.
    program(bin.resolve("claude"), "exec cat");
    program(bin.resolve("codex"), "exec cat");
    program(bin.resolve("notify-me"), "exit 0");
    Files.writeString(work.resolve("Makefile"), "test:\n\t@echo passed\n");
    parley =
        ParleyHome.in(Files.createDirectory(folder.resolve("state")))
            .with(
                Map.of(
                    "HOME", folder.resolve("home").toString(),
                    "WORK", work.toString(),
                    "PATH", bin + ":" + System.getenv("PATH"),
                    "DOCS", ROOT.resolve("docs").toString(),
                    "LC_ALL", "C.UTF-8",
                    "DISPLAY", "",
                    "WAYLAND_DISPLAY", "",
                    "CODEX_HOME", "",
                    "CLAUDE_CONFIG_DIR", "",
                    "XDG_CONFIG_HOME", ""));
    parley.run("list"); // starts the daemon, which a reader's has been for long
    assertThat(
            parley
                .shell(
                    "cd \"$WORK\" && git init -q && git add . && git -c user.name=x -c"
                        + " user.email=x@example.org commit -q -m first")
                .code())
        .isZero();
  }

  private static void program(Path file, String line) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void theNextPageBegins() throws Exception {
    Files.deleteIfExists(parley.folder().resolve("policy.json"));
    parley.run("close", "--all", "--force");
    parley.run("prune", "--yes");
    parley.run("token", "revoke", "ci");
  }

  @AfterAll
  static void stop() throws Exception {
    parley.run("stop");
  }

  // --- the tests --------------------------------------------------------------------------------

  static Stream<Path> pages() throws IOException {
    try (var docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs.sorted().toList().stream())
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !blocks(file).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void isAsItIsShown(Path page) throws Exception {
    for (var block : blocks(page)) {
      var lines = new ArrayList<Typed>();
      for (var typed : block) {
        if (NOT_RUN.containsKey(typed.name()) || (typed.isName() && !NAMES.add(typed.bare()))) {
          continue;
        }
        var person = AT_A_TERMINAL.get(typed.line());
        if (person == null) {
          lines.add(typed);
        } else {
          run(lines);
          lines.clear();
          atATerminal(typed, person);
        }
      }
      run(lines);
    }
  }

  @Test
  void whatIsSaidAboutPagesIsAboutWhatTheyHave() throws Exception {
    var stale = new TreeSet<>(NOT_RUN.keySet());
    stale.addAll(BEFORE.keySet());
    stale.addAll(AT_A_TERMINAL.keySet());
    stale.addAll(ENDS_WITH.keySet());
    for (var page : pages().toList()) {
      for (var block : blocks(page)) {
        for (var typed : block) {
          stale.remove(typed.name());
          stale.remove(typed.line());
        }
      }
    }
    assertThat(stale).isEmpty();
  }

  // --- running ----------------------------------------------------------------------------------

  private static void run(List<Typed> lines) throws Exception {
    if (lines.isEmpty()) {
      return;
    }
    var script = new StringBuilder();
    for (var at = 0; at < lines.size(); at++) {
      var typed = lines.get(at);
      script
          .append(before(typed))
          .append(typed.line())
          .append("\necho \"<<%d $?>>\"\n".formatted(at));
    }
    var file = Files.createTempFile(folder, "block", ".sh");
    Files.writeString(file, script);
    var said = parley.shell("cd \"$WORK\" && bash '%s' 2>&1".formatted(file)).out();
    for (var at = 0; at < lines.size(); at++) {
      var typed = lines.get(at);
      var place = "%s:%d %s".formatted(typed.page(), typed.number(), typed.line());
      var end = Pattern.compile("<<%d (\\d+)>>\n".formatted(at)).matcher(said);
      assertThat(end.find()).as("%s%n%s", place, said).isTrue();
      var own = said.substring(0, end.start());
      if (typed.shown().isEmpty()) {
        var well = typed.isName() ? "[02]" : ENDS_WITH.getOrDefault(typed.line(), "0");
        assertThat(end.group(1)).as("%s%n%s", place, own).matches(well);
      } else {
        assertThat(plain(own.lines().toList())).as(place).matches(pattern(typed.shown()));
      }
      said = said.substring(end.end());
    }
  }

  private static String before(Typed typed) {
    var before = BEFORE.get(typed.name());
    return before == null || !PREPARED.add(typed.name())
        ? ""
        : "{\n%s\n} > /dev/null || exit\n".formatted(before.strip());
  }

  private static void atATerminal(Typed typed, Person person) {
    try (var terminals = Sessions.inProcess()) {
      var terminal =
          terminals.start(
              Launch.of("bash", "-c", before(typed) + typed.line())
                  .with(parley.environment())
                  .in(folder.resolve("work"))
                  .sized(100, 30));
      assertThat(terminal.expect(Pattern.quote(person.sees()), LONG))
          .as("%s%n%s", typed.name(), terminal.screen().text())
          .isInstanceOf(Outcome.Met.class);
      var end =
          terminal.send(
              Input.raw(person.types().getBytes(StandardCharsets.US_ASCII)),
              Expectation.exit().within(LONG));
      assertThat(end.state())
          .as(typed.name())
          .isEqualTo(new SessionState.Exited(new Exit.Code(person.code())));
    }
  }

  /** Lines without what differs from run to run. */
  private static String plain(List<String> lines) {
    var text = new ArrayList<String>();
    for (var line : lines) {
      var bare = ID.matcher(line).replaceAll("$1ID");
      bare = LENGTH.matcher(bare).replaceAll("LENGTH");
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

  // --- reading pages ----------------------------------------------------------------------------

  /** The blocks of a page; a command in the text is a block of its own. */
  private static List<List<Typed>> blocks(Path page) {
    var reader = new PageReader(page.getFileName().toString());
    lines(page).forEach(reader::take);
    return reader.blocks;
  }

  private static final class PageReader {
    private final String page;
    private final List<List<Typed>> blocks = new ArrayList<>();
    private List<Typed> block = new ArrayList<>();
    private String language = "";
    private String begun = "";
    private boolean inside;
    private int number;

    PageReader(String page) {
      this.page = page;
    }

    void take(String line) {
      number++;
      var fence = FENCE.matcher(line.strip());
      if (fence.lookingAt()) {
        inside = !inside;
        language = fence.group(1);
        if (!block.isEmpty()) {
          blocks.add(List.copyOf(block));
          block = new ArrayList<>();
        }
      } else if (!inside) {
        SPAN.matcher(line).results().map(found -> found.group(1)).forEach(this::span);
      } else if (language.equals("console")) {
        if (line.startsWith("$ ")) {
          type(line.substring(2));
        } else {
          block.getLast().shown().add(line);
        }
      } else if (language.matches("sh|bash|shell") && !line.isBlank()) {
        var all = begun + line.replaceFirst("\\s+#.*", "").strip();
        var goesOn = all.endsWith("\\");
        begun = goesOn ? all.substring(0, all.length() - 1) : "";
        if (!goesOn) {
          type(all);
        }
      }
    }

    private void type(String line) {
      block.add(new Typed(page, number, line, new ArrayList<>()));
    }

    private void span(String line) {
      if (!PLACEHOLDER.matcher(line).find() && !DocumentedCommandsTest.isInPart(line)) {
        blocks.add(List.of(new Typed(page, number, line, List.of())));
      }
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
