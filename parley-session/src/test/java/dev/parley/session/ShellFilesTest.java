package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody else's code gets into a shell through the files that bring its marks. */
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
final class ShellFilesTest {
  private static final String EVIL = "echo evil\n";

  @TempDir Path home;
  private Path folder;

  @BeforeEach
  void begin() {
    folder = home.resolve("shell");
    ShellFiles.keepIn(folder);
    assertThat(ShellFiles.file("marks.bash")).startsWith(folder);
  }

  @AfterEach
  void end() {
    ShellFiles.keepIn(Path.of(""));
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static void empty(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** As a cleaner leaves it and somebody else makes it anew. */
  private void madeByAnother() throws IOException {
    empty(folder);
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("marks.bash"), EVIL);
  }

  private void assertNotUsed() throws IOException {
    var file = ShellFiles.file("marks.bash");
    assertThat(file.startsWith(folder)).isFalse();
    assertThat(Files.readString(file)).contains("133;").doesNotContain(EVIL);
    var nonce = ShellFiles.withNonce("n0nce");
    assertThat(nonce.startsWith(folder)).isFalse();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(nonce)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFolderThatOthersCanEnterIsNotUsed() throws IOException {
    madeByAnother();
    mode(folder, "rwxrwxrwx");
    assertNotUsed();
  }

  @Test
  void aFolderOfAnotherUserIsNotUsed() throws IOException {
    madeByAnother();
    mode(folder, "rwx------");
    assumeTrue(System.getProperty("user.name").equals("root"), "only root gives files away");
    var nobody = home.getFileSystem().getUserPrincipalLookupService();
    Files.setOwner(folder, nobody.lookupPrincipalByName("nobody"));
    assertNotUsed();
  }

  @Test
  void aLinkIsNoFolder() throws IOException {
    madeByAnother();
    mode(folder, "rwx------");
    var elsewhere = Files.move(folder, home.resolve("elsewhere"));
    Files.createSymbolicLink(folder, elsewhere);
    assertNotUsed();
  }

  @Test
  void whatIsInAFileIsLookedAtBeforeEachUse() throws IOException {
    Files.writeString(folder.resolve("marks.bash"), EVIL);
    assertThat(ShellFiles.file("marks.bash")).hasParent(folder).content().doesNotContain(EVIL);

    Files.delete(folder.resolve("marks.bash"));
    var evil = Files.writeString(home.resolve("evil"), EVIL);
    Files.createSymbolicLink(folder.resolve("marks.bash"), evil);
    assertThat(ShellFiles.file("marks.bash")).hasParent(folder).content().doesNotContain(EVIL);
    assertThat(evil).hasContent(EVIL);
  }

  @Test
  void aFolderThatIsGoneIsMadeAnew() throws IOException {
    empty(folder);
    assertThat(ShellFiles.file("zsh/.zshenv")).startsWith(folder);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void aNonceThatWasReadIsRemoved() throws IOException {
    var read = ShellFiles.withNonce("one");
    var unread = ShellFiles.withNonce("two");
    Files.writeString(read, "");
    ShellFiles.withNonce("three");
    assertThat(read).doesNotExist();
    assertThat(unread).hasContent("two");
  }
}
