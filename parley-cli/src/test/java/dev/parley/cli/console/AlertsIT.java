package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who is called when a session needs somebody, as people set it up in the console. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class AlertsIT {
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

  private static void open() {
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
    browser.click("[aria-label='Alerts']");
    browser.awaitText("h1", "Alerts");
    browser.awaitText(".setting", "While the console is open");
  }

  @Test
  void aRuleIsAddedTriedAndRemoved() throws Exception {
    open();
    browser.run(
        "arguments[0].value = 'command'; arguments[0].dispatchEvent(new Event('change'))",
        browser.find("form select"));
    var file = console.home().resolve("called");
    browser
        .find("form input[name=where]")
        .sendKeys("echo $PARLEY_ALERT_KIND > $PARLEY_HOME/called");
    browser.click("form button.primary");
    browser.awaitText(".rule", "command sh -c echo $PARLEY_ALERT_KIND");
    browser.awaitText(".rule", "it has a question, or it failed, after 30s");

    browser.click(".rule [aria-label^='Test']");

    browser.awaitText(".rule", "1 call · last 0s ago");
    assertThat(file).hasContent("test");
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.smallestLetters()).isGreaterThanOrEqualTo(12);
    console.picture("alerts");
    browser.prefer("dark");
    browser.size(390, 844);
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    browser.prefer("light");
    browser.size(1280, 800);
    browser.click(".rule [aria-label^='Remove']");
    browser.click("dialog button.danger");
    browser.awaitText(".rules", "There is no rule yet.");
  }

  /** All but the way between the push service and the browser, which is in other hands. */
  @Test
  void aPushMessageReachesTheBrowserAlthoughNoPageLooksAtTheSession() throws Exception {
    try (var service = new PushService()) {
      open();
      browser.allowNotifications();
      browser.run(
          """
          const [endpoint, p256dh, auth] = arguments;
          PushManager.prototype.getSubscription = async () => null;
          PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
            if (key.length !== 65) throw new Error('no key of a daemon');
            return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
          };
          """,
          service.endpoint(),
          service.receiver(),
          service.secret());
      browser.click(".setting button.primary");
      browser.awaitText(".rule", "push by 127.0.0.1 (this browser)");
      browser.awaitText(".setting", "Push messages come to this browser.");

      var asking = console.startUnseen("pushed", "read -r -p 'Continue? [y/N] ' a; exec sleep 600");

      var message = service.received.poll(40, TimeUnit.SECONDS);
      assertThat(message)
          .contains("\"message\":\"pushed has a question\"", "\"session\":\"" + asking + "\"")
          .doesNotContain("Continue");
      browser.awaitThat("the browser shows it", () -> shows(message, "pushed has a question"));
      assertThat(service.received).as("once is enough").isEmpty();

      service.unsubscribe();
      browser.click(".rule [aria-label^='Test']");
      browser.awaitText("#toasts", "the browser has ended its subscription");
      browser.awaitText(".rules", "There is no rule yet.");
    }
  }

  /** Delivers a push message, once more if an earlier one found the worker not ready yet. */
  private static boolean shows(String message, String title) {
    browser.push(console.url() + "/", message);
    return browser
        .run(
            "return navigator.serviceWorker.getRegistration().then((one) =>"
                + " one.getNotifications()).then((all) => all.map((one) => one.title).join())")
        .equals(title);
  }
}
