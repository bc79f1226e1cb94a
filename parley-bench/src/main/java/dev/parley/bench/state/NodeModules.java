package dev.parley.bench.state;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where {@code parley-bench/programs} puts modules of node. */
final class NodeModules {
  /** How a situation says that it needs one. */
  static final String NEED = "npm:";

  static final Path CACHE = cache().resolve("parley-bench");
  static final Path FOLDER = CACHE.resolve("node_modules");

  private NodeModules() {}

  static boolean has(String need) {
    return Files.isDirectory(FOLDER.resolve(need.substring(NEED.length())));
  }

  private static Path cache() {
    var configured = System.getenv("XDG_CACHE_HOME");
    return configured == null || configured.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache")
        : Path.of(configured);
  }
}
