package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Control over a session: in two windows, at the start, and with the keys a person is used to. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class ControlIT {
  private static final String BANNER = ".floor-banner";

  private static Console console;
  private static Browser browser;

  @BeforeAll
  static void begin(Console shared) {
    console = shared;
    browser = console.browser();
  }

  @AfterAll
  static void clear() throws Exception {
    console.clear();
  }

  @Test
  void ofTwoWindowsTheOneThatTookControlLastHasIt() throws Exception {
    var cat = console.start("two", "echo ready; cat");
    console.watch(cat);
    var first = browser.window();
    browser.click(".floor-button");
    browser.awaitText(BANNER, "You have control.");

    var second = browser.another();
    try {
      browser.awaitText(BANNER, "You have control in another window.");
      browser.click(".floor-button");
      browser.awaitText(BANNER, "You have control.");
      browser.type("from the second", Keys.ENTER);
      browser.awaitScreen("from the second");

      browser.look(first);
      browser.awaitText(BANNER, "You have control in another window.");
      browser.awaitText(".floor-button", "Take control");
      browser.click(".stage .xterm-screen");
      browser.type("x");
      browser.awaitText("#toasts", "You have control in another window.");
      browser.click(".floor-button");
      browser.awaitText(BANNER, "You have control.");
      browser.type("from the first", Keys.ENTER);
      browser.awaitScreen("from the first");
      assertThat(browser.screen()).doesNotContain("x");

      browser.look(second);
      browser.awaitText(BANNER, "You have control in another window.");
    } finally {
      browser.closeFor(first);
    }

    // A window without control that is closed takes it from nobody.
    browser.type("still the first", Keys.ENTER);
    browser.awaitScreen("still the first");
    browser.click(".floor-button");
    browser.awaitText(BANNER, "The agent has control.");
  }

  @Test
  void aSessionOneStartsIsOnesOwnAtOnce() {
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
    browser.type("n");
    browser.find("dialog input[name=command]");
    browser.type("echo mine; cat", Keys.ENTER);

    browser.awaitText(BANNER, "You have control.");
    browser.awaitScreen("mine");
    browser.type("typed at once", Keys.ENTER);
    browser.awaitScreen("typed at once\ntyped at once");
  }

  @Test
  void aStartThatFailsKeepsWhatWasTyped() {
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
    browser.type("n");
    browser.find("dialog input[name=command]");
    browser.type("echo after all; cat", Keys.TAB, "/no/such/folder", Keys.ENTER);

    browser.awaitText("dialog .refused", "/no/such/folder");
    assertThat(value("command")).isEqualTo("echo after all; cat");
    assertThat(value("cwd")).isEqualTo("/no/such/folder");
    assertThat(browser.violations()).isEmpty();
    browser.find("dialog input[name=cwd]").clear();
    browser.click("dialog button.primary");

    browser.awaitScreen("after all");
  }

  private static Object value(String field) {
    return browser.run(
        "return document.querySelector(arguments[0]).value", "dialog [name=" + field + "]");
  }

  @Test
  void whatIsSelectedIsCopiedWithTheKeyboardWhileInControl() throws Exception {
    var session = console.start("copied", "echo copy these words; cat");
    console.watch(session);
    browser.run(
        "window.copied = []; navigator.clipboard.writeText = async (text) =>"
            + " window.copied.push(text)");
    browser.click(".floor-button");
    browser.awaitText(BANNER, "You have control.");

    browser.command("c"); // nothing is selected: the screen
    browser.awaitThat("the screen was copied", () -> copied().equals("copy these words"));

    browser.run(
        """
        const row = document.querySelector('.stage .xterm-rows > div').getBoundingClientRect();
        const screen = document.querySelector('.stage .xterm-screen');
        const at = { bubbles: true, clientX: row.left + 30, clientY: row.top + 5, detail: 3, button: 0, buttons: 1 };
        screen.dispatchEvent(new MouseEvent('mousedown', at));
        screen.ownerDocument.dispatchEvent(new MouseEvent('mouseup', { ...at, buttons: 0 }));
        """);
    browser.control("c");
    browser.awaitThat(
        "the line was copied", () -> copied().startsWith("copy these words|copy these"));

    // Nothing is selected any more, so that Ctrl+C is the program's again.
    browser.control("c");
    browser.awaitText(".session-head .pill", "Ended");
  }

  private static String copied() {
    return String.valueOf(browser.run("return window.copied.join('|')"));
  }

  @Test
  void peopleReadOfControl() throws Exception {
    var session = console.start("worded", List.of("cat"));
    for (var page : List.of("#/", "#/session/" + session)) {
      browser.go(page);
      browser.awaitText("h1", page.length() > 2 ? "worded" : "Sessions");
      assertThat(browser.text("body")).doesNotContainIgnoringCase("floor");
    }
    assertThat(browser.text(".floor-button")).isEqualTo("Take control");
  }
}
