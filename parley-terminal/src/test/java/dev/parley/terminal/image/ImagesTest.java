package dev.parley.terminal.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Cursor;
import dev.parley.terminal.Terminal;
import dev.parley.terminal.picture.Picture;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.Deflater;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures that programs send: they are seen in pictures of the screen, and nowhere else. */
final class ImagesTest {
  private static final int MARGIN = 8;
  private static final String END = "\u001b\\";

  /** A block of red, 20 wide and 24 high, and under it one of blue. */
  private static final String SIXELS =
      "\u001bP0;1;0q\"1;1;20;48#1;2;100;0;0#2;2;0;0;100"
          + "#1!20~-!20~-!20~-!20~-#2!20~-!20~-!20~-!20~"
          + END;

  private final Terminal terminal = new Terminal(20, 6);

  private BufferedImage shown(String... parts) throws IOException {
    for (var part : parts) {
      terminal.feed(part.getBytes(StandardCharsets.ISO_8859_1));
    }
    return ImageIO.read(new ByteArrayInputStream(Picture.png(terminal.screen())));
  }

  private static int at(BufferedImage image, int x, int y) {
    return image.getRGB(MARGIN + x, MARGIN + y) & 0xffffff;
  }

  @Test
  void sixelsAreSeenWhereTheCursorStood() throws IOException {
    var image = shown("\u001b[?25lab", SIXELS, "c");
    assertThat(at(image, 20, 0)).isEqualTo(0xff0000);
    assertThat(at(image, 39, 23)).isEqualTo(0xff0000);
    assertThat(at(image, 20, 24)).isEqualTo(0x0000ff);
    assertThat(at(image, 39, 47)).isEqualTo(0x0000ff);
    assertThat(at(image, 41, 10)).isNotEqualTo(0xff0000);
    assertThat(at(image, 25, 49)).isNotEqualTo(0x0000ff);
    assertThat(terminal.screen().lines().subList(0, 3)).containsExactly("ab", "", "  c");
  }

  @Test
  void aPictureScrollsAndIsErasedLikeText() throws IOException {
    var scrolled = shown("\u001b[?25l\u001b[6H", SIXELS);
    assertThat(at(scrolled, 0, 60)).isEqualTo(0xff0000);
    assertThat(at(scrolled, 0, 119 - 13)).isEqualTo(0x0000ff);
    var gone = shown("\u001b[4H\u001b[2K");
    assertThat(at(gone, 0, 60)).isNotEqualTo(0xff0000);
    assertThat(at(gone, 0, 119 - 13)).isEqualTo(0x0000ff);
    assertThat(at(shown("\u001b[2J"), 0, 119 - 13)).isNotEqualTo(0x0000ff);
  }

  @Test
  void coloursOfSixelsMayBeGivenByHue() throws IOException {
    var image = shown("\u001b[?25l\u001bPq#7;1;120;50;100#7!20~#8;1;240;50;100#8!20~" + END);
    assertThat(at(image, 5, 3)).isEqualTo(0xff0000);
    assertThat(at(image, 25, 3)).isEqualTo(0x00ff00);
  }

  @Test
  void aSixelPictureMayBeLong() throws IOException {
    var line = "#1" + "~".repeat(190) + "$#1" + "~".repeat(190) + "-";
    var image = shown("\u001b[?25l\u001bPq#1;2;0;100;0" + line.repeat(400) + END);
    assertThat(at(image, 5, 3)).isEqualTo(0x00ff00);
  }

  @Test
  void pixelsComeByTheKittyProtocolInParts() throws IOException {
    var raw = new byte[10 * 20 * 3];
    for (var at = 0; at < raw.length; at += 3) {
      raw[at + 1] = (byte) 0x80;
    }
    var text = Base64.getEncoder().encodeToString(raw);
    var image =
        shown(
            "\u001b[?25l\u001b_Ga=T,f=24,s=10,v=20,m=1,c=4,r=2;" + text.substring(0, 400) + END,
            "\u001b_Gm=1;" + text.substring(400, 500) + END + "\u001b_Gm=0;" + text.substring(500),
            END);
    assertThat(at(image, 0, 0)).isEqualTo(0x008000);
    assertThat(at(image, 39, 39)).isEqualTo(0x008000);
    assertThat(at(image, 41, 39)).isNotEqualTo(0x008000);
    assertThat(terminal.screen().cursor()).isEqualTo(new Cursor(4, 1, false));
    assertThat(at(shown("\u001b_Ga=d" + END), 0, 0)).isNotEqualTo(0x008000);
  }

  @Test
  void packedPixelsAreKeptAndShownLater() throws IOException {
    var raw = new byte[4 * 4 * 4];
    for (var at = 0; at < raw.length; at += 4) {
      raw[at] = (byte) 0xff;
      raw[at + 3] = (byte) 0x80;
    }
    var deflater = new Deflater();
    deflater.setInput(raw);
    deflater.finish();
    var packed = new byte[200];
    var length = deflater.deflate(packed);
    deflater.end();
    var text = Base64.getEncoder().encodeToString(Arrays.copyOf(packed, length));
    var before = shown("\u001b[?25l\u001b_Gi=7,a=t,f=32,s=4,v=4,o=z;" + text + END);
    assertThat(at(before, 0, 0)).isEqualTo(at(before, 100, 100));
    var after = shown("\u001b_Gi=7,a=p,c=1,r=1,C=1" + END);
    assertThat(at(after, 5, 5) >> 16).isBetween(0x80, 0xa0);
    assertThat(terminal.screen().cursor()).isEqualTo(new Cursor(0, 0, false));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_INT_ARGB,
        BufferedImage.TYPE_BYTE_INDEXED,
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_BYTE_BINARY
      })
  void pngFilesOfAllKindsAreRead(int type) throws IOException {
    var picture = new BufferedImage(30, 30, type);
    var brush = picture.createGraphics();
    brush.setColor(Color.WHITE);
    brush.fillRect(0, 0, 30, 30);
    brush.setColor(Color.BLACK);
    brush.fillRect(10, 5, 7, 20);
    brush.dispose();
    var file = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", file);
    var image =
        shown(
            "\u001b[?25l\u001b_Ga=T,f=100;"
                + Base64.getEncoder().encodeToString(file.toByteArray())
                + END);
    for (var y = 0; y < 30; y++) {
      for (var x = 0; x < 30; x++) {
        assertThat(at(image, x, y)).isEqualTo(picture.getRGB(x, y) & 0xffffff);
      }
    }
  }

  @Test
  void textThatComesLaterIsInFrontOfAPicture() throws IOException {
    var image = shown("\u001b[?25l", SIXELS, "\u001b[HX");
    assertThat(at(image, 15, 10)).isEqualTo(0xff0000);
    assertThat(at(image, 0, 0)).isNotEqualTo(0xff0000);
    assertThat(terminal.screen().lines().getFirst()).isEqualTo("X");
  }

  @Test
  void noProgramIsToldThatPicturesAreUnderstood() {
    var question = "\u001b_Gi=1,a=q,s=1,v=1,f=24;AAAA" + END;
    assertThat(terminal.feed(question.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pq\"1;1;999999999;999999999#0~",
        "Pq!999999999~",
        "Pq#99999999;2;999;999;999~#5;9;1;1;1!0~!5",
        "Pq" + "-",
        "P;;;;;;q~~~",
        "_G",
        "_Ga=T",
        "_Ga=T,f=24,s=99999,v=99999;AAAA",
        "_Ga=T,f=24,s=2,v=2;%%%%",
        "_Ga=T,f=100;iVBORw0KGgo=",
        "_Ga=T,t=f,f=100;L2V0Yy9wYXNzd2Q=",
        "_Ga=T,f=32,s=2,v=2,o=z;AAAA",
        "_Ga=p,i=99",
        "_Gm=1;AAAA"
      })
  void whatIsBrokenOrTooLargeShowsNothing(String message) throws IOException {
    var empty = shown("\u001b[?25l");
    var image = shown("\u001b" + message + END);
    for (var y = 20; y < image.getHeight() - 2 * MARGIN; y++) {
      assertThat(at(image, 100, y)).isEqualTo(at(empty, 100, y));
    }
    assertThat(shown("fine")).isNotNull();
    assertThat(terminal.screen().text()).contains("fine");
  }

  @Test
  void onlySoManyPixelsAreKept() throws IOException {
    var large = "\u001bPq\"1;1;2000;2000#1;2;100;0;0#1!2000~" + END + "\u001b[H";
    for (var round = 0; round < 40; round++) {
      terminal.feed(large.getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(terminal.screen().row(0).images()).hasSizeLessThanOrEqualTo(8);
    assertThat(at(shown("\u001b[?25l" + SIXELS), 0, 0)).isEqualTo(0xff0000);
  }
}
