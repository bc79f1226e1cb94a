package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * How a shell is started so that it marks its prompts and commands, without touching any file of
 * the user's.
 *
 * @param command the shell with the arguments that bring the marks
 * @param environment what the marks need on top
 * @param nonce what every mark will carry
 */
record ShellIntegration(List<String> command, Map<String, String> environment, String nonce) {

  /** Starts a launch as it is, or its shell with marks. */
  static ShellIntegration of(Launch launch) {
    var nonce = UUID.randomUUID().toString().replace("-", "");
    if (!launch.interactiveShell() || !launch.target().equals(Target.LOCAL)) {
      return new ShellIntegration(launch.command(), Map.of(), nonce);
    }
    var shell = launch.command().getFirst();
    var environment = new HashMap<String, String>();
    environment.put("PARLEY_NONCE", nonce);
    return switch (Path.of(shell).getFileName().toString()) {
      case "bash" -> {
        if (launch.login()) {
          environment.put("PARLEY_LOGIN", "1");
        }
        yield new ShellIntegration(
            List.of(shell, "--rcfile", file("marks.bash").toString(), "-i"), environment, nonce);
      }
      case "zsh" -> {
        var users = System.getenv("ZDOTDIR");
        if (users != null) {
          environment.put("PARLEY_USER_ZDOTDIR", users);
        }
        file("zsh/.zshenv");
        environment.put("ZDOTDIR", Folder.PATH.resolve("zsh").toString());
        yield new ShellIntegration(
            launch.login() ? List.of(shell, "-l", "-i") : List.of(shell, "-i"), environment, nonce);
      }
      case "fish" -> {
        var marks = "source " + quoted(file("marks.fish"));
        yield new ShellIntegration(
            launch.login()
                ? List.of(shell, "-l", "-i", "-C", marks)
                : List.of(shell, "-i", "-C", marks),
            environment,
            nonce);
      }
      default ->
          new ShellIntegration(
              launch.login() ? List.of(shell, "-l") : List.of(shell), Map.of(), nonce);
    };
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** The shell files as files, in a folder of this process that only the user can enter. */
  private static Path file(String name) {
    var target = Folder.PATH.resolve(name);
    try {
      if (!Files.exists(target)) {
        Files.createDirectories(Folder.PATH.resolve(name).resolveSibling(""));
        var scratch = Files.createTempFile(Folder.PATH, "marks", null);
        try (var source = ShellIntegration.class.getResourceAsStream("shell/" + name)) {
          if (source == null) {
            throw new IllegalStateException("The shell file " + name + " is not in the jar");
          }
          Files.copy(source, scratch, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(scratch, target, StandardCopyOption.ATOMIC_MOVE);
      }
      return target;
    } catch (FileAlreadyExistsException raced) {
      return target;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Made at the first shell; one a process. */
  private static final class Folder {
    static final Path PATH = make();

    private static Path make() {
      try {
        var folder =
            Files.createTempDirectory(
                "parley-shell-",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        return folder;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    private static void delete(Path folder) {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException left) {
        // A folder left in the temporary files harms nobody.
      }
    }
  }
}
