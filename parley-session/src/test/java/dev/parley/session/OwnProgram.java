package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Ptys;
import dev.parley.terminal.Terminal;
import dev.parley.testing.InsideProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A program of the tests in a process of its own, with parley-inside, in a folder that holds all it
 * needs: whoever runs it need not see where the build keeps its classes.
 */
final class OwnProgram {
  private final Path folder;
  private final String classes;
  private final Path inside;

  OwnProgram(Path folder) throws Exception {
    this.folder = folder;
    this.classes = copied();
    this.inside = Files.copy(InsideProgram.use(), folder.resolve("parley-inside"));
  }

  /**
   * What it prints.
   *
   * @param before the command that it is run behind
   * @param home of the user that it thinks it has
   */
  List<String> ran(List<String> before, Class<?> program, Path home, String... arguments)
      throws Exception {
    var command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-Dparley.inside=" + inside,
            "-Duser.home=" + home,
            "-cp",
            classes,
            program.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().retainAll(List.of("LANG"));
    builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
    builder.environment().put("HOME", home.toString());
    var errors = folder.resolve("errors");
    var process = builder.redirectError(errors.toFile()).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var code = process.waitFor();
    assertThat(code).as("%s%n%s", said, Files.readString(errors)).isZero();
    return said.lines().toList();
  }

  private String copied() throws Exception {
    var locations = new LinkedHashSet<Path>();
    for (var one :
        List.of(
            Sessions.class,
            OwnProgram.class,
            Ptys.class,
            Terminal.class,
            com.google.re2j.Pattern.class)) {
      locations.add(Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
    var all = new ArrayList<String>();
    for (var location : locations) {
      var copy = folder.resolve("classes" + all.size());
      copy(location, copy);
      all.add(copy.toString());
    }
    return String.join(":", all);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        var relative = from.relativize(file).toString();
        Files.copy(file, relative.isEmpty() ? to : to.resolve(relative));
      }
    }
  }
}
