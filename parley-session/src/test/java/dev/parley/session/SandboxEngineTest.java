package dev.parley.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which engine holds a sandbox, on hosts that lack one thing or another. */
@Timeout(120)
class SandboxEngineTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private Path folder = Path.of("");
  private Path workspace = Path.of("");
  private Sessions sessions = Sessions.shared();
  private @Nullable SandboxHome home;

  @BeforeEach
  void prepare() throws Exception {
    home = SandboxHome.make();
    folder = home.folder();
    workspace = home.workspace();
    sessions = home.sessions();
  }

  @AfterEach
  void tidy() throws Exception {
    requireNonNull(home).tidy();
  }

  private Session start(SandboxProfile profile, String... command) {
    return sessions.start(Launch.of(command).in(workspace).sandboxed(profile));
  }

  private Turn ran(String script) {
    return start(SandboxProfile.WORKSPACE, "bash", "-c", script)
        .await(Expectation.exit().within(LONG), View.everything(), 0);
  }

  @Test
  void bubblewrapComesFirst() {
    assertThat(start(SandboxProfile.WORKSPACE, "true").keepers().sandbox()).hasValue("bwrap");
    assertThat(start(SandboxProfile.NONE, "true").keepers().sandbox()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-only", "workspace", "workspace+net", "offline"})
  void landlockTakesItsPlace(String profile) {
    SandboxHome.withoutBwrap();
    assertThat(start(SandboxProfile.named(profile), "true").keepers().sandbox())
        .hasValue("landlock");
  }

  @Test
  void alsoWhereBubblewrapCannotWork() throws IOException {
    var bwrap =
        Files.writeString(
            folder.resolve("bwrap"),
            "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n");
    assertThat(bwrap.toFile().setExecutable(true)).isTrue();
    SandboxHome.withBwrap(bwrap.toString());

    assertThat(start(SandboxProfile.READ_ONLY, "true").keepers().sandbox()).hasValue("landlock");
  }

  /** The program's first moments are those of the sandbox, and keys typed then are its own. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ctrlCBeforeTheProgramHasBegunReachesIt(boolean bubblewrap) {
    if (!bubblewrap) {
      SandboxHome.withoutBwrap();
    }
    for (var round = 0; round < 5; round++) {
      var session = start(SandboxProfile.WORKSPACE, "sleep", "1000");

      var turn = session.send(Input.keys(List.of("ctrl+c")), Expectation.exit().within(LONG));

      assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Killed(2, "SIGINT")));
    }
  }

  /** Everything in a session is killed at once, and who would tell how the program ended too. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeathBySignalIsOneAlsoWhenNobodyInsideIsLeftToTell(boolean bubblewrap) {
    if (!bubblewrap) {
      SandboxHome.withoutBwrap();
    }
    var session = start(SandboxProfile.WORKSPACE, "cat");
    session.send(Input.line("there"), Expectation.text("there").within(LONG));

    var innermost =
        ProcessHandle.of(session.pid())
            .orElseThrow()
            .descendants()
            .filter(one -> one.children().findAny().isEmpty())
            .toList();
    assertThat(innermost).hasSize(1);
    innermost.getFirst().parent().orElseThrow().destroyForcibly();

    assertThat(session.await(Expectation.exit().within(LONG)).state())
        .isEqualTo(new SessionState.Exited(new Exit.Killed(9, "SIGKILL")));
  }

  @Test
  void withNeitherItIsRefusedWithWhatEachLacks() {
    SandboxHome.withoutBwrap();
    System.setProperty("parley.inside", "/there/is/none");

    assertThatThrownBy(() -> start(SandboxProfile.READ_ONLY, "touch", "/never"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("bwrap: there is no bwrap on this host")
        .hasMessageContaining("landlock: there is no parley-inside");
    assertThat(sessions.list()).isEmpty();
  }

  @Test
  void landlockRefusesWhatItCannotHold() throws Exception {
    SandboxHome.withoutBwrap();
    var hosts =
        new SandboxProfile(
            "listed",
            SandboxProfile.Writing.NOWHERE,
            new Network.Hosts(List.of("example.org")),
            List.of(),
            List.of(),
            Set.of(),
            Set.of(),
            Limits.NONE);
    assertThatThrownBy(() -> start(hosts, "true")).hasMessageContaining("a list of hosts");

    Files.createDirectories(workspace.resolve("lib/.git"));
    assertThatThrownBy(() -> start(SandboxProfile.WORKSPACE, "true"))
        .hasMessageContaining("cannot keep the hooks of '%s'", workspace.resolve("lib/.git"));
    assertThat(start(SandboxProfile.READ_ONLY, "true").keepers().sandbox()).hasValue("landlock");
  }

  @Test
  void underLandlockFilesOfTheWorkspaceAreTheProgramsOwn() {
    SandboxHome.withoutBwrap();
    var turn =
        ran(
            "umask 22; echo 'echo ran' > tool && chmod 750 tool && ./tool && stat -c %a tool;"
                + " touch -d 2001-02-03 tool && stat -c %y tool; mkdir -p a/b && mv tool a/b/;"
                + " cd a && chmod u-w b/tool && stat -c %a b/tool; echo x > \"$TMPDIR/f\" && cat \"$TMPDIR/f\"");

    assertThat(turn.output())
        .startsWith("ran\n750\n2001-02-03 00:00:00.000000000")
        .endsWith("550\nx\n");
  }

  @Test
  void underLandlockEndsAndJobsAreAsOutside() {
    SandboxHome.withoutBwrap();
    assertThat(ran("exit 7").state()).hasToString("Exited[exit=exit code 7]");
    assertThat(ran("kill -KILL $$").state().toString()).contains("SIGKILL");
    var shell =
        sessions.start(Launch.shell("/bin/bash").in(workspace).sandboxed(SandboxProfile.WORKSPACE));
    assertThat(shell.await(Expectation.turn().within(LONG)).state())
        .isInstanceOf(SessionState.Ready.class);
    assertThat(shell.run("false", LONG).exitCode()).hasValue(1);
    shell.send(Input.line("cat"), Expectation.turn().within(LONG));
    assertThat(shell.foreground().orElseThrow().name()).isEqualTo("cat");
    var stopped = shell.send(Input.keys(List.of("ctrl+z")), Expectation.command().within(LONG));
    assertThat(stopped.output()).contains("Stopped");
    shell.resize(77, 22);
    assertThat(shell.run("stty size", LONG).output()).isEqualTo("22 77\n");
  }

  @Test
  void underLandlockNothingIsLeft() {
    SandboxHome.withoutBwrap();
    var session =
        start(
            SandboxProfile.WORKSPACE,
            "bash",
            "-c",
            "env -i setsid nohup sleep 65432 > /dev/null 2>&1 & echo $TMPDIR begun");
    var turn = session.await(Expectation.exit().within(LONG), View.everything(), 0);

    assertThat(ProcessHandle.allProcesses().map(one -> one.info().commandLine().orElse("")))
        .noneMatch(line -> line.contains("sleep 65432"));
    var temporary = Path.of(turn.output().lines().toList().getLast().split(" ")[0]);
    assertThat(temporary).isAbsolute().doesNotExist();
  }

  @Test
  void whatIsKilledLeavesNoTemporaryFolder() {
    SandboxHome.withoutBwrap();
    var session =
        start(SandboxProfile.WORKSPACE, "sh", "-c", "touch $TMPDIR/x; echo $TMPDIR; exec cat");
    var turn = session.await(Expectation.turn().within(LONG), View.everything(), 0);
    var temporary = Path.of(turn.output().strip());
    assertThat(temporary.resolve("x")).exists();

    session.end(Duration.ZERO, "test");

    while (Files.exists(temporary)) {
      Thread.onSpinWait(); // the test's time limit ends this
    }
  }

  // --- other hosts ------------------------------------------------------------------------------

  private List<String> onHost(String... before) throws Exception {
    return new OwnProgram(folder)
        .ran(
            List.of(before),
            EngineRun.class,
            folder,
            Files.createDirectories(folder.resolve("run")).toString());
  }

  @Test
  void withoutUserNamespaces() throws Exception {
    assertThat(
            onHost(
                "unshare",
                "--user",
                "--map-root-user",
                "sh",
                "-c",
                "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"",
                "sh"))
        .contains(
            "read-only: landlock {} [in]",
            "workspace: landlock {} [in]",
            "workspace+net: landlock {} [in]",
            "offline: landlock {} [in]");
  }

  @Test
  void inAContainerWithoutControlGroups() throws Exception {
    var lines =
        onHost(
            "bwrap",
            "--unshare-user",
            "--disable-userns",
            "--cap-drop",
            "ALL",
            "--unshare-pid",
            "--bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--tmpfs",
            "/tmp",
            "--tmpfs",
            "/sys/fs/cgroup",
            "--");
    assertThat(lines)
        .contains(
            "read-only: landlock {} [in]",
            "workspace: landlock {} [in]",
            "workspace+net: landlock {} [in]",
            "offline: landlock {} [in]");
    assertThat(lines.getLast()).startsWith("memory: refused: Memory cannot be limited here");
  }

  @Test
  void onAHostAsItIsLimitsSayWhatKeepsThem() throws Exception {
    var lines = onHost();

    assertThat(lines).contains("workspace: bwrap {} [in]");
    assertThat(lines.getLast())
        .matches("memory: (nothing \\{memory_mb=cgroup v[12]} \\[in]|refused: Memory cannot .*)");
  }
}
