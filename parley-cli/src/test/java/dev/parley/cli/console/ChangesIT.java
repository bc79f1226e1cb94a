package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** What a session has changed in its worktree, as a person sees it. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class ChangesIT {
  private static Console console;
  private static Browser browser;

  @BeforeAll
  static void begin(Console shared) {
    console = shared;
    browser = console.browser();
  }

  @AfterAll
  static void clear() throws Exception {
    browser.prefer("light");
    browser.size(1280, 800);
    console.clear();
  }

  private static void git(Path where, String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", where.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private static Path repository() throws Exception {
    var project = Files.createDirectory(console.home().toRealPath().resolve("project"));
    Files.writeString(
        project.resolve("main.c"),
        "#include <stdio.h>\n\nint main(void) {\n  printf(\"hello\\n\");\n  return 0;\n}\n");
    git(project, "init", "--quiet");
    git(project, "add", "--all");
    git(
        project,
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.org",
        "commit",
        "--quiet",
        "-m",
        "Say hello");
    return project;
  }

  @Test
  void theChangesInAWorktreeAreShownAndFollowed() throws Exception {
    var project = repository().toString();
    var fix =
        console.parley("start", "--worktree", "--name", "fix-1", "--cwd", project, "bash").strip();
    var changed = "sed -i 's/hello/<b>good morning</' main.c; echo '# Notes' > NOTES.md; echo done";
    assertThat(console.send(fix, changed).text()).contains("done");
    console.watch(fix);
    browser.click("[aria-label='Changes']");

    browser.awaitText(".summary", "2 files +2 −1");
    browser.awaitText(".branch", "parley/fix-1");
    assertThat(browser.text("[data-file='main.c'] .line.removed")).contains("printf(\"hello");
    assertThat(browser.text("[data-file='main.c'] .line.added")).contains("<b>good morning<");
    assertThat(browser.text("[data-file='NOTES.md'] summary")).contains("New", "+1");
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.smallestLetters()).isGreaterThanOrEqualTo(12);
    console.picture("changes");
    browser.prefer("dark");
    browser.size(390, 844);
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    console.picture("changes-phone");

    var unused = console.send(fix, "sleep 0.3; git rm -qf main.c");
    browser.awaitText("[data-file='main.c'] summary", "Deleted");
    browser.type(Keys.ESCAPE);
    browser.awaitText(".session-head h1", "fix-1");
  }

  @Test
  void aSessionWithoutAWorktreeOffersNone() throws Exception {
    var plain = console.start("plain", "echo ready; cat");
    console.watch(plain);
    browser.awaitThat("it is known", () -> !browser.shows("[aria-label='Changes']"));
    browser.go("#/changes/" + plain);
    browser.awaitText(".empty", "This session has no worktree");
  }
}
