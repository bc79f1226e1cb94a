package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * How a shell is started so that it marks its prompts and commands, without touching any file of
 * the user's.
 *
 * @param command the shell with the arguments that bring the marks
 * @param environment what the marks need on top
 * @param nonce what every mark will carry
 * @param files what the shell reads of ours
 */
record ShellIntegration(
    List<String> command, Map<String, String> environment, String nonce, List<Path> files) {
  private static final String NONCE_FILE = "PARLEY_NONCE_FILE";

  private static final Set<String> MARKED = Set.of("bash", "zsh", "fish");

  /** Starts a launch as it is, or its shell with marks. */
  static ShellIntegration of(Launch launch) {
    var nonce = UUID.randomUUID().toString().replace("-", "");
    if (!launch.interactiveShell() || !launch.target().equals(Target.LOCAL)) {
      return new ShellIntegration(launch.command(), Map.of(), nonce, List.of());
    }
    var shell = launch.command().getFirst();
    var environment = new HashMap<String, String>();
    var name = Path.of(shell).getFileName().toString();
    if (MARKED.contains(name)) {
      environment.put(NONCE_FILE, ShellFiles.withNonce(nonce).toString());
    }
    return switch (name) {
      case "bash" -> {
        if (launch.login()) {
          environment.put("PARLEY_LOGIN", "1");
        }
        var marks = ShellFiles.file("marks.bash");
        yield new ShellIntegration(
            List.of(shell, "--rcfile", marks.toString(), "-i"), environment, nonce, List.of(marks));
      }
      case "zsh" -> {
        var users = System.getenv("ZDOTDIR");
        if (users != null) {
          environment.put("PARLEY_USER_ZDOTDIR", users);
        }
        var zsh = ShellFiles.file("zsh/.zshenv").getParent();
        environment.put("ZDOTDIR", String.valueOf(zsh));
        yield new ShellIntegration(
            launch.login() ? List.of(shell, "-l", "-i") : List.of(shell, "-i"),
            environment,
            nonce,
            List.of(zsh));
      }
      case "fish" -> {
        var file = ShellFiles.file("marks.fish");
        var marks = "source " + quoted(file);
        yield new ShellIntegration(
            launch.login()
                ? List.of(shell, "-l", "-i", "-C", marks)
                : List.of(shell, "-i", "-C", marks),
            environment,
            nonce,
            List.of(file));
      }
      default ->
          new ShellIntegration(
              launch.login() ? List.of(shell, "-l") : List.of(shell), Map.of(), nonce, List.of());
    };
  }

  /** The file that the shell reads and empties. */
  List<Path> taken() {
    return environment.containsKey(NONCE_FILE)
        ? List.of(Path.of(environment.get(NONCE_FILE)))
        : List.of();
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
