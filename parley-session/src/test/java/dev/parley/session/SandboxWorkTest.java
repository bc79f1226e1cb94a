package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.testing.InsideProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work as people do it, inside of a workspace. */
class SandboxWorkTest {
  private static final Duration LONG = Duration.ofSeconds(90);

  private Path home = Path.of("");
  private Path work = Path.of("");
  private Sessions sessions = Sessions.shared();

  @BeforeAll
  static void compile() throws Exception {
    InsideProgram.use();
  }

  @BeforeEach
  void prepare() throws IOException {
    home = Files.createTempDirectory(Path.of("").toAbsolutePath().resolve("target"), "w");
    work = Files.createDirectories(home.resolve("work"));
    sessions = Sessions.inFolder(home.resolve("h/s"), Sessions.Bounds.DEFAULT);
  }

  @AfterEach
  void tidy() throws IOException {
    sessions.close();
    try (var files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  private Session start(SandboxProfile profile, String... command) {
    return sessions.start(
        Launch.of(command)
            .in(work)
            .with(Map.of("HOME", work.toString(), "GIT_CONFIG_NOSYSTEM", "1"))
            .sandboxed(profile));
  }

  private Turn ran(SandboxProfile profile, String script) {
    return start(profile, "bash", "-ec", script)
        .await(Expectation.exit().within(LONG), View.everything(), 0);
  }

  private static boolean has(String... programs) {
    return List.of(programs).stream()
        .allMatch(program -> Files.isExecutable(Path.of("/usr/bin", program)));
  }

  @Test
  void aRepositoryIsClonedChangedAndCommittedTo() {
    var turn =
        ran(
            SandboxProfile.WORKSPACE,
            """
            git init -q origin; cd origin
            git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first
            cd ..; git clone -q origin copy; cd copy
            echo text > file; git add file
            git -c user.name=a -c user.email=a@b commit -qm second
            git push -q origin HEAD:refs/heads/other; git -C ../origin log --oneline other | wc -l
            """);

    assertThat(turn.output()).endsWith("2\n");
  }

  @Test
  void aProgramIsCompiledTestedAndDebugged() throws IOException {
    assumeTrue(has("gcc", "gdb", "make"), "gcc, gdb and make are not all here");
    Files.writeString(
        work.resolve("sum.c"),
        """
        #include <stdio.h>
        int sum(int a, int b) { return a + b; }
        int main(void) { printf("%d", sum(20, 22)); return 0; }
        """);
    Files.writeString(
        work.resolve("Makefile"),
        "sum: sum.c\n\tgcc -g -o sum sum.c\ntest: sum\n\ttest \"$$(./sum)\" = 42 && echo passed\n");
    assertThat(ran(SandboxProfile.WORKSPACE, "make -s test").output()).contains("passed");

    var gdb = start(SandboxProfile.WORKSPACE, "gdb", "-q", "-nx", "./sum");
    gdb.await(Expectation.turn().within(LONG));
    gdb.send(Input.line("break sum"), Expectation.turn().within(LONG));
    assertThat(gdb.send(Input.line("run"), Expectation.pattern("Breakpoint 1, sum").within(LONG)))
        .extracting(Turn::why)
        .isEqualTo(Why.MATCH);
    gdb.await(Expectation.turn().within(LONG));
    assertThat(gdb.send(Input.line("print a * 2"), Expectation.turn().within(LONG)).output())
        .contains("= 40");
  }

  @Test
  void anEditorWritesAFileAndTmuxHasWindows() throws IOException {
    assumeTrue(has("vim", "tmux"), "vim and tmux are not both here");
    var vim = start(SandboxProfile.WORKSPACE, "vim", "-u", "NONE", "-i", "NONE", "note.txt");
    vim.await(Expectation.turn().within(LONG));
    vim.send(Input.text("ihello"), Expectation.turn().within(LONG));
    vim.send(Input.keys(List.of("esc")), Expectation.turn().within(LONG));
    vim.send(Input.line(":wq"), Expectation.exit().within(LONG));
    assertThat(work.resolve("note.txt")).hasContent("hello");

    var tmux = start(SandboxProfile.WORKSPACE, "tmux", "-f", "/dev/null", "-L", "own");
    tmux.await(Expectation.turn().within(LONG));
    tmux.send(
        Input.line("tmux -L own new-window 'echo in $((40+2)) windows; cat'"),
        Expectation.turn().within(LONG));
    var deadline = System.nanoTime() + LONG.toNanos();
    while (!tmux.screen().text().contains("in 42 windows") && System.nanoTime() < deadline) {
      tmux.await(Expectation.turn().within(Duration.ofSeconds(1)));
    }
    assertThat(tmux.screen().text()).contains("in 42 windows");
  }

  /** The registry is the machine's own, whatever that is. */
  @Test
  void aPackageComesFromTheRegistryAndFromNowhereElse() throws Exception {
    assumeTrue(has("npm"), "npm is not here");
    var registry = outside("npm", "config", "get", "registry").strip();
    assumeTrue(registry.startsWith("http"), "npm has no registry");
    var address = URI.create(registry);
    var view =
        outside(
                "npm",
                "view",
                "is-number@7.0.0",
                "version",
                "--fetch-retries=0",
                "--fetch-timeout=10000")
            .strip();
    assumeTrue(view.equals("7.0.0"), "The registry is not in reach");
    var port =
        address.getPort() > 0 ? address.getPort() : address.getScheme().equals("https") ? 443 : 80;
    var profile =
        new SandboxProfile(
            "registry",
            SandboxProfile.Writing.WORKSPACE,
            new Network.Hosts(List.of(address.getHost() + ":" + port)),
            List.of(),
            List.of(),
            Set.of(),
            Set.of(),
            Limits.NONE);
    var turn =
        ran(
            profile,
            """
            export npm_config_registry=%s npm_config_update_notifier=false npm_config_fetch_retries=0
            echo '{"name":"own","version":"1.0.0"}' > package.json
            npm install --no-audit --no-fund is-number@7.0.0
            node -e 'console.log("it is", require("is-number")(5))'
            ! curl -sS -m 20 -o /dev/null -w '%%{http_connect}\\n' https://example.org/
            """
                .formatted(registry));

    assertThat(turn.output()).contains("it is true").contains("403");
  }

  private static String outside(String... command) throws Exception {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
