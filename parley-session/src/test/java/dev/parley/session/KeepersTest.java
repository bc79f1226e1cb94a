package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SessionEnding;
import dev.parley.testing.InsideProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits, outside and inside of a sandbox: which one ended a session, and what keeps them. */
class KeepersTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final OptionalLong ANY = OptionalLong.empty();

  @BeforeAll
  static void compile() throws Exception {
    InsideProgram.use();
  }

  static List<SandboxProfile> profiles() {
    return List.of(SandboxProfile.NONE, SandboxProfile.READ_ONLY);
  }

  private static String ended(Launch launch) {
    try (var sessions = Sessions.inProcess()) {
      var session = sessions.start(launch.in(Path.of("/")));
      session.await(Expectation.exit().within(LONG));
      return session.ending().flatMap(SessionEnding::endedBy).orElse("itself");
    }
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void tooLargeAFileEndsIt(SandboxProfile profile) {
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, ANY, ANY, OptionalLong.of(1 << 20), ANY);
    var file = "/tmp/parley-limit-" + ProcessHandle.current().pid();
    var launch = Launch.of("dd", "if=/dev/zero", "bs=64k", "count=64", "of=" + file);
    try {
      assertThat(ended(launch.limited(limits).sandboxed(profile))).isEqualTo("file_size");
    } finally {
      Path.of(file).toFile().delete();
    }
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void timeEndsIt(SandboxProfile profile) {
    var limits = new Limits(ANY, ANY, ANY, ANY, ANY, ANY, ANY, ANY, OptionalLong.of(1));

    assertThat(ended(Launch.of("sleep", "1000").limited(limits).sandboxed(profile)))
        .isEqualTo("lifetime");
  }

  @Test
  void itIsToldWhatKeepsEach() {
    var some = OptionalLong.of(1000);
    var limits = new Limits(ANY, ANY, some, some, ANY, ANY, ANY, some, some);
    try (var sessions = Sessions.inProcess()) {
      var session = sessions.start(Launch.of("cat").limited(limits));

      assertThat(session.keepers().limits())
          .containsEntry("open_files", "rlimit")
          .containsEntry("cpu_seconds", "rlimit")
          .containsEntry("file_mb", "rlimit")
          .containsEntry("wall_s", "clock")
          .hasSize(4);
      var counted = new Limits(ANY, some, ANY, ANY, ANY, ANY, ANY, ANY, ANY);
      var other = sessions.start(Launch.of("cat").limited(counted));
      assertThat(Stream.of("cgroup v1", "cgroup v2", "user namespace"))
          .contains(other.keepers().limits().get("processes"));
    }
  }
}
