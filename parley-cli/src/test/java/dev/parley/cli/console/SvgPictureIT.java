package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Terminal;
import dev.parley.terminal.picture.Picture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A picture of a screen in a real browser: every character stands in its own cell. */
@Timeout(180)
final class SvgPictureIT {
  private static final int CELL = 10;
  private static final int MARGIN = 8;

  @Test
  void blanksKeepTheirPlaces(@TempDir Path folder) throws Exception {
    Assumptions.assumeTrue(Browser.isInstalled(), "Chromium and its driver are needed");
    var terminal = new Terminal(30, 2);
    terminal.feed("    one      two".getBytes(StandardCharsets.UTF_8));
    var file = folder.resolve("picture.svg");
    Files.writeString(file, Picture.svg(terminal.screen()));

    try (var browser = Browser.start(folder.resolve("profile"))) {
      browser.open(file.toUri().toString());
      // Where blanks are collapsed, the fewer characters are stretched over the same width.
      assertThat(browser.run("return document.querySelector('text').getNumberOfChars()"))
          .isEqualTo((long) "    one      two".length());
      assertThat(
              ((Number)
                      browser.run(
                          "return document.querySelector('text').getStartPositionOfChar(13).x"))
                  .doubleValue())
          .isBetween(MARGIN + 13 * CELL - 1.0, MARGIN + 13 * CELL + 1.0);
    }
  }
}
