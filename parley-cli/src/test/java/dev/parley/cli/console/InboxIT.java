package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** What needs somebody: shown first, counted, answered with one click, and gone when seen to. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class InboxIT {
  private static Console console;
  private static Browser browser;

  @BeforeAll
  static void begin(Console shared) {
    console = shared;
    browser = console.browser();
  }

  /** What one test leaves open would be counted by the next. */
  @AfterEach
  void clear() throws Exception {
    browser.prefer("light");
    browser.size(1280, 800);
    console.clear();
  }

  @BeforeEach
  void beginWithTheList() {
    browser.prefer("light");
    browser.size(1280, 800);
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
  }

  /** A program that asks while nobody looks. */
  private static String asking(String name, String question) throws Exception {
    return console.startUnseen(
        name,
        "echo building %s; read -r -p '%s' a; echo \"got <$a>\"; exec sleep 600"
            .formatted(name, question));
  }

  @Test
  void whatNeedsSomebodyComesFirstAndIsCountedUntilSomebodyLooks() throws Exception {
    var release = asking("release", "Deploy 1.4 to production? [y/N] ");
    var nightly = console.startUnseen("nightly", "echo 3 tests have failed; exit 3");

    browser.awaitText(Console.need(release), "Deploy 1.4 to production? [y/N]");
    browser.awaitText(Console.need(release), "Asks a question");
    browser.awaitText(Console.need(release) + " .lines", "building release");
    browser.awaitText(Console.need(nightly), "Failed");
    browser.awaitText(Console.need(nightly) + " .lines", "3 tests have failed");
    browser.awaitText(".inbox .count", "2");
    assertThat(title()).isEqualTo("(2) Parley");
    assertThat(icon()).startsWith("data:image/svg+xml,").contains("%3E2%3C");
    assertThat(browser.text(".sessions")).doesNotContain("release");
    looksRight("inbox");

    browser.click(Console.need(release) + " [data-part=open]");
    browser.awaitScreen("Deploy 1.4");
    browser.awaitThat("it is counted no more", () -> title().equals("(1) release · Parley"));
    browser.go("#/");
    browser.awaitText(Console.row(release), "Waiting");
    browser.click(Console.need(nightly) + " [data-part=seen]");
    browser.awaitGone(".inbox");
    browser.awaitThat("nothing is counted", () -> title().equals("Parley"));
    assertThat(icon()).endsWith("icon.svg");
  }

  /** In light and dark, on a desk and on a phone. */
  private static void looksRight(String name) throws Exception {
    assertThat(browser.violations()).isEmpty();
    console.picture(name);
    browser.prefer("dark");
    assertThat(browser.violations()).isEmpty();
    browser.size(390, 844);
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    console.picture(name + "-phone");
    browser.prefer("light");
    browser.size(1280, 800);
  }

  @Test
  void aClickAnswersWhatThePromptOffers() throws Exception {
    var deploy = asking("deploy", "Continue? [y/N] ");
    browser.awaitText(Console.need(deploy) + " .quick-answers", "Yes");

    browser.click(Console.need(deploy) + " [data-part='answer Yes']");

    browser.awaitGone(Console.need(deploy));
    browser.awaitThat("it was typed", () -> printed(deploy).contains("got <y>"));
  }

  @Test
  void itemsOfAMenuAreOfferedAsTheyAreRead() throws Exception {
    var menu =
        console.startUnseen(
            "menu",
            "PS3='Your choice: '; select c in 'keep mine' 'take theirs' quit; do echo \"chose $c\";"
                + " break; done; cat");
    browser.awaitText(Console.need(menu) + " .quick-answers", "2. take theirs");

    browser.find(Console.need(menu) + " [data-part='answer 2. take theirs']").sendKeys(Keys.ENTER);

    browser.awaitThat("it was chosen", () -> printed(menu).contains("chose take theirs"));
  }

  @Test
  void thePageOfASessionOffersTheSame() throws Exception {
    var pause =
        console.startUnseen("pause", "read -r -p 'Press Enter to continue'; echo went on; cat");
    console.watch(pause);
    browser.awaitText(".session-page > .quick-answers", "Enter");
    assertThat(browser.violations()).isEmpty();
    console.picture("answers");

    browser.click(".session-page > .quick-answers button");

    browser.awaitScreen("went on");
    browser.awaitGone(".session-page > .quick-answers");
  }

  @Test
  void anAnswerIsForThePromptThatWasSeen() throws Exception {
    var twice =
        console.startUnseen(
            "twice",
            "read -r -p 'Build? [y/N] ' a; read -r -p 'Deploy? [y/N] ' b; echo \"<$a> <$b>\"; cat");
    browser.awaitText(Console.need(twice), "Build?");
    var seen = console.get("/v1/sessions/" + twice).json();
    assertThat(seen.path("answers").get(1).toString())
        .isEqualTo("{\"label\":\"No\",\"text\":\"n\",\"enter\":true}");
    var offset = seen.path("answers_offset").asLong();
    assertThat(answer(twice, "n", offset)).isNotEqualTo("guard");
    browser.awaitText(Console.row(twice) + " .prompt, " + Console.need(twice), "Deploy?");

    assertThat(answer(twice, "y", offset)).isEqualTo("guard");

    assertThat(printed(twice)).endsWith("Deploy? [y/N]");
  }

  private static String answer(String session, String text, long offset) throws Exception {
    var body = Map.of("text", text, "if_state", "waiting", "if_offset", offset, "timeout_ms", 0);
    return console.call("POST", "/v1/sessions/" + session + "/input", body).field("why");
  }

  @Test
  void nothingIsOfferedForASecretOrWhileAPersonHasControl() throws Exception {
    var secret = console.startUnseen("secret", "read -rs -p 'Really? [y/N] '; cat");
    browser.awaitText(Console.need(secret), "Wants a secret");
    assertThat(console.get("/v1/sessions/" + secret).json().has("answers")).isFalse();
    assertThat(browser.shows(Console.need(secret) + " .quick-answers")).isFalse();

    var held = asking("held", "Continue? [y/N] ");
    console.watch(held);
    browser.awaitText(".session-page > .quick-answers", "Yes");
    browser.click(".floor-button");
    browser.awaitText(".floor-banner", "You have control");
    browser.awaitGone(".session-page > .quick-answers");
  }

  private static String printed(String session) {
    try {
      return console.screen(session);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static String title() {
    return String.valueOf(browser.run("return document.title"));
  }

  private static String icon() {
    return String.valueOf(browser.run("return document.querySelector('link[rel=icon]').href"));
  }
}
