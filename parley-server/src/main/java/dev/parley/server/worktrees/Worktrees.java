package dev.parley.server.worktrees;

import dev.parley.server.access.PrivateFile;
import dev.parley.server.access.RandomText;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;

/**
 * The worktrees of sessions. One is made beside the repository before its session starts, bound to
 * the session once it has, and removed when the session is closed and nothing would be lost: all is
 * committed, and every commit is on another branch, a tag or a remote.
 */
public final class Worktrees {
  private static final Logger LOG = Logger.getLogger(Worktrees.class.getName());

  /** What git keeps while somebody is in the middle of something. */
  private static final List<String> UNFINISHED =
      List.of("MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD");

  private static final int LONGEST_DIFF = 1 << 20;

  private final Path file;

  public Worktrees(Path folder) {
    this.file = folder.resolve("worktrees.json");
  }

  /**
   * Makes a worktree for a session to come.
   *
   * @param directory somewhere in the repository
   * @param branch a branch there is, or one to be made; empty for a new one
   * @param name the session's; empty for none
   * @throws Refusal when it cannot be made; nothing was
   */
  public Worktree make(Path directory, String branch, String name) {
    if (!Files.isDirectory(directory)) {
      throw refused("There is no folder %s".formatted(directory), "Name one with --cwd");
    }
    var top = new Git(directory).run("rev-parse", "--show-toplevel");
    if (!top.well() || top.line().isEmpty()) {
      throw refused(
          "%s is in no git repository with files".formatted(directory),
          "Start it in one, or without --worktree");
    }
    var git = new Git(Path.of(top.line()));
    if (!git.run("rev-parse", "--verify", "--quiet", "HEAD").well()) {
      throw refused("The repository has no commit yet", "Commit something first");
    }
    var chosen = branch.isEmpty() ? freeBranch(git, name) : branch;
    if (!git.run("check-ref-format", "--branch", chosen).well() || chosen.startsWith("-")) {
      throw refused("'%s' cannot be a branch".formatted(chosen), "Choose another name for it");
    }
    var there = git.run("show-ref", "--verify", "--quiet", "refs/heads/" + chosen).well();
    if (there) {
      checkedOutAt(git, chosen)
          .ifPresent(
              place -> {
                throw refused(
                    "The branch %s is checked out at %s".formatted(chosen, place),
                    "Choose another branch, or start the session there with --cwd");
              });
    }
    var path = place(git.folder(), chosen);
    var made =
        there
            ? git.run("worktree", "add", "--", path.toString(), chosen)
            : git.run("worktree", "add", "-b", chosen, "--", path.toString(), "HEAD");
    if (!made.well()) {
      throw refused("git made no worktree: " + lastLine(made.words()), "Choose another branch");
    }
    return new Worktree(git.folder(), path, chosen, !there);
  }

  /** Beside the repository, where neither git nor an editor takes it for a part of it. */
  private static Path place(Path repository, String branch) {
    var path =
        repository
            .resolveSibling(repository.getFileName() + ".worktrees")
            .resolve(branch.replace('/', '-'));
    if (Files.exists(path)) {
      throw refused("%s is there already".formatted(path), "Remove it, or choose another branch");
    }
    return path;
  }

  private static String freeBranch(Git git, String name) {
    var wished = "parley/" + (name.isEmpty() ? random() : name);
    return git.run("show-ref", "--verify", "--quiet", "refs/heads/" + wished).well()
        ? wished + "-" + random()
        : wished;
  }

  private static String random() {
    return RandomText.ofBits(64).replaceAll("[-_]", "x").substring(0, 6).toLowerCase(Locale.ROOT);
  }

  private static Optional<String> checkedOutAt(Git git, String branch) {
    var place = "";
    for (var line : git.run("worktree", "list", "--porcelain").words().lines().toList()) {
      if (line.startsWith("worktree ")) {
        place = line.substring("worktree ".length());
      } else if (line.equals("branch refs/heads/" + branch)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** Gives a worktree to a session. */
  public synchronized void bind(String session, Worktree worktree) {
    var all = read();
    all.put(session, worktree);
    write(all);
  }

  /** The worktree of a session. */
  public synchronized Optional<Worktree> of(String session) {
    return Optional.ofNullable(read().get(session));
  }

  /**
   * What a session has changed in its worktree, committed or not; empty where it has none.
   *
   * @throws Refusal when git cannot say
   */
  public Optional<Changes> changes(String session) {
    return of(session).map(Worktrees::changes);
  }

  private static Changes changes(Worktree worktree) {
    var gitFolder =
        gitFolder(worktree)
            .orElseThrow(
                () -> refused(worktree.path() + " is no worktree any more", "Look at its branch"));
    var git = Git.in(worktree.path(), gitFolder);
    var there = new Git(worktree.repository()).run("rev-parse", "--verify", "HEAD");
    var base = git.run("merge-base", "HEAD", there.line());
    if (!base.well()) {
      throw refused("git finds nothing to compare with: " + lastLine(base.words()), "");
    }
    // Files that git does not know yet are shown too; they are noted in an index that is thrown
    // away.
    try {
      var folder = Files.createTempDirectory("parley-index");
      var index = folder.resolve("index");
      try {
        Files.copy(gitFolder.resolve("index"), index);
        var all = git.indexing(index);
        var unused = all.run("add", "--intent-to-add", "--all");
        var diff = all.upTo(LONGEST_DIFF, diff(base.line()));
        if (!diff.well()) {
          throw refused("git shows no changes: " + lastLine(diff.words()), "");
        }
        return new Changes(worktree, base.line(), diff.words(), diff.cut());
      } finally {
        Files.deleteIfExists(index);
        Files.deleteIfExists(folder);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("The changes cannot be read", failed);
    }
  }

  /** Plain text, and no program that a file of the worktree asks for. */
  private static String[] diff(String base) {
    return new String[] {
      "-c",
      "core.quotepath=false",
      "diff",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--ignore-submodules=all",
      "--find-renames",
      "--src-prefix=a/",
      "--dst-prefix=b/",
      base
    };
  }

  /** Where the repository keeps what it knows of a worktree; asked of the repository alone. */
  private static Optional<Path> gitFolder(Worktree worktree) {
    var common = new Git(worktree.repository()).run("rev-parse", "--git-common-dir");
    var all = worktree.repository().resolve(common.line()).resolve("worktrees");
    var wanted = worktree.path().resolve(".git").toString();
    try (var folders = Files.list(all)) {
      return folders.filter(folder -> leadsTo(folder, wanted)).findFirst();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  private static boolean leadsTo(Path folder, String wanted) {
    try {
      return Files.readString(folder.resolve("gitdir")).strip().equals(wanted);
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Removes a worktree that no session has got after all. */
  public void drop(Worktree worktree) {
    var unused = remove(worktree);
  }

  /**
   * Removes the worktree of a session that is over, if nothing would be lost.
   *
   * @return what became of it, for people; empty where the session has none
   */
  public synchronized Optional<String> release(String session) {
    var all = read();
    var worktree = all.get(session);
    if (worktree == null) {
      return Optional.empty();
    }
    if (!Files.isDirectory(worktree.path())) {
      all.remove(session);
      write(all);
      return Optional.empty();
    }
    var kept = whatWouldBeLost(worktree).or(() -> remove(worktree));
    if (kept.isPresent()) {
      return Optional.of("kept the worktree %s: %s".formatted(worktree.path(), kept.get()));
    }
    all.remove(session);
    write(all);
    return Optional.of("removed the worktree " + worktree.path());
  }

  private static Optional<String> whatWouldBeLost(Worktree worktree) {
    var gitFolder = gitFolder(worktree);
    if (gitFolder.isEmpty()) {
      return Optional.of("git does not know it any more");
    }
    var git = Git.in(worktree.path(), gitFolder.get());
    var status = git.run("status", "--porcelain");
    if (!status.well()) {
      return Optional.of("git cannot read it");
    }
    if (!status.words().isBlank()) {
      return Optional.of("it has changes that are not committed");
    }
    for (var head : UNFINISHED) {
      if (git.run("rev-parse", "--verify", "--quiet", head).well()) {
        return Optional.of("it is in the middle of a merge or a rebase");
      }
    }
    var own =
        git.run(
            "rev-list",
            "--max-count=1",
            "HEAD",
            "refs/heads/" + worktree.branch(),
            "--not",
            "--exclude=" + worktree.branch(),
            "--branches",
            "--remotes",
            "--tags");
    // A branch that was there before stays, with all its commits.
    var safe =
        worktree.madeBranch()
            ? own
            : git.run(
                "rev-list", "--max-count=1", "HEAD", "--not", "--branches", "--remotes", "--tags");
    return safe.well() && safe.words().isBlank()
        ? Optional.empty()
        : Optional.of(
            "its branch %s has commits that are nowhere else".formatted(worktree.branch()));
  }

  /** Removes it and the branch that was made for it; why not, where git refuses. */
  private static Optional<String> remove(Worktree worktree) {
    var git = new Git(worktree.repository());
    var removed = git.run("worktree", "remove", worktree.path().toString());
    if (!removed.well()) {
      return Optional.of(lastLine(removed.words()));
    }
    if (worktree.madeBranch()) {
      var unused = git.run("branch", "-D", worktree.branch());
    }
    try {
      Files.delete(worktree.path().getParent());
    } catch (IOException othersAreThere) {
      // Then the folder stays for them.
    }
    return Optional.empty();
  }

  private static String lastLine(String words) {
    return words.lines().reduce("", (_, line) -> line);
  }

  private Map<String, Worktree> read() {
    var all = new LinkedHashMap<String, Worktree>();
    try {
      for (var field : Json.parse(Files.readString(file)).properties()) {
        var one = field.getValue();
        all.put(
            field.getKey(),
            new Worktree(
                Path.of(one.path("repository").asString("")),
                Path.of(one.path("path").asString("")),
                one.path("branch").asString(""),
                one.path("made_branch").asBoolean(false)));
      }
    } catch (NoSuchFileException none) {
      // No session has one.
    } catch (IOException | JacksonException unreadable) {
      LOG.log(Level.WARNING, "{0} cannot be read: {1}", new Object[] {file, unreadable});
    }
    return all;
  }

  private void write(Map<String, Worktree> all) {
    var fields = Json.object();
    all.forEach(
        (session, one) ->
            fields
                .putObject(session)
                .put("repository", one.repository().toString())
                .put("path", one.path().toString())
                .put("branch", one.branch())
                .put("made_branch", one.madeBranch()));
    try {
      PrivateFile.write(file, Json.text(fields) + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("The worktrees cannot be kept in " + file, failed);
    }
  }

  private static Refusal refused(String sentence, String instead) {
    return new Refusal(Refusal.Code.BAD_INPUT, sentence, instead);
  }
}
