package dev.parley.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be said of the console's files without a browser. */
final class ConsoleSourcesTest {
  private static final Path CONSOLE = Path.of("src/main/resources/dev/parley/server/console");
  private static final Path VENDOR = CONSOLE.resolve("vendor");

  /** Every way from a string to markup or code; text of a session must find none of them. */
  private static final Pattern MARKUP_FROM_TEXT =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\\.write|createContextualFragment"
              + "|DOMParser|srcdoc|\\beval\\(|new Function\\(|javascript:");

  private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");
  private static final Pattern LINKED = Pattern.compile("(?:src|href)=\"([^\"#:]+)\"");
  private static final Pattern ELSEWHERE = Pattern.compile("(?:https?:)?//[a-z0-9.-]+\\.[a-z]{2,}");

  static List<Path> ours() throws IOException {
    return files(CONSOLE).filter(file -> !file.startsWith(VENDOR)).toList();
  }

  private static Stream<Path> files(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("ours")
  void nothingMakesMarkupFromText(Path file) throws IOException {
    assertThat(Files.readString(file)).doesNotContainPattern(MARKUP_FROM_TEXT);
  }

  @ParameterizedTest
  @MethodSource("ours")
  void nothingIsLoadedFromElsewhere(Path file) throws IOException {
    var text = Files.readString(file).replace("http://www.w3.org/2000/svg", "");

    assertThat(text).doesNotContainPattern(ELSEWHERE);
  }

  @ParameterizedTest
  @MethodSource("ours")
  void whatAFileNamesIsThere(Path file) throws IOException {
    var text = Files.readString(file);
    var pattern = file.toString().endsWith(".html") ? LINKED : IMPORT;

    assertThat(pattern.matcher(text).results().map(found -> file.resolveSibling(found.group(1))))
        .allSatisfy(named -> assertThat(named.normalize()).isRegularFile());
  }

  @Test
  void theVendoredFilesAreThoseOfTheManifest() throws Exception {
    var written = new TreeMap<String, String>();
    for (var line : Files.readAllLines(VENDOR.resolve("manifest"))) {
      if (!line.startsWith("#")) {
        var words = line.split(" +");
        written.put(words[1], words[0]);
      }
    }
    var found = new TreeMap<String, String>();
    for (var file : files(VENDOR).toList()) {
      if (!file.endsWith("manifest")) {
        var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        found.put(file.getFileName().toString(), HexFormat.of().formatHex(digest));
      }
    }

    assertThat(found).isEqualTo(written);
  }

  @Test
  void theManifestNamesVersionsAndEachPackageHasItsLicence() throws IOException {
    var packages =
        Files.readAllLines(VENDOR.resolve("manifest")).stream()
            .filter(line -> line.startsWith("#"))
            .toList();
    assertThat(packages)
        .hasSizeGreaterThan(3)
        .allMatch(line -> line.matches("# @xterm/[a-z-]+@\\d+\\.\\d+\\.\\d+"));

    var licences = new TreeSet<Path>();
    for (var line : packages) {
      var name = line.replaceAll("# @xterm/|@\\d.*", "");
      licences.add(VENDOR.resolve(name + ".LICENSE.txt"));
      assertThat(VENDOR.resolve(name + ".mjs")).isRegularFile();
    }
    assertThat(licences)
        .allSatisfy(
            licence -> assertThat(licence).content().contains("Permission is hereby granted"));
  }
}
