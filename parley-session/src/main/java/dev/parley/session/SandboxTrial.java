package dev.parley.session;

import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.sandbox.Sandboxes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Whether this host can enforce a profile, found by trying it. */
public final class SandboxTrial {
  private SandboxTrial() {}

  /** The engines that could enforce one, the first that does being the one that is used. */
  public static List<String> engines() {
    return Sandboxes.ENGINES;
  }

  /**
   * Runs a program that does nothing in the sandbox.
   *
   * @param engine one of {@link #engines}
   * @return why the profile cannot be enforced here; empty when it can
   */
  public static Optional<String> of(SandboxProfile profile, String engine, Path directory) {
    return new Sandboxes(List.of(), ShellFiles::file).tried(profile, engine, directory);
  }

  /** Whether a list of hosts can be enforced where profiles can. */
  public static boolean allowsHosts() {
    return Sandboxes.hasBridge();
  }
}
