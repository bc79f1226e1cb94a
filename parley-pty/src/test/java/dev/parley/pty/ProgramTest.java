package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.sys.Sys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Looking up a command, on a disk that holds what the test says. */
final class ProgramTest {

  @Test
  void aCommandIsFoundOnTheChildsOwnPath() {
    assertThat(find("tool", "/none:/opt/bin:/bin", Map.of("/opt/bin/tool", 0, "/bin/tool", 0)))
        .isEqualTo(new Program("/opt/bin/tool", List.of("tool", "-x")));
  }

  @Test
  void anEmptyPartOfThePathIsTheChildsDirectory() {
    assertThat(find("tool", "/none:", Map.of("/home/tool", 0)))
        .isEqualTo(new Program("./tool", List.of("tool", "-x")));
  }

  @Test
  void aFileThatMayNotRunDoesNotHideOneThatMay() {
    assertThat(find("tool", "/a:/b", Map.of("/a/tool", -Sys.EACCES, "/b/tool", 0)).path())
        .isEqualTo("/b/tool");
    assertThatThrownBy(() -> find("tool", "/a:/b", Map.of("/a/tool", -Sys.EACCES)))
        .hasMessageContaining("not executable");
  }

  @Test
  void aDirectoryThatMayNotBeEnteredIsRefused() {
    assertThatThrownBy(() -> find("tool", "/a", Map.of("/a/tool", 0, "/home/.", -Sys.EACCES)))
        .isInstanceOfSatisfying(
            PtyException.class,
            e -> assertThat(e.reason()).isEqualTo(PtyException.Reason.BAD_INPUT))
        .hasMessageContaining("/home")
        .hasMessageContaining("may not be entered");
  }

  /** Files by name, with what asking whether they may be run answers; others do not exist. */
  private static Program find(String command, String path, Map<String, Integer> files) {
    var spawn =
        new Spawn(
            List.of(command, "-x"), Map.of("PATH", path), Path.of("/home"), 80, 24, Limits.NONE);
    return Program.find(
        spawn,
        (file, mode) -> {
          var home = file.equals("/home/.") ? 0 : -Sys.ENOENT;
          var answer = files.getOrDefault(file, home);
          return mode == Sys.F_OK && answer == -Sys.EACCES ? 0 : answer;
        });
  }
}
