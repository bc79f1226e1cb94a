package dev.parley.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in a sandbox that want to take all there is, with both engines and every profile. */
@Timeout(120)
class SandboxBombTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final OptionalLong ANY = OptionalLong.empty();

  private @Nullable SandboxHome home;

  @BeforeEach
  void prepare() throws Exception {
    home = SandboxHome.make();
  }

  @AfterEach
  void tidy() throws Exception {
    requireNonNull(home).tidy();
  }

  static Stream<Arguments> sandboxes() {
    return SandboxTrial.engines().stream()
        .flatMap(
            engine ->
                Stream.of("read-only", "workspace", "workspace+net", "offline")
                    .map(profile -> Arguments.of(engine, profile)));
  }

  /** How a program ended. */
  private Turn ran(String engine, String profile, Limits limits, String program) {
    if (!engine.equals("bwrap")) {
      SandboxHome.withoutBwrap();
    }
    var here = requireNonNull(home);
    var session =
        here.sessions()
            .start(
                Launch.of("python3", "-c", program)
                    .in(here.workspace())
                    .limited(limits)
                    .sandboxed(SandboxProfile.named(profile)));
    assertThat(session.keepers().sandbox()).hasValue(engine);
    return session.await(Expectation.exit().within(LONG), View.everything(), 0);
  }

  @ParameterizedTest
  @MethodSource("sandboxes")
  void aForkBombIsHeld(String engine, String profile) {
    var limits = new Limits(ANY, OptionalLong.of(40), ANY, ANY, ANY, ANY, ANY, ANY, ANY);

    var turn =
        ran(
            engine,
            profile,
            limits,
            """
                import os, time
                count = 0
                while True:
                    try:
                        if os.fork() == 0:
                            time.sleep(65433)
                        count += 1
                    except OSError:
                        break
                print('forks', count)
                """);

    var forks = turn.output().lines().filter(line -> line.startsWith("forks")).findFirst();
    assertThat(forks).isPresent();
    assertThat(Integer.parseInt(forks.get().substring(6))).isBetween(5, 40);
    while (isAnyLeft("time.sleep(65433)")) {
      Thread.onSpinWait(); // the test's time limit ends this
    }
  }

  private static boolean isAnyLeft(String words) {
    return ProcessHandle.allProcesses()
        .anyMatch(one -> one.info().commandLine().orElse("").contains(words));
  }

  @ParameterizedTest
  @MethodSource("sandboxes")
  void aMemoryBombIsHeld(String engine, String profile) {
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(64 << 20), ANY, ANY, ANY);

    var turn =
        ran(
            engine,
            profile,
            limits,
            "x = []\nwhile True: x.append(bytearray(1 << 20)); print(len(x), end=' ')");

    assertThat(turn.endedBy()).hasValue("memory");
  }

  @ParameterizedTest
  @MethodSource("sandboxes")
  void fillingTheDiskIsHeld(String engine, String profile) {
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, ANY, ANY, OptionalLong.of(1 << 20), ANY);

    var turn =
        ran(
            engine,
            profile,
            limits,
            """
                import signal, tempfile
                signal.signal(signal.SIGXFSZ, signal.SIG_DFL) # python ignores it by itself
                with tempfile.TemporaryFile() as file:
                    while True: file.write(bytes(1 << 16))
                """);

    assertThat(turn.endedBy()).hasValue("file_size");
  }

  /** A /tmp of its own is memory, and is counted as such. */
  @ParameterizedTest
  @ValueSource(strings = {"read-only", "workspace", "workspace+net"})
  void fillingItsOwnTmpWithManyFilesIsHeldAsMemory(String profile) {
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, OptionalLong.of(64 << 20), ANY, ANY, ANY);

    var turn =
        ran(
            "bwrap",
            profile,
            limits,
            """
                for number in range(400):
                    with open(f'/tmp/{number}', 'wb') as file: file.write(bytes(1 << 20))
                print('filled')
                """);

    assertThat(turn.output()).doesNotContain("filled");
    assertThat(turn.endedBy()).hasValue("memory");
  }
}
