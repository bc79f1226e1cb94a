package dev.parley.session.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.Exit;
import dev.parley.session.Confidence;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conversations in containers of podman, with an image made of busybox alone. */
@Tag("container")
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class ContainerTest {
  private static final Duration LONG = Duration.ofSeconds(40);
  private static final String IMAGE = "localhost/parley-test:1";

  private static Path folder;
  private static Map<String, String> environment;
  private static String container;
  private static String whyNot = "";

  private Sessions sessions;

  @BeforeAll
  static void startContainer() throws Exception {
    folder = Files.createTempDirectory("parley-podman");
    container = "parley-test-" + ProcessHandle.current().pid();
    environment = new HashMap<>(System.getenv());
    environment.put("CONTAINERS_CONF", folder.resolve("containers.conf").toString());
    // What podman takes for granted is not allowed on every host that runs tests.
    Files.writeString(
        folder.resolve("containers.conf"),
        """
        [containers]
        default_ulimits = ["nofile=4096:4096","nproc=4096:4096"]
        netns = "none"
        [engine]
        runtime = "runc"
        """);
    try {
      makeImage();
      podman("run", "-d", "--rm", "--name", container, IMAGE, "sleep", "1000000");
    } catch (IOException failed) {
      whyNot = "NO CONTAINER WAS TESTED: podman cannot run one here: " + failed.getMessage();
      System.err.println(whyNot);
    }
  }

  private static void makeImage() throws IOException {
    var root = Files.createDirectories(folder.resolve("root"));
    var script =
        """
        set -e
        busybox=$(command -v busybox)
        mkdir -p bin etc tmp dev proc
        cp "$busybox" bin/busybox
        for name in $(bin/busybox --list); do [ -e bin/$name ] || ln -s busybox bin/$name; done
        echo root:x:0:0:root:/:/bin/sh >etc/passwd
        tar -c . | podman import --change CMD=/bin/sh - %s
        """
            .formatted(IMAGE);
    run(root, "sh", "-c", script);
  }

  @AfterAll
  static void removeContainer() throws Exception {
    if (whyNot.isEmpty()) {
      podman("rm", "-f", container);
      podman("rmi", "-f", IMAGE);
    }
    SshServer.run("rm", "-rf", folder.toString());
  }

  @BeforeEach
  void begin() {
    assumeTrue(whyNot.isEmpty(), whyNot);
    new Surroundings(folder, environment).enter();
    sessions = Sessions.inProcess();
  }

  @AfterEach
  void end() {
    if (sessions != null) {
      sessions.close();
    }
    new Surroundings(Path.of(System.getProperty("user.dir")), System.getenv()).enter();
  }

  private Target target() {
    return Target.parse("container:%s?engine=podman".formatted(container));
  }

  private Session shell() {
    return sessions.start(Launch.shell(Launch.FAR_SHELL).on(target()));
  }

  @Test
  void aShellInAContainerIsTalkedTo() {
    var shell = shell();

    var turn = shell.await(Expectation.turn().within(LONG));
    assertThat(turn.state()).isInstanceOf(SessionState.Waiting.class);
    assertThat(turn.verdict().confidence()).isEqualTo(Confidence.HIGH);
    assertThat(turn.verdict().evidence().getFirst().wire()).startsWith("far:kernel:");
    var result = shell.run("cat /etc/passwd", LONG);
    assertThat(result.output()).isEqualTo("root:x:0:0:root:/:/bin/sh\n");
    assertThat(shell.run("exit_with() { return $1; }; exit_with 42", LONG).exitCode()).hasValue(42);
  }

  @Test
  void itIsResizedAndInterrupted() {
    var shell = shell();
    shell.await(Expectation.turn().within(LONG));
    shell.resize(101, 33);
    // The client hands the size on when it has heard of it, which typing may overtake.
    assertThat(
            shell
                .run("until [ \"$(stty size)\" = '33 101' ]; do :; done; stty size", LONG)
                .output())
        .isEqualTo("33 101\n");

    // A shell's own child loses a Ctrl-C that comes between its fork and its exec.
    shell.send(
        Input.line("sh -c \"echo start''ed; exec sleep 1000\""),
        Expectation.pattern("^started").within(LONG));
    var turn = shell.send(Input.keys(List.of("ctrl+c")), Expectation.turn().within(LONG));

    assertThat(turn.state()).isInstanceOf(SessionState.Waiting.class);
    assertThat(shell.run("echo hello", LONG).output()).isEqualTo("hello\n");
  }

  @Test
  void directoryEnvironmentAndExitCodeAreThoseInside() {
    var session =
        sessions.start(
            Launch.line("/bin/sh", "pwd; echo \"$GREETING\"; exit 7")
                .on(target())
                .in(Path.of("/etc"))
                .with(Map.of("GREETING", "it's fine")));

    var turn = session.await(Expectation.exit().within(LONG));

    assertThat(turn.output()).isEqualTo("/etc\nit's fine\n");
    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(7)));
  }

  @Test
  void closingEndsWhatRunsInside() throws Exception {
    var shell = shell();
    shell.await(Expectation.turn().within(LONG));
    shell.run("nohup sleep 4711 >/dev/null 2>&1 & setsid sleep 4712 & sleep 0", LONG);
    shell.send(Input.line("sleep 4713"), Expectation.none());
    shell.end(Duration.ofSeconds(2), "test");

    assertThat(podman("top", container, "args"))
        .doesNotContain("sleep 47")
        .contains("sleep 1000000");
  }

  @Test
  void anImageIsRunAndRemoved() throws Exception {
    var target = Target.parse("image:%s?engine=podman".formatted(IMAGE));
    var shell = sessions.start(Launch.shell("/bin/sh").on(target));
    var turn = shell.await(Expectation.turn().within(LONG));

    assertThat(turn.state()).isInstanceOf(SessionState.Waiting.class);
    assertThat(shell.run("echo hello", LONG).output()).isEqualTo("hello\n");
    assertThat(podman("ps", "-a")).contains("parley-" + shell.id());
    shell.end(Duration.ofSeconds(2), "test");
    assertThat(podman("ps", "-a")).doesNotContain("parley-" + shell.id());
  }

  @Test
  void aContainerThatIsNotThereIsSaid() {
    assertRefused("container:no-such-thing?engine=podman", Refusal.Code.NOT_FOUND);
    assertRefused("container:no-such-thing?engine=nerdctl", Refusal.Code.UNSUPPORTED_HERE);
  }

  @Test
  void aContainerThatDoesNotRunIsSaid() throws Exception {
    var stopped = container + "-stopped";
    podman("create", "--name", stopped, IMAGE, "true");
    try {
      var refusal =
          assertRefused("container:" + stopped + "?engine=podman", Refusal.Code.NOT_FOUND);
      assertThat(refusal).hasMessageContaining("is not running");
    } finally {
      podman("rm", "-f", stopped);
    }
  }

  private Refusal assertRefused(String target, Refusal.Code code) {
    var launch = Launch.shell("/bin/sh").on(Target.parse(target));
    var refusal = catchThrowableOfType(Refusal.class, () -> sessions.start(launch));
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
    return refusal;
  }

  private static String podman(String... arguments) throws IOException {
    var command = new java.util.ArrayList<>(List.of("podman"));
    command.addAll(List.of(arguments));
    return run(folder, command.toArray(String[]::new));
  }

  private static String run(Path where, String... command) throws IOException {
    var builder = new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    var output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output.strip());
    }
    return output;
  }
}
