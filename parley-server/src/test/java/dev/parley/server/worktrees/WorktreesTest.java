package dev.parley.server.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Worktrees in a real repository. */
@Timeout(120)
final class WorktreesTest {
  @TempDir Path folder;
  private Path repository;
  private Worktrees worktrees;

  @BeforeEach
  void makeRepository() throws IOException {
    repository = Files.createDirectory(folder.toRealPath().resolve("project"));
    worktrees = new Worktrees(Files.createDirectory(folder.resolve("state")));
    git(repository, "init", "--quiet", "--initial-branch=main");
    git(repository, "config", "user.name", "Somebody");
    git(repository, "config", "user.email", "somebody@example.org");
    Files.createDirectory(repository.resolve("sub"));
    commit(repository, "sub/file", "one");
  }

  private static String git(Path where, String... arguments) {
    var ran = new Git(where).run(arguments);
    assertThat(ran.well()).as(ran.words()).isTrue();
    return ran.line();
  }

  private static void commit(Path where, String file, String text) throws IOException {
    Files.writeString(where.resolve(file), text);
    git(where, "add", "--all");
    git(where, "commit", "--quiet", "-m", text);
  }

  @Test
  void oneIsMadeBesideTheRepositoryAndRemovedWithItsBranchWhenNothingIsLost() {
    var made = worktrees.make(repository.resolve("sub"), "", "fix-1");
    worktrees.bind("s1", made);
    assertThat(made)
        .isEqualTo(
            new Worktree(
                repository,
                repository.resolveSibling("project.worktrees").resolve("parley-fix-1"),
                "parley/fix-1",
                true));
    assertThat(made.path().resolve("sub/file")).hasContent("one");
    assertThat(git(made.path(), "branch", "--show-current")).isEqualTo("parley/fix-1");

    assertThat(worktrees.release("s1")).contains("removed the worktree " + made.path());
    assertThat(made.path()).doesNotExist();
    assertThat(made.path().getParent()).doesNotExist();
    assertThat(git(repository, "branch", "--list", "parley/*")).isEmpty();
    assertThat(worktrees.release("s1")).isEmpty();
  }

  @Test
  void changesAreWhatIsCommittedOnTheBranchAndWhatIsNotYet() throws IOException {
    var made = worktrees.make(repository, "", "fix-1");
    worktrees.bind("s1", made);
    commit(made.path(), "sub/file", "two\n");
    Files.writeString(made.path().resolve("new ä"), "not added\n");
    commit(repository, "elsewhere", "on main meanwhile");
    var status = git(made.path(), "status", "--porcelain");

    var changes = worktrees.changes("s1").orElseThrow();

    assertThat(changes.base()).isEqualTo(git(repository, "rev-parse", "HEAD~1"));
    assertThat(changes.diff())
        .contains("+++ b/new ä", "\n+not added\n", "+++ b/sub/file", "\n-one\n", "\n+two\n")
        .doesNotContain("meanwhile");
    assertThat(changes.cut()).isFalse();
    assertThat(git(made.path(), "status", "--porcelain")).isEqualTo(status);
    assertThat(worktrees.changes("s2")).isEmpty();
  }

  @Test
  void aLongDiffIsCutAtALine() throws IOException {
    var made = worktrees.make(repository, "", "fix-1");
    worktrees.bind("s1", made);
    Files.writeString(made.path().resolve("long"), "a line of some length\n".repeat(100_000));

    var changes = worktrees.changes("s1").orElseThrow();

    assertThat(changes.cut()).isTrue();
    assertThat(changes.diff()).endsWith("\n+a line of some length\n").hasSizeLessThan(1 << 20);
  }

  /** A sandbox may let a program write into its worktree, and must not let it run anything here. */
  @Test
  void whatAProgramWritesIntoItsWorktreeLeadsGitNowhereElse() throws IOException {
    var made = worktrees.make(repository, "", "fix-1");
    worktrees.bind("s1", made);
    var ran = folder.resolve("ran");
    var own = made.path().resolve("own");
    git(made.path(), "init", "--quiet", own.toString());
    git(own, "config", "core.fsmonitor", "touch " + ran);
    Files.writeString(made.path().resolve(".git"), "gitdir: " + own.resolve(".git") + "\n");

    assertThat(worktrees.changes("s1").orElseThrow().diff()).doesNotContain("gitdir");
    assertThat(worktrees.release("s1").orElseThrow()).startsWith("kept");
    assertThat(ran).doesNotExist();
  }

  @Test
  void whatIsNotCommittedIsKept() throws IOException {
    var made = worktrees.make(repository, "", "");
    worktrees.bind("s1", made);
    Files.writeString(made.path().resolve("new"), "not added");
    assertThat(worktrees.release("s1").orElseThrow())
        .startsWith("kept the worktree " + made.path())
        .contains("not committed");
    assertThat(made.path().resolve("new")).exists();
  }

  @Test
  void commitsThatAreNowhereElseAreKeptUntilTheyAreMerged() throws IOException {
    var made = worktrees.make(repository, "feature", "");
    worktrees.bind("s1", made);
    commit(made.path(), "more", "work");
    assertThat(worktrees.release("s1").orElseThrow()).contains("feature has commits");
    assertThat(made.path()).exists();

    git(repository, "merge", "--quiet", "feature");
    assertThat(worktrees.release("s1").orElseThrow()).startsWith("removed");
    assertThat(repository.resolve("more")).hasContent("work");
    assertThat(git(repository, "branch", "--list", "feature")).isEmpty();
  }

  @Test
  void aBranchThatWasThereBeforeStaysWithItsCommits() throws IOException {
    git(repository, "branch", "old");
    var made = worktrees.make(repository, "old", "");
    worktrees.bind("s1", made);
    commit(made.path(), "more", "work");
    assertThat(worktrees.release("s1").orElseThrow()).startsWith("removed");
    assertThat(git(repository, "show", "old:more")).isEqualTo("work");
  }

  @Test
  void commitsOfADetachedHeadAreKept() throws IOException {
    var made = worktrees.make(repository, "", "");
    worktrees.bind("s1", made);
    git(made.path(), "checkout", "--quiet", "--detach");
    commit(made.path(), "more", "work");
    assertThat(worktrees.release("s1").orElseThrow()).startsWith("kept");
  }

  @Test
  void anUnfinishedMergeIsKept() throws IOException {
    var made = worktrees.make(repository, "feature", "");
    worktrees.bind("s1", made);
    commit(repository, "sub/file", "two");
    git(made.path(), "merge", "--no-commit", "--no-ff", "-s", "ours", "main");
    assertThat(worktrees.release("s1").orElseThrow()).startsWith("kept");
  }

  @Test
  void twoOfOneNameGetBranchesOfTheirOwn() {
    var one = worktrees.make(repository, "", "fix");
    var other = worktrees.make(repository, "", "fix");
    assertThat(other.branch()).startsWith("parley/fix-");
    worktrees.drop(one);
    worktrees.drop(other);
    assertThat(git(repository, "worktree", "list").lines()).hasSize(1);
  }

  @Test
  void theyAreKnownToTheNextProcess() {
    var made = worktrees.make(repository, "", "");
    worktrees.bind("s1", made);
    assertThat(new Worktrees(folder.resolve("state")).of("s1")).contains(made);
  }

  @Test
  void whatCannotBeDoneIsRefusedWithAReason() throws IOException {
    refuses(folder.resolve("state"), "", "no git repository");
    refuses(folder.resolve("nowhere"), "", "no folder");
    refuses(repository, "main", "checked out at " + repository);
    refuses(repository, "-b", "cannot be a branch");
    refuses(repository, "a..b", "cannot be a branch");
    var made = worktrees.make(repository, "taken", "");
    refuses(repository, "taken", "checked out at " + made.path());

    var empty = Files.createDirectory(folder.resolve("empty"));
    git(empty, "init", "--quiet");
    refuses(empty, "", "no commit yet");

    Files.createDirectories(repository.resolveSibling("project.worktrees").resolve("there"));
    refuses(repository, "there", "is there already");
    assertThat(git(repository, "branch", "--list", "there")).isEmpty();
  }

  private void refuses(Path directory, String branch, String why) {
    assertThatThrownBy(() -> worktrees.make(directory, branch, ""))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }
}
