package dev.parley.session;

import dev.parley.testing.InsideProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A user's home for tests of sandboxes, with a workspace in it and sessions that know it as theirs.
 * It is not in /tmp: of that a session gets one of its own.
 *
 * @param folder the home
 */
record SandboxHome(Path folder, Path workspace, Sessions sessions, String usersHome) {
  private static final String HOME = "user.home";
  private static final String BWRAP = "parley.bwrap";

  static SandboxHome make() throws Exception {
    InsideProgram.use();
    var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "h");
    var workspace = Files.createDirectories(folder.resolve("work/project"));
    var usersHome = System.getProperty(HOME);
    System.setProperty(HOME, folder.toString());
    return new SandboxHome(
        folder,
        workspace,
        Sessions.inFolder(folder.resolve("state/sessions"), Sessions.Bounds.DEFAULT),
        usersHome);
  }

  /** From here on it seems that there is no bubblewrap. */
  static void withoutBwrap() {
    withBwrap("/there/is/none");
  }

  static void withBwrap(String file) {
    System.setProperty(BWRAP, file);
  }

  /** Ends its sessions and removes it. */
  void tidy() throws Exception {
    sessions.close();
    System.setProperty(HOME, usersHome);
    System.clearProperty(BWRAP);
    InsideProgram.use(); // a test may have named another
    remove(folder);
  }

  private static void remove(Path folder) throws Exception {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
