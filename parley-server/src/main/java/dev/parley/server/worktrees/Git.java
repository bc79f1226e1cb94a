package dev.parley.server.worktrees;

import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The user's own git, in one folder. */
record Git(Path folder) {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** What a run of git came to; {@code words} is what it printed, or complained of if it failed. */
  record Ran(boolean well, String words) {
    /** What it printed in one line, without the line end. */
    String line() {
      return words.strip();
    }
  }

  /** Runs git to its end. */
  Ran run(String... arguments) {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile());
    // Ours may come from a hook of another repository.
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    try {
      var git = builder.start();
      var complaint = inBackground(git.getErrorStream());
      var printed = inBackground(git.getInputStream());
      if (!git.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        git.destroyForcibly();
        return new Ran(false, "git took too long");
      }
      return git.exitValue() == 0
          ? new Ran(true, printed.join())
          : new Ran(false, complaint.join().strip().replaceFirst("^(fatal|error): ", ""));
    } catch (IOException missing) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE, "git cannot be run here", "Install git, or use --cwd");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new Ran(false, "git was interrupted");
    }
  }

  private static CompletableFuture<String> inBackground(InputStream from) {
    var all = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (from) {
                all.complete(new String(from.readAllBytes(), StandardCharsets.UTF_8));
              } catch (IOException gone) {
                all.completeExceptionally(new UncheckedIOException(gone));
              }
            });
    return all;
  }
}
