package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeTest {

  @Test
  void parleyHomeMovesEverything() {
    assertThat(Home.of(Map.of("PARLEY_HOME", "/p", "XDG_RUNTIME_DIR", "/run/u", "HOME", "/h")))
        .isEqualTo(new Home(Path.of("/p"), Path.of("/p")));
  }

  @Test
  void otherwiseTheFoldersOfTheDesktopAreUsed() {
    assertThat(
            Home.of(Map.of("XDG_RUNTIME_DIR", "/run/u", "XDG_STATE_HOME", "/state", "HOME", "/h")))
        .isEqualTo(new Home(Path.of("/run/u/parley"), Path.of("/state/parley")));
    assertThat(Home.of(Map.of("HOME", "/h")))
        .isEqualTo(
            new Home(Path.of("/h/.local/state/parley/run"), Path.of("/h/.local/state/parley")));
  }

  @Test
  void foldersAreForTheUserAlone(@TempDir Path folder) throws IOException {
    var open = Files.createDirectory(folder.resolve("home"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    var home = new Home(open, open).prepared();
    for (var own : List.of(home.runtime(), home.sessions(), home.logs())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void aPathTooLongForASocketIsRefused(@TempDir Path folder) {
    var deep = folder.resolve("x".repeat(100));
    assertThatThrownBy(() -> new Home(deep, deep).prepared())
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("too long");
  }
}
