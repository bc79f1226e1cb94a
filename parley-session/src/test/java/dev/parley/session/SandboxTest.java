package dev.parley.session;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions in sandboxes: what they can still do. */
class SandboxTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private Path home = Path.of("");
  private Path workspace = Path.of("");
  private Sessions sessions = Sessions.shared();
  private @Nullable SandboxHome made;

  @BeforeEach
  void prepare() throws Exception {
    made = SandboxHome.make();
    home = made.folder();
    workspace = made.workspace();
    sessions = made.sessions();
  }

  @AfterEach
  void tidy() throws Exception {
    requireNonNull(made).tidy();
  }

  private Session start(String profile, String... command) {
    return sessions.start(
        Launch.of(command).in(workspace).sandboxed(SandboxProfile.named(profile)));
  }

  private Turn ran(String profile, String script) {
    var session = start(profile, "bash", "-c", script);
    return session.await(Expectation.exit().within(LONG), View.everything(), 0);
  }

  @Test
  void aShellMarksItsPromptsAndItsJobsObey() {
    var shell =
        sessions.start(Launch.shell("/bin/bash").in(workspace).sandboxed(SandboxProfile.WORKSPACE));
    assertThat(shell.await(Expectation.turn().within(LONG)).state())
        .isInstanceOf(SessionState.Ready.class);
    assertThat(shell.run("echo made > here; false", LONG).exitCode()).hasValue(1);
    assertThat(workspace.resolve("here")).hasContent("made");

    shell.send(Input.line("cat"), Expectation.turn().within(LONG));
    assertThat(shell.foreground().orElseThrow().name()).isEqualTo("cat");
    var stopped = shell.send(Input.keys(List.of("ctrl+z")), Expectation.command().within(LONG));
    assertThat(stopped.output()).contains("Stopped");
    assertThat(shell.send(Input.line("jobs"), Expectation.command().within(LONG)).output())
        .contains("cat");
    shell.resize(77, 22);
    assertThat(shell.run("stty size", LONG).output()).isEqualTo("22 77\n");
  }

  @Test
  void theStateIsKnownInside() {
    var python = start("read-only", "python3", "-q");
    var turn = python.await(Expectation.turn().within(LONG));

    assertThat(turn.state()).isInstanceOf(SessionState.Waiting.class);
    assertThat(python.verdict().confidence()).isEqualTo(Confidence.HIGH);
    assertThat(python.send(Input.line("6 * 7")).output()).isEqualTo("42\n");
  }

  @Test
  void controlKeysReachTheProgramAlone() {
    var python = start("workspace", "python3", "-q");
    python.await(Expectation.turn().within(LONG));
    assertThat(python.foreground().orElseThrow().name()).startsWith("python3");

    python.send(
        Input.keys(List.of("ctrl+c")), Expectation.pattern("KeyboardInterrupt").within(LONG));
    python.await(Expectation.input().within(LONG));
    assertThat(python.send(Input.line("6 * 7")).output()).isEqualTo("42\n");
    python.send(Input.keys(List.of("ctrl+z")), Expectation.turn().within(LONG));
    assertThat(python.send(Input.line("6 * 8")).output()).contains("48\n");
  }

  @Test
  void aScriptWithoutAFirstLineRunsByTheShell() throws IOException {
    var script = Files.writeString(workspace.resolve("plain"), "echo by $1\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    var turn =
        start("workspace", script.toString(), "hand")
            .await(Expectation.exit().within(LONG), View.everything(), 0);

    assertThat(turn.output()).isEqualTo("by hand\n");
  }

  @Test
  void endsAreTheSameAsOutside() {
    assertThat(ran("workspace", "exit 7").state()).isEqualTo(ran("none", "exit 7").state());
    assertThat(ran("workspace", "kill -KILL $$").state())
        .isEqualTo(ran("none", "kill -KILL $$").state());
    assertThat(ran("workspace", "exit 137").state()).isEqualTo(ran("none", "exit 137").state());
    assertThat(ran("workspace", "echo $0").output()).isEqualTo(ran("none", "echo $0").output());
    assertThatThrownBy(() -> start("workspace", "no-such-command"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("There is no command 'no-such-command'");
    assertThatThrownBy(
            () ->
                sessions.start(
                    Launch.of("true")
                        .in(Path.of("/no/such/folder"))
                        .sandboxed(SandboxProfile.WORKSPACE)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("There is no directory");
  }

  @Test
  void nothingIsLeftWhenItIsClosed() {
    var session = start("workspace", "bash", "-c", "setsid nohup sleep 54321 & echo begun; cat");
    session.await(Expectation.pattern("begun").within(LONG), View.everything(), 0);
    session.close();
    session.await(Expectation.exit().within(LONG));

    assertThat(ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse("")))
        .noneMatch(line -> line.contains("sleep 54321"));
  }

  @Test
  void aWorkspaceIsNoHomeAndNothingHidden() throws IOException {
    Files.createDirectories(home.resolve(".ssh"));
    assertThatThrownBy(() -> startIn(home)).hasMessageContaining("whole home");
    assertThatThrownBy(() -> startIn(Path.of("/"))).hasMessageContaining("whole home");
    assertThatThrownBy(() -> startIn(home.resolve(".ssh"))).hasMessageContaining("hides");
    assertThatThrownBy(() -> startIn(Path.of("/proc"))).hasMessageContaining("workspace");
  }

  private Session startIn(Path folder) {
    return sessions.start(Launch.of("true").in(folder).sandboxed(SandboxProfile.WORKSPACE));
  }

  @Test
  void theWorkspacesOwnRepositoryIsFoundBesideVeryManyFiles() throws Exception {
    for (var number = 0; number < 21_000; number++) {
      Files.createFile(workspace.resolve(".a" + number));
    }
    var repository = git(workspace);

    var turn = ran("workspace", "echo no > .git/hooks/pre-commit");

    assertThat(turn.output()).contains("Read-only file system");
    assertThat(repository.resolve("hooks/pre-commit")).doesNotExist();
  }

  @Test
  void variablesWithSecretsStayOutUnlessTheyWereGiven() {
    var session =
        sessions.start(
            Launch.of("sh", "-c", "env")
                .in(workspace)
                .with(Map.of("MY_TOKEN", "given"))
                .sandboxed(SandboxProfile.WORKSPACE));
    var turn = session.await(Expectation.exit().within(LONG), View.everything(), 0);
    var names =
        turn.output()
            .lines()
            .map(line -> line.replaceAll("=.*", ""))
            .collect(toCollection(TreeSet::new));

    assertThat(names).contains("MY_TOKEN", "PATH", "TERM").doesNotContain("SSH_AUTH_SOCK");
  }

  @Test
  void whatAProfileIsWithin() {
    assertThat(SandboxProfile.READ_ONLY.isWithin(SandboxProfile.WORKSPACE)).isTrue();
    assertThat(SandboxProfile.WORKSPACE_NET.isWithin(SandboxProfile.WORKSPACE)).isFalse();
    assertThat(SandboxProfile.OFFLINE.isWithin(SandboxProfile.WORKSPACE_NET)).isFalse();
    assertThat(SandboxProfile.NONE.isWithin(SandboxProfile.OFFLINE)).isFalse();
    assertThat(SandboxProfile.OFFLINE.isWithin(SandboxProfile.NONE)).isTrue();
  }

  private static Path git(Path folder) throws Exception {
    var made =
        new ProcessBuilder("git", "init", "-q", "--template=", folder.toString())
            .inheritIO()
            .start();
    assertThat(made.waitFor()).isZero();
    return folder.resolve(".git");
  }
}
