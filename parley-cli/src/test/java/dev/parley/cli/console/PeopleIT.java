package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** Person and agent at one session: the floor, what is asked for, and a daemon that goes away. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class PeopleIT {
  private static final String SECRET = "correct horse battery";

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

  @Test
  void aPersonTakesTheFloorAndHandsItBack() throws Exception {
    var python = console.start("calculator", List.of("python3", "-q"));
    console.watch(python);

    browser.type("x");
    browser.awaitText("#toasts", "The agent has control. Press Ctrl+Shift+F");
    assertThat(browser.screen()).isEqualTo(">>>");

    browser.command("f");
    browser.awaitText(".floor-banner", "You have control");
    browser.type("6 * 7", Keys.ENTER);
    browser.awaitScreen("42");
    console.picture("floor");
    var held = console.send(python, "1 + 1");
    assertThat(held.status()).isEqualTo(409);
    assertThat(held.field("code")).isEqualTo("held_by_human");

    browser.command("f");
    browser.awaitText(".floor-button", "Take control");
    assertThat(console.send(python, "1000 + 1").field("output")).contains("1001");
    browser.awaitScreen("1001");
  }

  @Test
  void thePersonWhoHasTheFloorIsNamed() throws Exception {
    var cat = console.start("taken", "echo ready; cat");
    console.watch(cat);

    var taken = console.call("POST", "/v1/sessions/" + cat + "/floor", Map.of("take", true));

    browser.awaitText(".floor-banner", taken.field("who") + " has control. You are watching.");
    var unused = console.call("POST", "/v1/sessions/" + cat + "/floor", Map.of("take", false));
    browser.awaitText(".floor-banner", "The agent has control");
  }

  @Test
  void aNoticeTellsOfASessionThatNeedsAPerson() throws Exception {
    browser.run(
        """
        window.told = [];
        window.Notification = class {
          static permission = 'granted';
          constructor(title, { body }) {
            window.told.push(`${title}: ${body}`);
          }
        };
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        """);
    browser.go("#/grid");
    browser.awaitText("h1", "Grid");

    var asking = console.start("asking", "read -rs -p 'PIN: '");

    browser.awaitText("#toasts", "asking: Waiting for a person");
    assertThat(browser.run("return window.told.join()"))
        .isEqualTo("asking: Waiting for a person: It asks: PIN:");
    browser.click("#toasts .needs button:not(.quiet)");
    browser.awaitText(".session-head h1", "asking");
    browser.awaitGone("#toasts .needs");
    browser.run("delete document.hidden");
    console.end(asking);
  }

  @Test
  void leavingThePageHandsTheFloorBack() throws Exception {
    var cat = console.start("left", List.of("cat"));
    browser.go("#/session/" + cat);
    browser.awaitText(".session-head .pill", "Waiting");
    browser.click(".floor-button");
    browser.awaitText(".floor-banner", "You have control");

    browser.go("#/");

    browser.awaitText(Console.row(cat) + " .floor", "Agent");
    assertThat(console.send(cat, "mine again").field("output")).contains("mine again");
  }

  @Test
  void theSessionKeepsItsSizeUnlessAPersonWithTheFloorFitsIt() throws Exception {
    var cat = console.start("sized", "echo ready; cat");
    console.watch(cat);
    assertThat(browser.find("button[aria-label='Fit to window']").isEnabled()).isFalse();

    browser.click(".floor-button");
    browser.awaitText(".floor-banner", "You have control");
    browser.click("button[aria-label='Fit to window']");

    browser.awaitThat("another size is shown", () -> !browser.text(".strip").contains("100×30"));
    var entry = console.get("/v1/sessions/" + cat).json();
    assertThat(browser.text(".strip"))
        .contains(entry.path("cols").asInt() + "×" + entry.path("rows").asInt());
  }

  @Test
  void aSecretIsEnteredUnseen() throws Exception {
    var deploy =
        console.start(
            "deploy",
            "read -rs -p '[sudo] password for ada: ' p; echo; echo \"length ${#p}\"; cat");
    var asked = ask(deploy, "secret", "The sudo password for ada, to install libpq-dev");

    browser.go("#/");
    browser.awaitText(Console.need(deploy), "Asks you");
    browser.click(Console.need(deploy) + " .button");
    browser.awaitText(".ask", "to install libpq-dev");
    console.picture("secret");
    browser.find(".ask input[type=password]").sendKeys(SECRET);
    assertThat(browser.find(".ask input").getDomAttribute("value")).isNull();
    browser.type(Keys.ENTER);

    assertThat(asked.get(30, TimeUnit.SECONDS).text()).contains("done").doesNotContain(SECRET);
    browser.awaitScreen("length " + SECRET.length());
    browser.awaitGone(".asks .ask");
    assertThat(browser.source()).doesNotContain(SECRET);
    assertThat(console.get("/v1/sessions/" + deploy + "/export?format=raw").text())
        .doesNotContain(SECRET);
  }

  @Test
  void aPersonIsAskedToTakeOverAndTheAgentWaitsForTheHandBack() throws Exception {
    var cat = console.start("stuck", "echo ready; cat");
    console.watch(cat);
    var asked = ask(cat, "takeover", "Please solve the captcha");
    browser.awaitText(".ask", "Please solve the captcha");

    browser.click(".ask button.primary");
    browser.awaitText(".floor-banner", "You have control");
    browser.awaitGone(".asks .ask");
    assertThat(asked).isNotDone();
    browser.click(".floor-button");

    assertThat(asked.get(30, TimeUnit.SECONDS).text()).contains("done");
  }

  @Test
  void aPersonMayRefuse() throws Exception {
    var cat = console.start("refused", "echo ready; cat");
    console.watch(cat);
    var asked = ask(cat, "takeover", "Could you?");
    browser.awaitText(".ask", "Could you?");

    browser.click(".ask button.quiet");

    assertThat(asked.get(30, TimeUnit.SECONDS).text()).contains("refused");
    browser.awaitGone(".asks .ask");
  }

  private static CompletableFuture<Console.Answer> ask(
      String session, String kind, String message) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return console.call(
                "POST",
                "/v1/sessions/" + session + "/ask",
                Map.of("kind", kind, "message", message, "timeout_ms", 40_000));
          } catch (Exception failed) {
            throw new IllegalStateException(failed);
          }
        });
  }

  @Test
  void afterARestartOfTheDaemonThePageGoesOnWhereItWas() throws Exception {
    var counting =
        console.startWorking("counting", "for i in $(seq 100000); do echo n$i; sleep 0.03; done");
    console.watch(counting);
    browser.awaitScreen("n5");

    browser.run(
        """
        window.opened = [];
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(address, protocols) {
            super(address, protocols);
            window.opened.push(new URL(address).search);
          }
        };
        """);

    var unused = console.parley("restart");

    var before = last(browser.screen());
    browser.awaitThat("it counts on", () -> last(browser.screen()) > before + 10);
    var shown = browser.screen().lines().toList();
    var first = Integer.parseInt(shown.getFirst().substring(1));
    for (var index = 0; index < shown.size(); index++) {
      assertThat(shown.get(index)).isEqualTo("n" + (first + index));
    }
    assertThat(String.valueOf(browser.run("return window.opened.at(-1)"))).matches("\\?from=\\d+");
    browser.awaitGone(".link-lost");
    browser.go("#/");
    var later = console.start("later", List.of("cat"));
    browser.awaitText(Console.row(later), "Waiting");
  }

  private static int last(String screen) {
    var line = screen.substring(screen.lastIndexOf('\n') + 1);
    return line.startsWith("n") ? Integer.parseInt(line.substring(1)) : 0;
  }

  @Test
  void whoMayOnlyWatchIsOfferedNoMore() throws Exception {
    var cat = console.start("watched", "echo ready; cat");
    console.signIn("watch");
    try {
      console.watch(cat);
      assertThat(browser.shows(".floor-button")).isFalse();
      assertThat(browser.shows("button[aria-label='Close the session']")).isFalse();
      browser.type("x");
      browser.awaitText("#toasts", "Your role may not type");
    } finally {
      console.signIn("admin");
    }
  }
}
