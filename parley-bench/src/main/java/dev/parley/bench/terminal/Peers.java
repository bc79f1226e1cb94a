package dev.parley.bench.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The other emulators: one from npm run by Node, one a C library compiled against here and now. */
final class Peers {
  private final Path folder;

  private Peers(Path folder) {
    this.folder = folder;
  }

  static Peers in(Path folder) throws IOException, InterruptedException {
    var peers = new Peers(folder);
    peers.copy("xterm.cjs");
    peers.copy("vterm.c");
    peers.run("cc", "-O2", "-o", "vterm", "vterm.c", "-lvterm");
    peers.run("npm", "install", "--no-save", "--no-audit", "--no-fund", "@xterm/headless@6.0.0");
    return peers;
  }

  private void copy(String name) throws IOException {
    try (var in = Objects.requireNonNull(Peers.class.getResourceAsStream(name))) {
      Files.copy(in, folder.resolve(name));
    }
  }

  double xterm(Path file) throws IOException, InterruptedException {
    return Double.parseDouble(run("node", "xterm.cjs", file.toString()).strip());
  }

  double libvterm(Path file) throws IOException, InterruptedException {
    return Double.parseDouble(run("./vterm", file.toString()).strip());
  }

  private String run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).directory(folder.toFile()).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(List.of(command) + " failed: " + output);
    }
    return output;
  }
}
