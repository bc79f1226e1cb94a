package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** What a person sees of sessions, and may start, close and keep. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class ConsoleIT {
  private static Console console;
  private static Browser browser;
  private static String python;
  private static String meter;
  private static String shell;

  @BeforeAll
  static void begin(Console shared) throws Exception {
    console = shared;
    browser = console.browser();
    python = console.start("python", List.of("python3", "-q"));
    meter = console.startWorking("meter", "exec vmstat 1");
    shell = console.startShell("shell");
    var deploy = console.start("deploy", "read -rs -p '[sudo] password for ada: '");
    console.ask(deploy, "secret", "The sudo password for ada, to install libpq-dev");
    var unused = console.send(python, "[n * n for n in range(12)]");
  }

  @AfterAll
  static void clear() throws Exception {
    console.clear();
  }

  @BeforeEach
  void beginWithTheList() {
    browser.prefer("light");
    browser.size(1280, 800);
    browser.go("#/");
    browser.awaitText("h1", "Sessions");
  }

  @Test
  void theListShowsStateEvidenceProgramAndFloorOfEachSession() throws Exception {
    browser.awaitText(Console.row(python), "Waiting");
    assertThat(browser.text(Console.row(python)))
        .contains("python", "python3 -q", "high", "kernel:", ">>>", "Agent");
    browser.awaitText(Console.row(meter), "Working");
    browser.awaitText(".need", "to install libpq-dev");
    browser.awaitText(".summary", "4 live · 1 working · 1 waiting · 1 ready · 1 needs you");
    console.picture("list");

    browser.type("/");
    browser.type("python waiting");
    browser.awaitGone(Console.row(meter));
    assertThat(browser.text(".sessions")).contains("python").doesNotContain("meter");
    browser.type(Keys.ESCAPE);
    browser.awaitText(Console.row(meter), "meter");
  }

  @Test
  void theListFollowsWhatHappens() throws Exception {
    var asking = console.start("asking", "read -r answer; exit 4");
    browser.awaitText(Console.row(asking), "Waiting");

    var unused = console.send(asking, "go on");

    browser.awaitGone(Console.row(asking));
    browser.click(".bar .check input");
    browser.awaitText(Console.row(asking), "Ended with 4");
    browser.click(".bar .check input");
  }

  @Test
  void aSessionIsStartedAndClosedInThePage() {
    browser.type("n");
    browser.find("dialog input[name=command]");
    browser.type("echo started here; cat", Keys.TAB, Keys.TAB, "made-by-hand", Keys.ENTER);

    browser.awaitText(".session-head h1", "made-by-hand");
    browser.awaitScreen("started here");
    browser.click("button[aria-label='Close the session']");
    browser.click("dialog button.danger");
    browser.awaitText(".session-head .pill", "Closed by ");
  }

  @Test
  void aGridShowsSeveralSessionsLiveAndEnlargesOne() throws Exception {
    var editor =
        console.start(
            "editor",
            List.of(
                "vim", "-u", "NONE", "-N", "-n", "-R", "/usr/share/common-licenses/Apache-2.0"));
    for (var session : List.of(python, meter, shell, editor)) {
      browser.click(Console.row(session) + " input");
    }
    browser.click(".bar .tools button:not(.primary)");
    browser.awaitThat("four tiles", () -> browser.text(".tile-head strong").lines().count() == 4);
    browser.awaitText(".tile .xterm-rows", "swpd");
    browser.awaitText(".tile .xterm-rows", "Apache License");
    var unused = console.send(python, "'live' * 3");
    browser.awaitText(".tile .xterm-rows", "livelivelive");
    console.picture("grid");

    browser.click(".tile-link[aria-label='Enlarge python']");
    browser.awaitText(".session-head h1", "python");
    browser.awaitScreen("livelivelive");
    console.end(editor);
  }

  @Test
  void vimIsShownAsItIsAndTakesWhatIsTyped() throws Exception {
    var file = console.home().resolve("greet.py");
    Files.writeString(
        file,
        """
        \"""Greets people wherever they are.\"""
        GREETINGS = {"en": "Hello", "de": "Grüß Gott", "ja": "こんにちは"}


        def greet(name: str, language: str = "en") -> str:
            # An unknown language is no reason to be silent.
            return f"{GREETINGS.get(language, 'Hello')}, {name}!"
        """);
    Files.writeString(
        console.home().resolve(".vimrc"), "set nocompatible noswapfile number\nsyntax on\n");
    var vim = console.start("vim", List.of("vim", file.toString()));
    console.watch(vim);
    browser.awaitScreen("こんにちは");
    assertThat(browser.screen()).isEqualTo(console.screen(vim));

    browser.command("f");
    browser.awaitText(".floor-banner", "You have control");
    browser.type(
        "Go", Keys.ENTER, "print(greet('Ada', 'ja'))  # typed in the console", Keys.ESCAPE);
    browser.awaitScreen("typed in the console");
    browser.awaitThat("vim is done", () -> !browser.screen().contains("INSERT"));
    browser.awaitText(".session-head .pill", "Waiting");
    console.picture("vim");
    assertThat(browser.screen()).isEqualTo(console.screen(vim));
    browser.type(":wq", Keys.ENTER);
    browser.awaitText(".session-head .pill", "Ended");

    assertThat(Files.readString(file))
        .endsWith("print(greet('Ada', 'ja'))  # typed in the console\n");
  }

  @Test
  void earlierOutputStandsAboveTheScreenAndCanBeSearched() throws Exception {
    var session = console.start("long", "seq -f 'line %g of many' 3000; cat");
    console.watch(session);
    browser.awaitScreen("line 3000 of many");

    browser.type("/");
    browser.type("line 17 of many", Keys.ENTER);
    browser.awaitScreen("line 17 of many");
    browser.awaitText(".search-bar .count", "1 of 1");
    browser.type(Keys.ESCAPE);
    browser.awaitGone(".search-bar");
    console.end(session);
  }

  @Test
  void muchEarlierOutputIsLoadedWhenAskedFor() throws Exception {
    var session = console.start("longer", "seq -f 'line %g of very many' 15000; cat");
    console.watch(session);
    browser.awaitScreen("line 15000 of very many");

    browser.type(Keys.HOME);
    browser.awaitText(".earlier", "Load earlier output");
    assertThat(browser.screen()).doesNotContain("line 1 of very many");
    browser.click(".earlier");
    browser.awaitThat(
        "the beginning can be reached",
        () -> {
          browser.click(".stage .xterm-screen");
          browser.type(Keys.HOME);
          return browser.screen().contains("line 1 of very many");
        });
    browser.type(Keys.END);
    browser.awaitScreen("line 15000 of very many");
    console.end(session);
  }

  @Test
  void aReplayHasATimeLineAndJumpsToCommands() throws Exception {
    var recorded = console.startShell("recorded");
    for (var line : List.of("echo first", "ls /nowhere", "echo last words")) {
      var unused = console.send(recorded, line);
    }
    browser.go("#/replay/" + recorded);
    browser.awaitText(".session-head h1", "recorded");
    browser.awaitText(".commands", "echo last words");
    browser.awaitThat("it has played to its end", () -> browser.shows("button[aria-label=Play]"));
    browser.awaitScreen("last words");

    browser.type("[", "[", "[", "[");
    browser.awaitThat("back at the beginning", () -> !browser.screen().contains("first"));
    browser.type("]");
    browser.awaitScreen("echo first");
    assertThat(browser.screen()).doesNotContain("nowhere");
    browser.type("]", "]", "]");
    browser.awaitScreen("last words");
    console.picture("replay");
    console.end(recorded);
  }

  @Test
  void aPictureAndARecordingAreSaved() throws Exception {
    console.watch(python);
    browser.click("button[aria-label='Save a picture']");
    browser.click("button[aria-label='Save the recording']");

    var saved = console.home().resolve("chromium/saved");
    browser.awaitThat(
        "both are saved",
        () ->
            Files.exists(saved.resolve("python.png"))
                && Files.exists(saved.resolve("python.cast")));
    assertThat(Files.readAllBytes(saved.resolve("python.png"))).startsWith(0x89, 'P', 'N', 'G');
    assertThat(Files.readString(saved.resolve("python.cast"))).startsWith("{\"version\":2");
  }

  @Test
  void everyPageFitsAPhone() throws Exception {
    browser.size(390, 844);
    for (var page :
        List.of("#/", "#/session/" + python, "#/grid/" + python, "#/replay/" + python)) {
      browser.go(page);
      browser.awaitText(
          "h1", page.contains("grid") ? "Grid" : page.length() > 3 ? "python" : "Sessions");
      assertThat(browser.run("return document.documentElement.scrollWidth"))
          .as(page)
          .isEqualTo(390L);
    }
    browser.go("#/");
    browser.awaitText(Console.row(python), "Waiting");
    console.picture("phone");
    console.watch(python);
    console.picture("phone-session");
  }

  @Test
  void coloursFollowTheSystemUntilAPersonChooses() throws Exception {
    assertThat(lightness()).isGreaterThan(200);
    browser.prefer("dark");
    assertThat(lightness()).isLessThan(50);
    browser.awaitText(Console.row(meter), "Working");
    console.picture("dark");

    browser.type("t");
    browser.awaitThat("light by choice", () -> lightness() > 200);
    browser.type("t");
    browser.awaitThat("dark by choice", () -> lightness() < 50);
    browser.type("t");
    assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("auto");
  }

  /** How light the page is, from 0 to 255. */
  private static long lightness() {
    var colour =
        String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
    return Long.parseLong(colour.replaceAll("^\\D*(\\d+).*$", "$1"));
  }

  @Test
  void theKeysAreExplained() throws Exception {
    browser.type("?");
    browser.awaitText("dialog", "Take control, or hand it back");
    browser.type(Keys.ESCAPE);
    browser.awaitGone("dialog");
  }

  @Test
  void nothingOfTheCodeStaysInTheAddress() {
    assertThat(String.valueOf(browser.run("return location.href"))).doesNotContain("code");
    assertThat(browser.run("return document.cookie")).isEqualTo("");
  }

  @Test
  void timesAndProgramsAreShownInShort() {
    assertThat(browser.call("words.js", "span", 59)).isEqualTo("59s");
    assertThat(browser.call("words.js", "span", 3720)).isEqualTo("1h 02m");
    assertThat(browser.call("words.js", "clock", 3725)).isEqualTo("1:02:05");
    assertThat(browser.call("words.js", "program", Map.of("command", "/usr/bin/python3 -q")))
        .isEqualTo("python3 -q");
    assertThat(browser.call("words.js", "program", Map.of("command", "/bin/bash -c make test")))
        .isEqualTo("make test");
  }

  @Test
  void aRecordingCutOffInTheMiddleIsReadAsFarAsItGoes() {
    var text =
        "{\"version\":2,\"width\":80,\"height\":24}\n[1.0,\"o\",\"a\"]\n[90.5,\"o\",\"b\"]\n[91,\"o";
    var cast = browser.call("cast.js", "parse", text);

    assertThat(browser.call("cast.js", "duration", cast)).isEqualTo(90.5);
    var brief = browser.call("cast.js", "withoutPauses", cast, 2);
    assertThat(browser.call("cast.js", "duration", brief)).isEqualTo(3L);
  }
}
