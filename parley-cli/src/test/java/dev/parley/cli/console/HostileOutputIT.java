package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a program prints cannot touch the page, the clipboard, other pages or the session. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class HostileOutputIT {
  private static Console console;
  private static Browser browser;

  @BeforeAll
  static void begin(Console shared) throws Exception {
    console = shared;
    browser = console.browser();
  }

  @AfterAll
  static void clear() throws Exception {
    console.clear();
  }

  /** A program that prints when it is told to, and shows that it did. */
  private static String printing(String name, String text) throws Exception {
    var session =
        console.start(
            name, "echo ready; read -r; printf '%b' '" + text + "'; echo; echo printed; cat");
    console.watch(session);
    var unused = console.send(session, "");
    browser.awaitScreen("printed");
    return session;
  }

  private static void nothingHappened() {
    assertThat(browser.run("return window.pwned ?? 'no'")).isEqualTo("no");
    assertThat(
            browser.run(
                "return document.querySelectorAll('img, iframe, script:not([src])').length"))
        .isEqualTo(0L);
    assertThat(browser.windows()).isEqualTo(1);
  }

  @Test
  void markupInATitleIsText() throws Exception {
    var markup = "<img src=x onerror=\"window.pwned=1\"><script>window.pwned=2</script>";
    var session = printing("titled", "\\033]0;" + markup + "\\007\\033]2;" + markup + "\\007");

    browser.awaitText(".strip", markup);
    nothingHappened();
    browser.go("#/");
    browser.awaitText(Console.row(session) + " .title", markup);
    nothingHappened();
    browser.go("#/grid/" + session);
    browser.awaitText(".tile .xterm-rows", "printed");
    nothingHappened();
  }

  @Test
  void markupInACommandOrAPromptIsText() throws Exception {
    var markup = "<img src=x onerror=window.pwned=3>";
    var session = console.start("marked", List.of("bash", "-c", "read -r -p \"$0\"", markup));

    browser.go("#/");
    browser.awaitText(Console.row(session) + " .program", markup);
    browser.awaitText(Console.row(session) + " .prompt", markup);
    browser.go("#/session/" + session);
    browser.awaitText(".strip", "Prompt\n" + markup);
    nothingHappened();
  }

  @Test
  void charactersThatTurnTheDirectionOfWritingAreLeftOut() {
    assertThat(browser.call("words.js", "plain", "safe\u202etxt.exe\u2066\u001b[31m\u0000"))
        .isEqualTo("safetxt.exe[31m");
  }

  @Test
  void theClipboardIsThePersonsUntilTheySayOtherwise() throws Exception {
    browser.run(
        "window.copied = []; navigator.clipboard.writeText = async (text) => window.copied.push(text)");
    // "rm -rf /" for the clipboard, and a question for what is in it.
    var unused = printing("copying", "\\033]52;c;cm0gLXJmIC8=\\007\\033]52;c;?\\007");
    browser.awaitText("#toasts", "wants to copy 8 characters");
    assertThat(browser.run("return window.copied.length")).isEqualTo(0L);

    browser.click("#toasts [data-key=copy] button:not(.quiet)");

    browser.awaitThat(
        "it is copied", () -> browser.run("return window.copied.join()").equals("rm -rf /"));
  }

  @Test
  void linksLeadToTheWebOnlyAndShowWhere() throws Exception {
    var target = console.url() + "/healthz";
    var link = "\\033]8;;%s\\033\\\\%s\\033]8;;\\033\\\\\\n";
    var unused =
        printing(
            "linking",
            link.formatted("javascript:window.pwned=4", "FIRST")
                + link.formatted("file:///etc/passwd", "SECOND")
                + link.formatted(target, "THIRD"));

    clickOn("FIRST");
    clickOn("SECOND");
    assertThat(browser.shows("dialog")).isFalse();
    nothingHappened();
    clickOn("THIRD");
    browser.awaitText("dialog", target);
    browser.click("dialog button.quiet");
    browser.awaitGone("dialog");
    nothingHappened();

    clickOn("THIRD");
    browser.click("dialog button.primary");
    assertThat(browser.openedPage("return [location.href, window.opener, document.referrer]"))
        .isEqualTo(Arrays.asList(target, null, ""));
    nothingHappened();
  }

  private static void clickOn(String word) {
    browser.clickText(".stage .xterm-rows > div", word);
  }

  @Test
  void questionsToTheTerminalAreNotAnsweredTwice() throws Exception {
    var session =
        console.start(
            "asking",
            "echo ready; read -r; printf '\\033[c\\033[>c\\033[6n\\033[?6n\\033[?1$p\\033]10;?\\007\\033]4;1;?\\007\\033P$qm\\033\\\\\\033[18t\\033[>q'; echo printed; cat");
    console.watch(session);
    browser.click(".floor-button");
    browser.awaitText(".floor-banner", "You have control");
    browser.run(
        """
        window.sent = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
          if (typeof data !== 'string') window.sent.push(new TextDecoder().decode(data));
          return send.call(this, data);
        };
        """);

    browser.type(org.openqa.selenium.Keys.ENTER);
    browser.awaitScreen("printed");

    assertThat(browser.run("return window.sent.join()")).isEqualTo("\r");
  }
}
