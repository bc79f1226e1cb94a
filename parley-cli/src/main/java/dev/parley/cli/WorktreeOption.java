package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code --worktree[=BRANCH]}: a worktree of git that a session has for itself. */
final class WorktreeOption {
  /** A branch is written with an equals sign; what else follows is the program to start. */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        words.push("");
      }
      return false;
    }
  }

  @Option(
      names = "--worktree",
      arity = "0..1",
      paramLabel = "BRANCH",
      fallbackValue = "",
      preprocessor = OnlyAttached.class,
      description =
          "Start it in a git worktree of its own beside the repository, on this branch or a new"
              + " one; closing the session removes it if nothing would be lost.")
  @Nullable String branch;

  /**
   * Starts something, in a worktree where one is asked for; what could not be started leaves none.
   *
   * @param directory where it would start otherwise
   * @param start returns the answer of the daemon, with the session's id
   */
  <T> T start(
      ParleyClient client,
      Path directory,
      String name,
      RemoteLaunch launch,
      Function<RemoteLaunch, T> start,
      Function<T, String> id) {
    if (branch == null) {
      return start.apply(launch);
    }
    var made =
        client.call(
            "worktree_make",
            ParleyClient.object()
                .put("directory", directory.toString())
                .put("branch", branch)
                .put("name", name));
    T started;
    try {
      started = start.apply(launch.in(inside(made, directory)));
    } catch (ClientException refused) {
      client.call("worktree_drop", ParleyClient.object().set("worktree", made));
      throw refused;
    }
    client.call(
        "worktree_bind",
        ParleyClient.object().put("session", id.apply(started)).set("worktree", made));
    return started;
  }

  /** The same folder in the worktree, as far as it is part of the repository. */
  private static Path inside(JsonNode made, Path directory) {
    var path = Path.of(made.path("path").asString());
    var repository = Path.of(made.path("repository").asString());
    try {
      var real = directory.toRealPath(); // git knows no links
      var same = real.startsWith(repository) ? path.resolve(repository.relativize(real)) : path;
      return Files.isDirectory(same) ? same : path;
    } catch (IOException gone) {
      return path;
    }
  }
}
