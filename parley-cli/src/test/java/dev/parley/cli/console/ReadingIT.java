package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** That all of it can be read: letters, small windows, long output, many sessions, slow lines. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class ReadingIT {
  /** How large the terminal's letters are, in pixels. */
  private static final String LETTERS =
      "return parseFloat(getComputedStyle(document.querySelector('.stage .xterm-rows')).fontSize)";

  /** How far the line with the cursor reaches below what can be seen, in pixels. */
  private static final String BELOW =
      """
      const rows = [...document.querySelectorAll('.stage .xterm-rows > div')];
      const last = rows.findLast((row) => row.textContent.trim()).getBoundingClientRect();
      const box = document.querySelector('.stage .box').getBoundingClientRect();
      return last.bottom - Math.min(box.bottom, visualViewport.height);
      """;

  private static Console console;
  private static Browser browser;

  @BeforeAll
  static void begin(Console shared) {
    console = shared;
    browser = console.browser();
  }

  @AfterAll
  static void clear() throws Exception {
    browser.size(1280, 800);
    console.clear();
  }

  @BeforeEach
  void onADesk() {
    browser.prefer("light");
    browser.size(1280, 800);
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
  }

  @Test
  void lettersAreNeverTooSmallAndGrowAsAPersonLikes() throws Exception {
    var wide = wide("wide");
    for (var page : List.of("#/", "#/session/" + wide, "#/replay/" + wide, "#/grid/" + wide)) {
      browser.go(page);
      browser.awaitText(
          "h1", page.length() == 2 ? "Sessions" : page.contains("grid") ? "Grid" : "wide");
      browser.awaitThat("letters of 12 pixels on " + page, () -> browser.smallestLetters() >= 12);
      assertThat(browser.violations()).as(page).isEmpty();
    }

    console.watch(wide);
    assertThat(browser.number(LETTERS)).isEqualTo(12);
    browser.click("[aria-label='Larger letters']");
    browser.click("[aria-label='Larger letters']");
    browser.awaitThat("they are larger", () -> browser.number(LETTERS) == 14);
    browser.reload();
    browser.awaitThat(
        "and stay so", () -> browser.shows(".stage .xterm-rows") && browser.number(LETTERS) == 14);
    browser.type("-");
    browser.awaitThat("a little smaller", () -> browser.number(LETTERS) == 13);
    browser.type("0");
    browser.awaitThat("as the box allows", () -> browser.number(LETTERS) == 12);
  }

  /** A screen that no window of ours has room for, with the cursor in its last line. */
  private static String wide(String name) throws Exception {
    var launch =
        Map.of(
            "name",
            name,
            "command",
            "seq 70; printf 'the last line> '; cat",
            "cols",
            180,
            "rows",
            60);
    return console.call("POST", "/v1/sessions", launch).field("session");
  }

  @Test
  void thePageUsesTheWholeWindow() throws Exception {
    var cat = console.start("filled", "echo ready; cat");
    browser.size(1920, 1000);
    browser.awaitText(Console.row(cat), "Waiting");
    assertThat(browser.number("return document.querySelector('.sessions').clientWidth"))
        .isGreaterThan(1850);
    console.watch(cat);
    assertThat(browser.number("return document.querySelector('.stage').clientWidth"))
        .isGreaterThan(1890);
    assertThat(browser.number("return document.querySelector('.floor-banner').offsetHeight"))
        .isLessThan(30);
    assertThat(browser.number("return document.querySelector('.stage').offsetTop")).isLessThan(100);
    console.picture("wide");
  }

  @Test
  void theLastLineIsInSightOnAPhoneOnItsSideAndWithItsKeyboardOpen() throws Exception {
    var wide = wide("phone");
    browser.size(844, 390);
    console.watch(wide);
    browser.awaitThat("on its side", () -> browser.number(BELOW) <= 0);
    console.picture("landscape");
    browser.size(390, 844);
    browser.awaitThat("upright", () -> browser.number(BELOW) <= 0);
    browser.click(".floor-button");
    browser.awaitText(".floor-button", "Hand back");

    // A phone's keyboard covers the page, which only the visual viewport tells.
    browser.run(
        """
        Object.defineProperty(visualViewport, 'height', { value: 460, configurable: true });
        visualViewport.dispatchEvent(new Event('resize'));
        """);
    browser.awaitThat("above the keyboard", () -> browser.number(BELOW) <= 0);
    assertThat(
            browser.number(
                "return document.querySelector('.touch-keys').getBoundingClientRect().bottom"))
        .isLessThanOrEqualTo(460);
    assertThat(browser.number("return document.querySelector('.stage').clientHeight"))
        .isGreaterThan(230);
    console.picture("keyboard");
    browser.run("delete visualViewport.height; visualViewport.dispatchEvent(new Event('resize'))");
  }

  @Test
  void theSearchGoesThroughAllOutput() throws Exception {
    var session = console.start("searched", "seq -f 'line %g of very many' 40000; cat");
    console.watch(session);
    browser.awaitScreen("line 40000 of very many");

    browser.type("/");
    browser.type("LINE 7 of");

    browser.awaitText(".search-place .sum", "1 line has it, of 40,000 in all output.");
    browser.click(".found-lines button");
    browser.awaitText(".found-lines pre", "line 6 of very many\nline 7 of very many\nline 8 of");
    assertThat(browser.violations()).isEmpty();
    console.picture("search");
    browser.type(Keys.ESCAPE);
    browser.awaitGone(".search-place");
    console.end(session);
  }

  @Test
  void whereAFloodWasSkippedALineSaysSo() throws Exception {
    var session =
        console.start("flood", "echo before; read -r; seq -f 'flood %.0f' 400000; echo dry; cat");
    console.watch(session);
    browser.awaitScreen("before");
    var unused = console.send(session, "");
    browser.awaitScreen("dry");

    browser.type("/");
    browser.type("Output was skipped here");

    browser.awaitThat(
        "it is marked", () -> browser.text(".search-bar .count").matches("\\d+ of [1-9]\\d*"));
    browser.type(Keys.ESCAPE);
    console.end(session);
  }

  @Test
  void anEndedSessionSaysSinceWhenAndCanBeDeleted() throws Exception {
    var ended = console.start("over", "exit 4");
    var other = console.start("over-too", "true");
    browser.click(".bar .check input");
    browser.awaitText(Console.row(ended) + " .idle", "ended ");
    browser.awaitText(Console.row(ended), "Ended with 4");
    browser.click(Console.row(ended) + " input");
    browser.click(Console.row(other) + " input");
    assertThat(browser.violations()).isEmpty();
    browser.click("[aria-label='Delete 2 ended']");
    browser.click("dialog button.danger");

    browser.awaitGone(Console.row(ended));
    browser.awaitGone(Console.row(other));
    assertThat(console.get("/v1/sessions/" + ended).status()).isEqualTo(404);
    browser.click(".bar .check input");
  }

  @Test
  void severalAreClosedAtOnceAndGroupedByFolder() throws Exception {
    var one = console.start("first", List.of("cat"));
    var two = console.start("second", List.of("cat"));
    browser.run(
        "arguments[0].value = 'folder'; arguments[0].dispatchEvent(new Event('change'))",
        browser.find("[aria-label='Group sessions']"));
    browser.awaitText(".group h2", "/srv");
    console.picture("groups");
    browser.run(
        "arguments[0].value = 'none'; arguments[0].dispatchEvent(new Event('change'))",
        browser.find("[aria-label='Group sessions']"));
    browser.click(Console.row(one) + " input");
    browser.click(Console.row(two) + " input");
    browser.click("[aria-label='Close 2']");
    browser.click("dialog button.danger");

    browser.awaitGone(Console.row(one));
    browser.awaitGone(Console.row(two));
  }

  @Test
  void aHundredSessionsAreLiveOnlyWhereTheyAreInSight() throws Exception {
    var sessions = started(100);
    browser.awaitText(Console.row(sessions.getFirst()), "Waiting");
    browser.run("document.getElementById('main').scrollTop = 900");
    browser.go("#/grid");
    browser.awaitText("h1", "Grid");
    assertThat(browser.number("return document.getElementById('main').scrollTop")).isZero();
    browser.awaitThat(
        "all are there",
        () -> browser.number("return document.querySelectorAll('.tile').length") >= 100);
    assertThat(browser.number("return document.querySelectorAll('.chip').length"))
        .isGreaterThanOrEqualTo(100);
    browser.awaitThat("some are live", () -> browser.text(".tile .xterm-rows").contains("ready"));
    assertThat(browser.number("return document.querySelectorAll('.tile .xterm').length"))
        .isBetween(4.0, 30.0);
    assertThat(browser.violations()).isEmpty();
    console.picture("hundred");

    var last = sessions.getFirst(); // the newest come first
    browser.run(
        "document.querySelector(`.tile[data-id='${arguments[0]}']`).scrollIntoView()", last);
    browser.awaitText(".tile[data-id='%s'] .xterm-rows".formatted(last), "ready");
    var unused = console.send(last, "news for the last");
    browser.awaitText(".tile[data-id='%s'] .xterm-rows".formatted(last), "news for the last");
    assertThat(browser.number("return document.querySelectorAll('.tile .xterm').length"))
        .isLessThan(40);
    console.clear();
  }

  @Test
  void whatBeganWhileTheListWasAskedForStaysInIt() throws Exception {
    browser.run(
        """
        return import('/js/sessions.js').then(({ Sessions }) => {
          const sessions = new Sessions();
          const real = window.fetch;
          let answer;
          window.fetch = (path, more) =>
            path.startsWith('/v1/sessions?') ? new Promise((give) => (answer = give)) : real(path, more);
          sessions.watch();
          const refreshed = sessions.refresh();
          window.fetch = real;
          window.late = { sessions, refreshed, answer };
        });
        """);
    var began = console.start("began", List.of("cat"));
    browser.awaitThat(
        "it is told",
        () -> browser.run("return window.late.sessions.get(arguments[0])", began) != null);

    var stays =
        browser.run(
            """
            window.late.answer(new Response('{"sessions":[]}'));
            return window.late.refreshed.then(() => {
              window.late.sessions.stop();
              return Boolean(window.late.sessions.get(arguments[0]));
            });
            """,
            began);

    assertThat(stays).isEqualTo(true);
  }

  private static List<String> started(int many) throws Exception {
    try (var threads = Executors.newFixedThreadPool(4)) {
      var starts = new ArrayList<Callable<String>>();
      for (var at = 0; at < many; at++) {
        var name = "many-" + at;
        starts.add(() -> console.start(name, "echo ready; exec cat"));
      }
      var ids = new ArrayList<String>();
      for (var started : threads.invokeAll(starts)) {
        ids.add(started.get());
      }
      return ids;
    }
  }

  @Test
  void aReplayOfASessionThatIsNotThereSaysSo() {
    browser.go("#/replay/nope");
    browser.awaitText(".empty", "There is no session “nope”.");
    assertThat(browser.violations()).isEmpty();
    browser.click(".empty a");
    browser.awaitText("h1", "Sessions");
  }

  @Test
  void theApiHasAPageOfItsOwn() throws Exception {
    browser.open(console.url() + "/docs");
    try {
      browser.awaitText(".route", "/v1/sessions/{id}/input");
      browser.find("input").sendKeys("type wait");
      browser.awaitGone("#get_v1_events");
      browser.click("#post_v1_sessions_id_input summary");
      browser.awaitText("#post_v1_sessions_id_input table", "if_offset");
      assertThat(browser.violations()).isEmpty();
      assertThat(browser.smallestLetters()).isGreaterThanOrEqualTo(12);
      console.picture("api");
    } finally {
      browser.open(console.url() + "/#/");
      browser.awaitText("h1", "Sessions");
    }
  }

  @Test
  void commandsOfAShellAreMarkedAndOneGoesFromOneToTheNext() throws Exception {
    var shell = console.startShell("blocks");
    for (var line : List.of("seq 50", "ls /nowhere", "seq 60", "true")) {
      var unused = console.send(shell, line);
    }
    console.watch(shell);
    browser.awaitThat("what is in sight is marked", () -> browser.shows(".command-mark"));
    browser.run(
        "window.copied = []; navigator.clipboard.writeText = async (text) =>"
            + " window.copied.push(text)");

    browser.type("[");
    browser.command("c");
    browser.awaitThat("the last, which is in sight", () -> copied().matches(".*\\btrue"));
    browser.type("[");
    browser.awaitThat("the one before is on top", () -> firstLine().endsWith("seq 60"));
    browser.type("[");
    browser.awaitThat("the one before that is", () -> firstLine().endsWith("nowhere"));
    browser.awaitThat("it is marked", () -> browser.shows(".command-mark[data-bad]"));
    browser.awaitThat("it is said", () -> browser.text("#spoken").contains("ended with 2"));
    console.picture("blocks");
    browser.type("[");
    browser.awaitThat("the first is", () -> firstLine().endsWith("seq 50"));
    browser.type("]");
    browser.awaitThat("the next is", () -> firstLine().endsWith("nowhere"));
    browser.command("c");
    browser.awaitThat(
        "the command and what it said were copied",
        () -> copied().matches("(?s)[^\n]*ls /nowhere\nls: [^\n]*nowhere[^\n]*"));

    browser.click(".floor-button");
    browser.awaitText(".floor-button", "Hand back");
    var before = console.get("/v1/sessions/" + shell + "/screen.txt").text();
    browser.command(Keys.ARROW_UP);
    browser.awaitThat("in control too", () -> firstLine().endsWith("seq 50"));
    browser.command(Keys.ARROW_DOWN);
    browser.awaitThat("both ways", () -> firstLine().endsWith("nowhere"));
    assertThat(console.get("/v1/sessions/" + shell + "/screen.txt").text()).isEqualTo(before);
    assertThat(browser.violations()).isEmpty();
  }

  private static String copied() {
    return String.valueOf(browser.run("return window.copied.at(-1) ?? ''"));
  }

  private static String firstLine() {
    return browser.screen().lines().findFirst().orElse("");
  }

  @Test
  void theFirstVisitIsSmallAndTheSecondNextToNothing() throws Exception {
    var cat = console.start("light", "echo ready; cat");
    browser.reloadWithoutCache();
    browser.awaitText("h1", "Sessions");
    var list = browser.transferred();
    console.watch(cat);
    browser.go("#/replay/" + cat);
    browser.awaitText("h1", "light");
    browser.go("#/grid/" + cat);
    browser.awaitText(".tile .xterm-rows", "ready");
    var all = browser.transferred();
    assertThat(list).as("the list").isBetween(10_000L, 70_000L);
    assertThat(all).as("every page").isBetween(100_000L, 200_000L);

    browser.reload();
    browser.awaitText(".tile .xterm-rows", "ready");
    assertThat(browser.transferred()).as("the second visit").isLessThan(25_000L);
  }
}
