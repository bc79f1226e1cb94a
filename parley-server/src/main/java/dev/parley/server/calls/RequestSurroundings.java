package dev.parley.server.calls;

import dev.parley.session.launch.Surroundings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Set;

/**
 * Where sessions begin that are started over HTTP: at home, with a few variables and no others.
 * Whoever started the daemon may have had secrets in the environment that are not for every caller.
 */
public final class RequestSurroundings {
  private static final Set<String> NAMES =
      Set.of("HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "TZ", "TMPDIR", "XDG_RUNTIME_DIR");

  private RequestSurroundings() {}

  /** From now on launches of this thread happen there. */
  public static void enter() {
    var environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> !NAMES.contains(name) && !name.startsWith("LC_"));
    new Surroundings(Path.of(System.getProperty("user.home")), environment).enter();
  }
}
