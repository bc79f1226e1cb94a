package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More than a hundred ways out are shut, in every profile, with both engines, for any user. */
class EscapeTest {
  private static final String NOBODY = "65534";
  private static final Path DOCS = Path.of("..", "docs", "sandbox.md");

  private Path folder = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    // Not in /tmp: of that a session gets one of its own. A short name, since the address of a
    // socket in it has 107 bytes at most.
    folder = Path.of("target", "e" + ProcessHandle.current().pid()).toAbsolutePath();
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @AfterEach
  void tidy() throws IOException {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @Test
  void nothingGetsOut() throws Exception {
    var lines = ran(List.of());

    check(lines);
    // The documentation says what was tried.
    for (var row : table(lines)) {
      assertThat(DOCS).content().contains(row);
    }
  }

  @Test
  void nothingGetsOutForAnOrdinaryUser() throws Exception {
    assumeTrue(
        System.getProperty("user.name").equals("root"), "Only root can become somebody else");
    assumeTrue(isOpenToAll(folder), "Others cannot enter the folder of this build");

    check(
        ran(
            List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "--inh-caps=-all")));
  }

  private static void check(List<String> lines) {
    for (var engine : List.of("bwrap", "landlock")) {
      for (var profile : List.of("read-only", "workspace", "workspace+net", "offline")) {
        assertThat(lines.stream().filter(line -> line.startsWith(engine + "|" + profile + "|")))
            .as("attempts with %s and %s", engine, profile)
            .hasSizeGreaterThan(100);
      }
    }
    assertThat(lines.stream().filter(line -> line.contains("ESCAPED"))).isEmpty();
  }

  /** How many attempts were made with each engine, most in any profile, by what they were for. */
  private static List<String> table(List<String> lines) {
    var sections = new LinkedHashMap<String, List<String>>();
    for (var line : lines) {
      var fields = line.split("\\|");
      sections.computeIfAbsent(fields[2], _ -> new ArrayList<>()).add(line);
    }
    sections.remove("seen outside");
    var rows = new ArrayList<String>();
    sections.forEach(
        (section, all) ->
            rows.add(
                "| %s | %d | %d | %d |"
                    .formatted(
                        section,
                        all.stream().map(line -> line.split("\\|")[3]).distinct().count(),
                        count(all, "bwrap"),
                        count(all, "landlock"))));
    return rows;
  }

  private static long count(List<String> lines, String engine) {
    return lines.stream().filter(line -> line.startsWith(engine + "|")).count();
  }

  /** What {@link EscapeRun} prints when it is run behind another command. */
  private List<String> ran(List<String> before) throws Exception {
    var scripts = Files.createDirectory(folder.resolve("scripts"));
    for (var name : List.of("attempts.py", "outside.py")) {
      var url = Objects.requireNonNull(EscapeTest.class.getResource("sandbox/" + name));
      Files.copy(Path.of(url.toURI()), scripts.resolve(name));
    }
    var homes = Files.createDirectory(folder.resolve("h"));
    if (!before.isEmpty()) {
      Files.setAttribute(homes, "unix:uid", Integer.valueOf(NOBODY));
    }
    return new OwnProgram(folder)
        .ran(before, EscapeRun.class, homes, scripts.toString(), homes.toString()).stream()
            .filter(line -> line.contains("|"))
            .toList();
  }

  private static boolean isOpenToAll(Path folder) throws IOException {
    for (var one = folder; one != null; one = one.getParent()) {
      if (!Files.getPosixFilePermissions(one).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
