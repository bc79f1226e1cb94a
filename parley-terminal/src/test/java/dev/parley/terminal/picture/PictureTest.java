package dev.parley.terminal.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;

@Timeout(60)
class PictureTest {
  private static final int MARGIN = 8;

  @Test
  void textIsWhatTheScreenSays() {
    assertThat(Picture.text(screen(10, 3, "ab\r\n\u001b[31mc d"))).isEqualTo("ab\nc d\n");
  }

  @Test
  void ansiPrintedOnAnotherTerminalLooksTheSame() {
    Screen screen =
        screen(
            40,
            4,
            "\u001b[1;31mred\u001b[0;3;4:3;58;5;9mcurl\u001b[m \u001b[48;2;1;2;3m漢\u001b[0;97;100mx"
                + "\u001b[m\r\n\u001b[2;5;7;8;9;53mall\u001b[m \u001b]8;;https://a.example/\u001b\\link\u001b]8;;\u001b\\ e\u0301");
    var other = new Terminal(40, 4);
    other.feed(utf8(Picture.ansi(screen).replace("\n", "\r\n")));
    for (int row = 0; row < 4; row++) {
      assertThat(other.screen().row(row)).isEqualTo(screen.row(row));
    }
  }

  @Test
  void svgHasTheTextTheColoursAndTheCursor() {
    assertThat(Picture.svg(screen(6, 2, "\u001b]2;t\u0007a\u001b[1;32mb<\u001b[m\r\n─\u001b[44m漢")))
        .isEqualTo(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="76" height="56" viewBox="0 0 76 56" font-family="DejaVu Sans Mono,Menlo,Consolas,Liberation Mono,Noto Sans Mono CJK SC,monospace" font-size="16.6">
            <title>t</title>
            <rect width="100%" height="100%" fill="#17171c"/>
            <text x="8" y="23" xml:space="preserve" textLength="10" lengthAdjust="spacingAndGlyphs" fill="#d4d4d8">a</text>
            <text x="18" y="23" xml:space="preserve" textLength="20" lengthAdjust="spacingAndGlyphs" fill="#5fbf6e" font-weight="bold">b&lt;</text>
            <rect x="18" y="28" width="20" height="20" fill="#2f5fd0" shape-rendering="crispEdges"/>
            <rect x="38" y="28" width="10" height="20" fill="#e4e4e7" shape-rendering="crispEdges"/>
            <g transform="translate(8 28)" fill="#d4d4d8"><rect x="5" y="10" width="5" height="1" shape-rendering="crispEdges"/><rect x="0" y="10" width="6" height="1" shape-rendering="crispEdges"/></g>
            <text x="18" y="43" xml:space="preserve" textLength="20" lengthAdjust="spacingAndGlyphs" fill="#d4d4d8">漢</text>
            </svg>
            """);
  }

  @Test
  void htmlHasTheTextTheColoursAndTheCursor() {
    String page = Picture.html(screen(6, 2, "a\u001b[1;4:3;32mb<\u001b[m\r\n漢x"), Theme.LIGHT);
    assertThat(page.substring(page.indexOf("<pre>")))
        .isEqualTo(
            """
            <pre>
            a<span style="color:#1c7c33;font-weight:bold;text-decoration:underline wavy">b&lt;</span>
            <span class="w">漢</span>x<span style="color:#ffffff;background:#27272a"> </span>
            </pre>
            </body>
            </html>
            """);
  }

  @Test
  void hostileTextStaysText() throws Exception {
    Screen screen =
        screen(
            60,
            4,
            "\u001b]2;</title><script>alert(1)</script>\u0007<script>alert(\"1\")</script>&amp;'\r\n"
                + "\u001b]8;;javascript:alert(1)\u001b\\one\u001b]8;;\u001b\\ "
                + "\u001b]8;;https://x.example/\"onmouseover='alert(1)\u001b\\two\u001b]8;;\u001b\\ "
                + "\u001b]8;;data:text/html,x\u001b\\three\u001b]8;;\u001b\\\uffff\ufffe");
    String svg = Picture.svg(screen);
    Document document = xml(svg);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("a").getLength()).isPositive();
    for (String picture : new String[] {svg, Picture.html(screen)}) {
      assertThat(picture).doesNotContain("<script", "javascript:", "data:", "\"onmouseover");
      assertThat(picture).contains("&lt;script&gt;", "https://x.example/&quot;onmouseover=&#39;");
    }
  }

  @Test
  void pngHasTheColoursOfItsCells() throws IOException {
    BufferedImage image =
        png(screen(6, 2, "\u001b[48;2;10;20;30m \u001b[7m \u001b[0;41m \u001b[m\u001b[?25l"));
    assertThat(image.getWidth()).isEqualTo(6 * 10 + 2 * MARGIN);
    assertThat(image.getHeight()).isEqualTo(2 * 20 + 2 * MARGIN);
    assertThat(pixel(image, 0, 0, 5, 10)).isEqualTo(0x0a141e);
    assertThat(pixel(image, 1, 0, 5, 10)).isEqualTo(Theme.DARK.foreground());
    assertThat(pixel(image, 2, 0, 5, 10)).isEqualTo(Theme.DARK.palette().get(1));
    assertThat(pixel(image, 3, 0, 5, 10)).isEqualTo(Theme.DARK.background());
  }

  @Test
  void aProgramsOwnColoursAreThoseOfThePicture() throws IOException {
    String own =
        "\u001b]4;1;#102030;200;rgb:ff/00/80\u0007\u001b]10;#0a0b0c\u0007\u001b]11;#fdf6e3\u0007"
            + "\u001b]12;#00ff00\u0007\u001b[41m \u001b[48;5;200m \u001b[0;7m \u001b[m";
    BufferedImage image = png(screen(6, 1, own));
    assertThat(pixel(image, 0, 0, 5, 10)).isEqualTo(0x102030);
    assertThat(pixel(image, 1, 0, 5, 10)).isEqualTo(0xff0080);
    assertThat(pixel(image, 2, 0, 5, 10)).isEqualTo(0x0a0b0c);
    assertThat(pixel(image, 3, 0, 0, 0)).isEqualTo(0x00ff00);
    assertThat(pixel(image, 5, 0, 5, 10)).isEqualTo(0xfdf6e3);
    assertThat(Picture.svg(screen(6, 1, own))).contains("#fdf6e3", "#102030");

    String back = "\u001b]104\u0007\u001b]110\u0007\u001b]111\u0007\u001b]112\u0007";
    BufferedImage usual = png(screen(6, 1, own + back));
    assertThat(pixel(usual, 0, 0, 5, 10)).isEqualTo(Theme.DARK.palette().get(1));
    assertThat(pixel(usual, 5, 0, 5, 10)).isEqualTo(Theme.DARK.background());
  }

  @Test
  void aColourAloneChangesTheScreen() {
    var terminal = new Terminal(10, 2);
    terminal.feed("\u001b[31mred".getBytes(StandardCharsets.UTF_8));
    Screen before = terminal.screen();
    terminal.feed("\u001b]4;1;#102030\u0007".getBytes(StandardCharsets.UTF_8));
    assertThat(terminal.screen().revision()).isGreaterThan(before.revision());
    assertThat(Picture.svg(terminal.screen())).contains("#102030");
    assertThat(Picture.svg(before)).doesNotContain("#102030");
  }

  @Test
  void pngShowsTheCursorInItsShape() throws IOException {
    int color = Theme.DARK.cursor();
    int back = Theme.DARK.background();
    BufferedImage block = png(screen(3, 1, "a\u001b[2 q"));
    assertThat(pixel(block, 1, 0, 0, 0)).isEqualTo(color);
    BufferedImage bar = png(screen(3, 1, "a\u001b[6 q"));
    assertThat(pixel(bar, 1, 0, 1, 10)).isEqualTo(color);
    assertThat(pixel(bar, 1, 0, 5, 10)).isEqualTo(back);
    BufferedImage line = png(screen(3, 1, "a\u001b[4 q"));
    assertThat(pixel(line, 1, 0, 5, 18)).isEqualTo(color);
    assertThat(pixel(line, 1, 0, 5, 10)).isEqualTo(back);
    BufferedImage hidden = png(screen(3, 1, "a\u001b[?25l"));
    assertThat(pixel(hidden, 1, 0, 5, 10)).isEqualTo(back);
    BufferedImage wide = png(screen(4, 1, "漢\r"));
    assertThat(pixel(wide, 0, 0, 0, 0)).isEqualTo(color);
    assertThat(pixel(wide, 1, 0, 9, 0)).isEqualTo(color);
  }

  @Test
  void linesMeetFromCellToCell() throws IOException {
    BufferedImage image = png(screen(4, 3, "┌──┐\r\n│  │\r\n└──┘\u001b[?25l"));
    int color = Theme.DARK.foreground();
    for (int x = 6; x < 36; x++) {
      assertThat(image.getRGB(MARGIN + x, MARGIN + 10) & 0xffffff).as("x %d", x).isEqualTo(color);
    }
    for (int y = 10; y <= 50; y++) {
      assertThat(image.getRGB(MARGIN + 5, MARGIN + y) & 0xffffff).as("y %d", y).isEqualTo(color);
    }
    assertThat(image.getRGB(MARGIN + 4, MARGIN + 10) & 0xffffff).isEqualTo(Theme.DARK.background());
  }

  @Test
  void blocksFillTheirPartOfTheCell() throws IOException {
    BufferedImage image = png(screen(5, 1, "█▀▄▌▒\u001b[?25l"));
    int front = Theme.DARK.foreground();
    int back = Theme.DARK.background();
    assertThat(pixel(image, 0, 0, 0, 0)).isEqualTo(front);
    assertThat(pixel(image, 0, 0, 9, 19)).isEqualTo(front);
    assertThat(pixel(image, 1, 0, 5, 9)).isEqualTo(front);
    assertThat(pixel(image, 1, 0, 5, 10)).isEqualTo(back);
    assertThat(pixel(image, 2, 0, 5, 9)).isEqualTo(back);
    assertThat(pixel(image, 3, 0, 4, 9)).isEqualTo(front);
    assertThat(pixel(image, 3, 0, 5, 9)).isEqualTo(back);
    assertThat(pixel(image, 4, 0, 5, 9)).isEqualTo(Theme.mix(back, front, 1, 2));
  }

  @Test
  void everyLineAndBlockCharacterIsDrawn() {
    for (int codePoint = 0x2500; codePoint < 0x25a0; codePoint++) {
      assertThat(BoxGlyphs.of(Character.toString(codePoint))).as("U+%04X", codePoint).isPresent();
    }
    assertThat(BoxGlyphs.of("a")).isEmpty();
    assertThat(BoxGlyphs.of("─\u0301")).isEmpty();
  }

  @Test
  void theFontsKnowTheScriptsPeopleWrite() {
    PixelFont font = PixelFont.load();
    "Az09~ÄßøŁğΩжשعทअ漢字かナ한글αβ→✓★€…“”😀🚀👍♥∑√⌘"
        .codePoints()
        .forEach(letter -> assertThat(font.has(letter)).as(Character.toString(letter)).isTrue());
    assertThat(font.has(0xe123)).isFalse();
  }

  @Test
  void lettersBoldAndSlantedLookDifferent() throws IOException {
    BufferedImage image =
        png(screen(8, 1, "g\u001b[1mg\u001b[0;3mg\u001b[0;2mg\u001b[0;8mg\u001b[0mg\u001b[?25l"));
    assertThat(cell(image, 0)).isEqualTo(cell(image, 5));
    assertThat(cell(image, 0))
        .isNotEqualTo(cell(image, 1))
        .isNotEqualTo(cell(image, 2))
        .isNotEqualTo(cell(image, 3));
    assertThat(cell(image, 4)).isEqualTo(cell(image, 6));
  }

  @Test
  void underlinesAndStrikesCrossTheWholeCell() throws IOException {
    BufferedImage image =
        png(screen(4, 1, "\u001b[4m \u001b[0;4;58;2;1;2;3m \u001b[0;9m \u001b[?25l"));
    for (int x = 0; x < 10; x++) {
      assertThat(pixel(image, 0, 0, x, 17)).isEqualTo(Theme.DARK.foreground());
      assertThat(pixel(image, 1, 0, x, 17)).isEqualTo(0x010203);
      assertThat(pixel(image, 2, 0, x, 10)).isEqualTo(Theme.DARK.foreground());
    }
  }

  @Test
  void moreThanAPaletteOfColoursComesBackExactly() throws IOException {
    var stream = new StringBuilder("\u001b[?25l");
    for (int n = 0; n < 400; n++) {
      stream.append("\u001b[48;2;%d;%d;9m ".formatted(n % 200, n / 2));
    }
    BufferedImage image = png(screen(100, 4, stream.toString()));
    for (int n = 0; n < 400; n++) {
      assertThat(pixel(image, n % 100, n / 100, 5, 5))
          .isEqualTo((n % 200) << 16 | (n / 2) << 8 | 9);
    }
  }

  @Test
  void aReversedScreenSwapsItsDefaults() throws IOException {
    BufferedImage image = png(screen(2, 1, "\u001b[?5h\u001b[?25l"));
    assertThat(pixel(image, 0, 0, 5, 5)).isEqualTo(Theme.DARK.foreground());
  }

  @Test
  void anyScreenHasItsPictures() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      var terminal = new Terminal(1 + random.nextInt(30), 1 + random.nextInt(8));
      byte[] noise = new byte[random.nextInt(800)];
      random.nextBytes(noise);
      terminal.feed(noise);
      for (int n = random.nextInt(40); n > 0; n--) {
        terminal.feed(utf8("\u001b[%d;%dm".formatted(random.nextInt(110), random.nextInt(60))));
        terminal.feed(utf8(Character.toString(random.nextInt(0xd800))));
      }
      Screen screen = terminal.screen();
      xml(Picture.svg(screen));
      assertThat(Picture.html(screen)).as("seed %d round %d", seed, round).endsWith("</html>\n");
      assertThat(png(screen).getWidth()).isEqualTo(screen.columns() * 10 + 2 * MARGIN);
      assertThat(Picture.ansi(screen)).isNotNull();
    }
  }

  @Test
  void theFontsAreSmallAndSayWhoseTheyAre() throws IOException {
    Path fonts = Path.of("src/main/resources/dev/parley/terminal/picture/font");
    assertThat(Files.size(fonts.resolve("smooth.bin")) + Files.size(fonts.resolve("coarse.bin")))
        .isLessThan(2 << 20);
    assertThat(Files.readString(fonts.resolve("LICENSE-smooth.txt"))).contains("Bitstream");
    assertThat(Files.readString(fonts.resolve("LICENSE-coarse.txt"))).contains("SIL OPEN FONT");
  }

  private static Screen screen(int columns, int rows, String text) {
    var terminal = new Terminal(columns, rows);
    terminal.feed(utf8(text));
    return terminal.screen();
  }

  private static BufferedImage png(Screen screen) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(Picture.png(screen)));
  }

  private static int pixel(BufferedImage image, int column, int row, int x, int y) {
    return image.getRGB(MARGIN + column * 10 + x, MARGIN + row * 20 + y) & 0xffffff;
  }

  private static int[] cell(BufferedImage image, int column) {
    return image.getRGB(MARGIN + column * 10, MARGIN, 10, 20, null, 0, 10);
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(utf8(text)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
