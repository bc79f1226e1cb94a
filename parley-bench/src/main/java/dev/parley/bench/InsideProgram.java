package dev.parley.bench;

import java.io.IOException;
import java.nio.file.Path;

/** What stands inside a sandbox, compiled for a run. */
public final class InsideProgram {
  private InsideProgram() {}

  /** Compiles it into a folder, and makes sandboxes of this process use it. */
  public static void use(Path folder) throws IOException, InterruptedException {
    var program = folder.resolve("bin/parley");
    var built = new ProcessBuilder("launcher/build", program.toString()).inheritIO().start();
    if (built.waitFor() != 0) {
      throw new IOException("parley-inside could not be compiled");
    }
    System.setProperty("parley.inside", program + "-inside");
  }
}
