package dev.parley.bench.jobs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of one run of a job, and the values that its steps speak of. */
final class Workplace {
  private static final Pattern VALUE = Pattern.compile("\\$\\{(\\w+)}");

  private final Path folder;
  private final World world;
  private final Map<String, String> values = new HashMap<>();

  Workplace(Path folder, World world) {
    this.folder = folder;
    this.world = world;
    set("folder", folder.toString());
  }

  Path folder() {
    return folder;
  }

  World world() {
    return world;
  }

  Workplace set(String name, String value) {
    values.put(name, value);
    return this;
  }

  /** A text with its {@code ${…}} filled in. */
  String fill(String text) {
    return VALUE
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "unknown")));
  }

  Typing fill(Typing typing) {
    return typing.with(this::fill);
  }

  // --- to prepare -------------------------------------------------------------------------------

  Workplace write(String name, String content) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  /** A file that can be run. */
  Workplace script(String name, String content) throws IOException {
    write(name, content);
    if (!folder.resolve(name).toFile().setExecutable(true)) {
      throw new IOException(name + " cannot be made executable");
    }
    return this;
  }

  /** Puts a program that ships with the benchmark into the folder. */
  Workplace program(String name) throws IOException {
    try (var in = Workplace.class.getResourceAsStream("/bench/jobs/" + name)) {
      if (in == null) {
        throw new IOException("No program " + name);
      }
      return script(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** A port of this host that nobody listens on. */
  int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  // --- to judge ---------------------------------------------------------------------------------

  boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  /** What a file says, without blanks at its end; empty when there is none. */
  String read(String name) throws IOException {
    var file = folder.resolve(name);
    return Files.exists(file) ? Files.readString(file).stripTrailing() : "";
  }

  /** Runs a command in the folder and returns what it prints, without blanks at its end. */
  String run(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return printed.stripTrailing();
  }

  String shell(String line) throws IOException, InterruptedException {
    return run("bash", "-c", line);
  }

  /** A file must say this. */
  void says(String name, String expected) throws IOException {
    if (!has(name)) {
      throw new Job.NotDone("there is no " + name);
    }
    same(name, read(name), expected);
  }

  /** A command must print this. */
  void prints(String line, String expected) throws IOException, InterruptedException {
    same(line, shell(line), expected);
  }

  private static void same(String what, String found, String expected) {
    if (!found.equals(expected)) {
      throw new Job.NotDone("%s: found <%s>, not <%s>".formatted(what, cut(found), cut(expected)));
    }
  }

  private static String cut(String text) {
    var line = text.replace("\n", "\\n");
    return line.length() <= 100 ? line : line.substring(0, 100) + "…";
  }
}
