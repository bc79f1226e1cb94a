package dev.parley.session.sandbox;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The small program of ours that stands on both sides of a sandbox's wall, {@code parley-inside}:
 * it brings out how the program has ended, keeps the terminal's signals to the program, and carries
 * connections to the proxy. It lies beside the launcher; whoever embeds the jars alone has none.
 */
final class InnerProgram {
  /** Names the file in place of the one beside the launcher. */
  static final String SETTING = "parley.inside";

  private static final String FROM_JARS = "../bin/parley-inside";

  private InnerProgram() {}

  static Optional<Path> find() {
    return Stream.concat(Optional.ofNullable(System.getProperty(SETTING)).stream(), besideJars())
        .map(Path::of)
        .filter(Files::isExecutable)
        .map(Sandboxes::real)
        .findFirst();
  }

  /**
   * By the names under which the jars were given: a package may have them by a link from where its
   * programs are.
   */
  private static Stream<String> besideJars() {
    return Stream.of("java.class.path", "jdk.module.path")
        .flatMap(path -> Stream.of(System.getProperty(path, "").split(File.pathSeparator)))
        .filter(jar -> jar.matches("(.*/)?parley-session[^/]*\\.jar"))
        .map(jar -> Path.of(jar).toAbsolutePath().resolveSibling(FROM_JARS).toString());
  }

  /** What stands before bubblewrap, outside. */
  static List<String> around(Path program, Path filter) {
    return List.of(program.toString(), "around", filter.toString());
  }

  /**
   * What stands before the program, inside.
   *
   * @param proxy the folder with the socket that connections are carried to
   */
  static List<String> run(Path program, Optional<Path> proxy) {
    return proxy
        .map(
            folder ->
                List.of(
                    program.toString(),
                    "bridge",
                    folder.toString(),
                    Integer.toString(Proxies.PORT),
                    "run"))
        .orElseGet(() -> List.of(program.toString(), "run"));
  }
}
