package dev.parley.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium with an empty profile, as a person uses it: looks, clicks and types. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /** What the terminal in sight shows, line by line, without what is blank at the ends. */
  private static final String SCREEN =
      """
      const rows = document.querySelectorAll('.stage .xterm-rows > div');
      return [...rows].map((row) => row.textContent.replaceAll('\\u00a0', ' ').trimEnd()).join('\\n').trimEnd();
      """;

  private static final String AXE = axe();

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  private static String axe() {
    try (var source = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(source, "axe is not on the class path").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static boolean isInstalled() {
    return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
  }

  static Browser start(Path profile) {
    var options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    // Its sandbox refuses root; the rest keeps it from calling home.
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,800",
        "--hide-scrollbars",
        "--user-data-dir=" + profile);
    // A given driver keeps Selenium from looking for one in the network.
    var service = new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build();
    var browser = new Browser(new ChromeDriver(service, options));
    browser.size(1280, 800);
    browser.tell(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", profile.resolve("saved").toString()));
    return browser;
  }

  /** Says something in Chromium's own protocol, for what WebDriver has no words. */
  private void tell(String command, Map<String, Object> parameters) {
    var unused = driver.executeCdpCommand(command, parameters);
  }

  void open(String url) {
    driver.get(url);
  }

  /** Goes to another page of the console without loading it anew. */
  void go(String hash) {
    run("location.hash = arguments[0]", hash);
  }

  void size(int width, int height) {
    var unused =
        driver.executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of(
                "width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  /** What the system of the person prefers: {@code light} or {@code dark}. */
  void prefer(String scheme) {
    tell(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  // --- looking ---------------------------------------------------------------------------------

  /** The first element that a selector finds; waits until there is one. */
  WebElement find(String selector) {
    return await(
        selector + " is there", () -> driver.findElements(By.cssSelector(selector)).getFirst());
  }

  boolean shows(String selector) {
    return Boolean.TRUE.equals(
        run(
            "const found = document.querySelector(arguments[0]); return Boolean(found?.checkVisibility())",
            selector));
  }

  /** The words of all elements that a selector finds, as they are shown. */
  String text(String selector) {
    return String.valueOf(
        run(
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText).join('\\n')",
            selector));
  }

  void awaitText(String selector, String text) {
    awaitThat("%s says '%s'".formatted(selector, text), () -> text(selector).contains(text));
  }

  void awaitGone(String selector) {
    awaitThat(selector + " is gone", () -> !shows(selector));
  }

  String screen() {
    return String.valueOf(run(SCREEN));
  }

  void awaitScreen(String text) {
    awaitThat("the screen shows '%s'".formatted(text), () -> screen().contains(text));
  }

  /** Calls a function of one of the page's own modules. */
  Object call(String module, String function, Object... arguments) {
    return run(
        "return import('/js/' + arguments[0]).then((all) => all[arguments[1]](...arguments[2]))",
        module,
        function,
        List.of(arguments));
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** What axe finds wrong with the page; what a program prints in a terminal is its own affair. */
  List<?> violations() {
    if (!Boolean.TRUE.equals(run("return typeof window.axe === 'object'"))) {
      run(AXE);
    }
    return (List<?>)
        run(
            """
            return axe.run({ exclude: [['.xterm']] }, { resultTypes: ['violations'] }).then(({ violations }) =>
              violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`));
            """);
  }

  /** The smallest letters on the page, in pixels. */
  double smallestLetters() {
    return ((Number)
            run(
                """
                const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                let smallest = Infinity;
                while (walker.nextNode()) {
                  const { parentElement: at, data } = walker.currentNode;
                  if (!data.trim() || !at.checkVisibility() || at.closest('noscript, .unseen, .xterm-helpers')) continue;
                  smallest = Math.min(smallest, parseFloat(getComputedStyle(at).fontSize));
                }
                return smallest;
                """))
        .doubleValue();
  }

  /** A number that a script computes. */
  double number(String script, Object... arguments) {
    return ((Number) run(script, arguments)).doubleValue();
  }

  // --- acting ----------------------------------------------------------------------------------

  void click(String selector) {
    var unused =
        await(
            selector + " can be clicked",
            () -> {
              find(selector).click();
              return true;
            });
  }

  /** Moves onto a word in the first element that shows it, and clicks there. */
  void clickText(String selector, String word) {
    var place =
        (List<?>)
            run(
                """
                const line = [...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1]));
                const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
                while (walker.nextNode()) {
                  const at = walker.currentNode.data.indexOf(arguments[1]);
                  if (at < 0) continue;
                  const range = document.createRange();
                  range.setStart(walker.currentNode, at);
                  range.setEnd(walker.currentNode, at + arguments[1].length);
                  const box = range.getBoundingClientRect();
                  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
                }
                """,
                selector,
                word);
    var x = ((Number) place.get(0)).intValue();
    var y = ((Number) place.get(1)).intValue();
    // Links come to life under a mouse that comes from another cell.
    new Actions(driver).moveToLocation(x + 200, y).moveToLocation(x, y).click().perform();
  }

  /** Types into whatever has the focus. */
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Presses Control and a letter. */
  void control(String letter) {
    new Actions(driver).keyDown(Keys.CONTROL).sendKeys(letter).keyUp(Keys.CONTROL).perform();
  }

  /** Presses Control, Shift and a key. */
  void command(CharSequence key) {
    new Actions(driver)
        .keyDown(Keys.CONTROL)
        .keyDown(Keys.SHIFT)
        .sendKeys(key)
        .keyUp(Keys.SHIFT)
        .keyUp(Keys.CONTROL)
        .perform();
  }

  int windows() {
    return driver.getWindowHandles().size();
  }

  /** Runs a script in the page that was opened from this one, and closes that page. */
  Object openedPage(String script) {
    awaitThat("another page is open", () -> windows() == 2);
    var ours = driver.getWindowHandle();
    var other = driver.getWindowHandles().stream().filter(one -> !one.equals(ours)).findFirst();
    try {
      driver.switchTo().window(other.orElseThrow());
      awaitThat(
          "it is loaded", () -> !String.valueOf(run("return location.href")).startsWith("about:"));
      return run(script);
    } finally {
      driver.close();
      driver.switchTo().window(ours);
    }
  }

  String window() {
    return driver.getWindowHandle();
  }

  /** Opens the same page in another window, which is looked at from now on. */
  String another() {
    var here = driver.getCurrentUrl();
    driver.switchTo().newWindow(WindowType.WINDOW);
    driver.get(here);
    return driver.getWindowHandle();
  }

  void look(String window) {
    driver.switchTo().window(window);
  }

  /** Closes the window that is looked at, and looks at another. */
  void closeFor(String window) {
    driver.close();
    driver.switchTo().window(window);
  }

  /** Loads the page anew, as somebody who was never here. */
  void reloadWithoutCache() {
    tell("Network.clearBrowserCache", Map.of());
    driver.navigate().refresh();
  }

  void reload() {
    driver.navigate().refresh();
  }

  /** How many bytes the page and its files took on their way here, with their headers. */
  long transferred() {
    return (long)
        number(
            """
            return ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
              .filter(({ name }) => !name.includes('/v1/'))
              .reduce((sum, { transferSize }) => sum + transferSize, 0);
            """);
  }

  /** As if the person had said yes when asked. */
  void allowNotifications() {
    driver.setPermission("notifications", "granted");
  }

  /** Hands a message to the page's worker, as the browser does with what its push service sends. */
  void push(String origin, String message) {
    tell("ServiceWorker.enable", Map.of());
    // WebDriver has no way to ask for the worker's number; the browser counts its own workers too.
    for (var registration = 0; registration < 16; registration++) {
      tell(
          "ServiceWorker.deliverPushMessage",
          Map.of("origin", origin, "registrationId", "" + registration, "data", message));
    }
  }

  String source() {
    return driver.getPageSource();
  }

  /** Keeps a picture of the page. */
  void picture(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  // --- waiting ---------------------------------------------------------------------------------

  /** Something that can be asked for again and again. */
  interface Look<T> {
    T look();
  }

  void awaitThat(String what, Look<Boolean> look) {
    var unused = await(what, look); // what is false is waited for too
  }

  private <T> T await(String what, Look<T> look) {
    return new WebDriverWait(driver, PATIENCE, Duration.ofMillis(25))
        .ignoring(java.util.NoSuchElementException.class)
        .ignoring(StaleElementReferenceException.class)
        .ignoring(org.openqa.selenium.ElementNotInteractableException.class)
        .withMessage(() -> "Waited in vain: %s\n%s".formatted(what, text("body")))
        .until(_ -> look.look());
  }

  @Override
  public void close() {
    driver.quit();
  }
}
