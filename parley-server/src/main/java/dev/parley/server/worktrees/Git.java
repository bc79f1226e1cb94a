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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The user's own git, in one folder.
 *
 * @param where which repository, if git is not to find it by itself
 * @param environment set for it
 */
record Git(Path folder, List<String> where, Map<String, String> environment) {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** More than any answer has that is looked at. */
  private static final int MOST = 4 << 20;

  Git(Path folder) {
    this(folder, List.of(), Map.of());
  }

  /**
   * Git in a worktree of a repository that is known. What a program writes into the worktree's own
   * {@code .git} must not lead it to another, whose configuration could name commands to run.
   */
  static Git in(Path worktree, Path gitFolder) {
    return new Git(
        worktree,
        List.of("--git-dir=" + gitFolder, "--work-tree=" + worktree, "-c", "core.fsmonitor=false"),
        Map.of());
  }

  /** The same with another index. */
  Git indexing(Path file) {
    return new Git(folder, where, Map.of("GIT_INDEX_FILE", file.toString()));
  }

  /**
   * What a run of git came to.
   *
   * @param words what it printed, or complained of if it failed
   * @param cut whether it printed more than was read
   */
  record Ran(boolean well, String words, boolean cut) {
    /** What it printed in one line, without the line end. */
    String line() {
      return words.strip();
    }
  }

  /** Runs git to its end. */
  Ran run(String... arguments) {
    return upTo(MOST, arguments);
  }

  /** Runs git until its end, or until it has printed so many bytes; then to the last line end. */
  Ran upTo(int most, String... arguments) {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(where);
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectInput(Path.of("/dev/null").toFile());
    // Ours may come from a hook of another repository.
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().putAll(environment);
    try {
      var git = builder.start();
      var complaint = inBackground(git.getErrorStream(), MOST);
      var printed = inBackground(git.getInputStream(), most + 1);
      if (!git.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        git.destroyForcibly();
        return failed("git took too long");
      }
      var words = printed.join();
      if (words.length > most) {
        return new Ran(true, wholeLines(words, most), true);
      }
      return git.exitValue() == 0
          ? new Ran(true, new String(words, StandardCharsets.UTF_8), false)
          : failed(
              new String(complaint.join(), StandardCharsets.UTF_8)
                  .strip()
                  .replaceFirst("^(fatal|error): ", ""));
    } catch (IOException missing) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE, "git cannot be run here", "Install git, or use --cwd");
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return failed("git was interrupted");
    }
  }

  private static Ran failed(String words) {
    return new Ran(false, words, false);
  }

  private static String wholeLines(byte[] bytes, int most) {
    var end = most;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** Git ends when it writes to what is closed. */
  private static CompletableFuture<byte[]> inBackground(InputStream from, int most) {
    var all = new CompletableFuture<byte[]>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (from) {
                all.complete(from.readNBytes(most));
              } catch (IOException gone) {
                all.completeExceptionally(new UncheckedIOException(gone));
              }
            });
    return all;
  }
}
