package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in a folder, taken up by the next process; without a holder. */
@Timeout(60)
final class KeptSessionsTest {
  private static final Limits FILES =
      new Limits(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.of(100),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.of(1 << 20),
          OptionalLong.empty());

  private static Sessions sessions(Path folder) {
    return Sessions.inFolder(folder, Sessions.Bounds.DEFAULT);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** A process that is killed as soon as it has told the end has written it down. */
  @Test
  void anEndThatIsToldIsOnDiskWithItsReason(@TempDir Path folder) throws Exception {
    try (var sessions = sessions(folder)) {
      var session =
          sessions.start(Launch.of("cat").named("idle").endedWhenIdle(Duration.ofMillis(50)));
      var written = new CompletableFuture<String>();
      session.closing().whenOver(() -> written.complete(meta(folder)));
      assertThat(written.get()).containsPattern("\"ended_by\": *\"idle\"");
    }
  }

  private static String meta(Path folder) {
    try (var files = Files.walk(folder)) {
      return Files.readString(
          files.filter(file -> file.endsWith("meta.json")).findAny().orElseThrow());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void theNextProcessKnowsWhatKeptASession(@TempDir Path folder) {
    Map<String, String> limits;
    try (var sessions = sessions(folder)) {
      var session =
          sessions.start(
              Launch.of("cat").named("kept").limited(FILES).sandboxed(SandboxProfile.OFFLINE));
      limits = session.keepers().limits();
      assertThat(limits).containsOnlyKeys("open_files", "file_mb");
      assertThat(session.keepers().sandbox()).isPresent();
    }
    try (var sessions = sessions(folder)) {
      var session = sessions.get("kept");
      assertThat(session.keepers().limits()).isEqualTo(limits);
      assertThat(session.keepers().sandbox()).isPresent();
      assertThat(session.launch().limits()).isEqualTo(FILES);
    }
  }

  @Test
  void anEndedSessionIsReadByTheNextProcess(@TempDir Path folder) {
    SessionId id;
    String screen;
    long end;
    try (var sessions = sessions(folder)) {
      var session =
          sessions.start(Launch.of("sh", "-c", "echo hello; exit 7").named("greeter").sized(60, 9));
      session.await(Expectation.exit());
      id = session.id();
      screen = session.screen().toString();
      end = session.lastOffset();
    }
    try (var sessions = sessions(folder)) {
      var session = sessions.get("greeter");
      assertThat(session.id()).isEqualTo(id);
      assertThat(session.lastOffset()).isEqualTo(end);
      assertThat(session.screen().toString()).isEqualTo(screen).contains("hello");
      assertThat(session.state()).isEqualTo(new SessionState.Exited(new Exit.Code(7)));
      assertThat(session.read(0, View.text()).text()).isEqualTo("hello\n");
      assertThat(session.warning()).isEmpty();
      assertThatThrownBy(() -> session.send(Input.line("x"))).isInstanceOf(Refusal.class);
    }
  }

  @Test
  void aSessionThatNobodySawEndIsLostAndItsProcessesAreEnded(
      @TempDir Path folder, @TempDir Path temporary) throws IOException {
    var copied = temporary.resolve("copy");
    try (var sessions = sessions(folder)) {
      var session = sessions.start(Launch.of("sh", "-c", "echo before; sleep 1000"));
      session.expect("before", Duration.ofSeconds(20));
      copy(folder, copied); // as if this process and its holder ended here
      try (var next = sessions(copied)) {
        var lost = next.get(session.id().value());
        assertThat(lost.state()).isEqualTo(new SessionState.Lost());
        assertThat(lost.read(0, View.text()).text()).isEqualTo("before\n");
      }
      assertThat(session.await(Expectation.exit()).state())
          .isEqualTo(new SessionState.Exited(new Exit.Killed(9, "SIGKILL")));
    }
  }

  @Test
  void theScreenComesBackWithTheSizesItHad(@TempDir Path folder) {
    String screen;
    try (var sessions = sessions(folder)) {
      var session = sessions.start(Launch.of("cat").sized(20, 5));
      session.send(Input.line("a line that is longer than twenty columns"));
      session.resize(70, 9);
      session.send(Input.line("after"));
      screen = session.screen().toString();
    }
    try (var sessions = sessions(folder)) {
      assertThat(sessions.list().getFirst().screen().toString()).isEqualTo(screen);
    }
  }

  @Test
  void aFullScreenThatBeganLongAgoComesBack(@TempDir Path folder) {
    String screen;
    try (var sessions = sessions(folder)) {
      var session =
          sessions.start(
              Launch.of(
                      "sh",
                      "-c",
                      "printf '\\033[?1049h\\033[?2004h\\033[5;5Hstays'; read x; "
                          + "yes \"$(printf '\\033[Htick')\" | head -c 3000000; read y")
                  .sized(60, 9));
      session.await(Expectation.input());
      session.send(Input.line(""));
      session.closing().force();
      screen = session.screen().toString();
      assertThat(screen).contains("stays", "tick");
    }
    try (var sessions = sessions(folder)) {
      var session = sessions.list().getFirst();
      assertThat(session.screen().alternate()).isTrue();
      assertThat(session.screen().toString()).isEqualTo(screen);
      assertThat(session.inputModes().bracketedPaste()).isTrue();
    }
  }

  @Test
  void valuesOfTheEnvironmentAreNotWrittenDown(@TempDir Path folder) throws IOException {
    try (var sessions = sessions(folder)) {
      var session = sessions.start(Launch.of("true").with(Map.of("API_TOKEN", "s3cr3t-value")));
      session.await(Expectation.exit());
    }
    try (var files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(file)
                      .content(java.nio.charset.StandardCharsets.ISO_8859_1)
                      .doesNotContain("s3cr3t"));
    }
  }

  @Test
  void damagedNotesCostTheNotesAndNotTheOutput(@TempDir Path folder) throws IOException {
    String id;
    try (var sessions = sessions(folder)) {
      var session = sessions.start(Launch.of("echo", "kept"));
      session.await(Expectation.exit());
      id = session.id().value();
    }
    Files.writeString(folder.resolve(id).resolve("meta.json"), "{\"session\":");
    Files.writeString(folder.resolve(id).resolve("index"), "s 1 2\nx\no 3");
    try (var sessions = sessions(folder)) {
      var session = sessions.get(id);
      assertThat(session.read(0, View.text()).text()).isEqualTo("kept\n");
      assertThat(session.warning().orElseThrow()).contains("meta.json is damaged");
      assertThat(session.state()).isEqualTo(new SessionState.Lost());
    }
  }

  @Test
  void removingASessionRemovesItsFolder(@TempDir Path folder) {
    try (var sessions = sessions(folder)) {
      var session = sessions.start(Launch.of("true"));
      session.await(Expectation.exit());
      assertThat(folder.resolve(session.id().value())).isDirectory();
      sessions.remove(session);
      assertThat(folder.resolve(session.id().value())).doesNotExist();
    }
  }
}
