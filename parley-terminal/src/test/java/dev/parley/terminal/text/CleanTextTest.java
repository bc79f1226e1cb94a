package dev.parley.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Scrollback;
import dev.parley.terminal.Streams;
import dev.parley.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CleanTextTest {
  private static final Path RECORDINGS = Path.of("src/test/recordings/clean");

  /** Each line: what it shows, the bytes (␛ escape, ⏎ CR LF), the text (⏎ LF). */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          colours go                      | ␛[1;31mred␛[0m␛(B␛[m text          | red text
          true colour with colons         | ␛[38:2::1:2:3mx␛[m                 | x
          modes go                        | ␛[?2004h$ ␛[?25l␛[?12h␛=           | `$ `
          titles go                       | ␛]0;a title\\007u␛]2;b␛\\\\v          | uv
          links leave their text          | ␛]8;;http://x␛\\\\link␛]8;;␛\\\\    | link
          marks go                        | ␛]133;A␛\\\\$ ␛]133;B\\007ls          | $ ls
          device strings go               | a␛P+q544e␛\\\\b␛_Gi=1;AAAA␛\\\\c␛^x␛\\\\d | abcd
          titles of screen go             | ␛kvim␛\\\\text                      | text
          a cancelled sequence goes       | a␛[12\\030b                        | ab
          tabs stay                       | a\\tb⏎                             | a\\tb⏎
          blanks at the end stay          | a  ⏎b                              | a  ⏎b
          other controls go               | a\\007b\\0c\\005d\\177e              | abcde
          line ends                       | a\\r\\nb\\nc\\r\\r\\nd             | a⏎b⏎c⏎d
          rewritten by return             | 10%\\r20%\\r100%⏎                  | 100%⏎
          what is longer shows on         | abcdef\\rxyz⏎                      | xyzdef⏎
          erased to the end               | abcdef\\rxyz␛[K⏎                   | xyz⏎
          erased whole                    | abc␛[2K\\rxyz                      | xyz
          erased before                   | abcdef␛[3D␛[1K⏎                    | `    ef⏎`
          blanked at the end of a rewrite | working...\\rdone      ⏎           | done⏎
          backspace                       | abd\\b \\bc                        | abc
          spinner                         | ⠋\\b⠙\\b⠹\\b ok                    | ` ok`
          spinner by column               | ⠋␛[1G␛[0K⠙␛[1G␛[0Kdone             | done
          moved right                     | ab␛[3Cc                            | ab   c
          moved left                      | abc␛[2Dx                           | axc
          moved to a column               | abc␛[2Gx␛[10Gy                     | axc      y
          inserted                        | held␛[D␛[@l                        | helld
          inserted and more               | helo␛[2D␛[@l␛[2C                   | hello
          deleted                         | abcdef␛[4D␛[2P                     | abef
          erased in place                 | abcdef␛[4D␛[2X                     | ab  ef
          insert mode                     | ac␛[D␛[4hb␛[4l␛[Cd                 | abcd
          repeated                        | -␛[4b⏎                             | -----⏎
          line drawing                    | ␛(0lqk␛(B lqk                      | ┌─┐ lqk
          line drawing by shift           | ␛)0\\016qx\\017qx                  | ─│qx
          wide characters take two        | 漢字\\r␛[2Cx                       | 漢x
          half a wide one is none         | 漢字\\ra                           | a 字
          marks join                      | é\\rE                       | E
          marks stay with their letter    | café!                       | café!
          written into a tab              | a\\tb\\r␛[2Cx                      | a x     b
          two lines up                    | one⏎two⏎␛[2A\\rONE⏎⏎three          | ONE⏎two⏎three
          up is the rest of a block       | a: 1⏎b: 1⏎␛[2Fa: 2␛[K␛[Eb: 2␛[K␛[E | a: 2⏎b: 2⏎
          erased below                    | a⏎b⏎c␛[2A\\r␛[Jx                   | x
          rows removed                    | a⏎b⏎c␛[1A\\r␛[M                    | a⏎c
          rows put in                     | a⏎c␛[L\\rb                         | a⏎b⏎c
          cleared screen begins below     | old⏎␛[H␛[2J␛[3Jnew                 | old⏎new
          cleared by J at home            | old⏎␛[H␛[Jnew                      | old⏎new
          drawn again from home           | ␛[H␛[2Ja1⏎b1⏎␛[Ha2⏎b2⏎             | a2⏎b2⏎
          the alternate screen stays out  | a⏎␛[?1049h␛[Hvim~~␛[?1049lb        | a⏎b
          status elsewhere stays out      | a␛7␛[24;1Hstatus␛8b⏎               | ab⏎
          status that stays is text       | a␛7␛[24;1Hstatus⏎b                 | a⏎status⏎b
          """)
  void readsAsAPersonWouldCopyIt(String what, String bytes, String text) {
    assertThat(CleanText.of(bytes(bytes))).as(what).isEqualTo(plain(text));
  }

  @Test
  void manyLinesOfProgressAreRewrittenInPlace() {
    var stream = new StringBuilder("Pulling image\r\n");
    stream.append("a1: Waiting\r\nb2: Waiting\r\nc3: Waiting\r\n");
    for (int percent = 0; percent <= 100; percent += 10) {
      for (int layer = 1; layer <= 3; layer++) {
        stream.append(
            "\u001b[%dA\u001b[2K\r%s: %d%%\r\u001b[%dB"
                .formatted(layer, List.of("c3", "b2", "a1").get(layer - 1), percent, layer));
      }
    }
    stream.append("Done\r\n");
    assertThat(CleanText.of(utf8(stream.toString())))
        .isEqualTo(
            """
            Pulling image
            a1: 100%
            b2: 100%
            c3: 100%
            Done
            """);
  }

  @Test
  void aLongCommandLineIsWholeWhenTheWidthIsKnown() {
    var clean = new CleanText(10, 5);
    clean.append(utf8("$ echo 1234567890 \r\u001b[A\r$ ECHO\u001b[B\r4-5\r\nok"));
    assertThat(clean.text()).isEqualTo("$ ECHO 1234-57890\nok");
  }

  @Test
  void readingFromTheMiddleLeavesNothingTorn() {
    byte[] stream = utf8("\u001b[1;31mred\u001b[0m 漢字 é\u001b]0;title\u0007!\r\n\u001b[32mok");
    String whole = CleanText.of(stream);
    for (int from = 0; from <= stream.length; from++) {
      assertThat(whole).as("from %d", from).endsWith(CleanText.of(stream, from, stream.length));
    }
  }

  @Test
  void bytesThatBeginWithTheRestOfACharacterBeginAfterIt() {
    byte[] stream = utf8("漢x");
    assertThat(CleanText.of(Arrays.copyOfRange(stream, 1, 4))).isEqualTo("x");
    assertThat(CleanText.of(new byte[] {'a', (byte) 0x80, 'b'})).isEqualTo("a\ufffdb");
    assertThat(CleanText.of(new byte[] {'a', (byte) 0xe6})).isEqualTo("a");
  }

  @Test
  void aBlockThatIsRewrittenAcrossAReadShowsItsNewState() {
    byte[] before = utf8("a: 1\r\nb: 1\r\n");
    byte[] after = utf8("\u001b[2Aa: 2\u001b[K\r\nb: 2\u001b[K\r\n");
    var clean = new CleanText(80, 24);
    clean.append(before);
    clean.forget();
    clean.append(after);
    assertThat(clean.text()).isEqualTo("a: 2\nb: 2\n");
  }

  @Test
  void theEndOfALineThatWasReadBeforeIsStillTheEndOfALine() {
    var clean = new CleanText(80, 24);
    clean.append(utf8(">>> "));
    clean.forget();
    clean.append(utf8("6 * 7\r\n42\r\n>>> "));
    assertThat(clean.text()).isEqualTo("6 * 7\n42\n>>> ");
    clean.forget();
    assertThat(clean.text()).isEmpty();
    clean.append(utf8("\r\n"));
    assertThat(clean.text()).isEqualTo("\n");
  }

  @Test
  void aMegabyteWithoutALineEndComesBackWhole() {
    String line = "0123456789abcdef".repeat(1 << 16);
    assertThat(CleanText.of(utf8(line))).isEqualTo(line);
  }

  @Test
  void manyLinesComeBackInOrder() {
    var lines = new StringBuilder();
    for (int n = 0; n < 100_000; n++) {
      lines.append("line ").append(n).append('\n');
    }
    assertThat(CleanText.of(utf8(lines.toString()))).isEqualTo(lines.toString());
  }

  @Test
  void hostileMovesCostNoMoreThanTheirBytesDeserve() {
    for (String move :
        List.of(
            "\u001b[65535C x",
            "\u001b[65535Bx",
            "\u001b[65535;65535Hx",
            "\u001b[65535@",
            "x\u001b[65535b",
            "\u001b[65535L",
            "\u001bM",
            "\u001b[2J\u001b[99Hx",
            "\u001b[999P",
            "\u001b[H\u001b[Jx")) {
      byte[] stream = utf8(("x".repeat(3000) + move.repeat(20_000)));
      assertThat(CleanText.of(stream).length()).as(move).isLessThan(30_000_000);
      var sized = new CleanText(120, 40);
      sized.append(stream);
      assertThat(sized.text().length()).as(move).isLessThan(30_000_000);
    }
  }

  @Test
  void anyBytesInAnyPiecesGiveTheSameText() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      byte[] stream = hostile(random);
      var whole = new CleanText(20, 5);
      whole.append(stream);
      var pieces = new CleanText(20, 5);
      for (int at = 0; at < stream.length; ) {
        int to = Math.min(stream.length, at + 1 + random.nextInt(7));
        pieces.append(stream, at, to);
        pieces.text();
        at = to;
      }
      assertThat(pieces.text()).as("seed %d, round %d", seed, round).isEqualTo(whole.text());
      assertThat(whole.text()).doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]");
    }
  }

  /** Each line: what it shows, the bytes, a part of their text, and the range it comes from. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          plain text                     | one two⏎          | two         | 4-7
          sequences belong to no text    | ␛[1mred␛[m x      | red         | 4-7
          … but may stand inside         | r␛[1med␛[m        | red         | 0-7
          characters of several bytes    | aé漢b             | é漢         | 1-6
          a mark belongs to its letter   | ae\u0301b        | e\u0301    | 1-4
          a tab                          | a\\tb             | \\t         | 1-2
          the end of a line              | a⏎b               | a\\n        | 0-3
          over two lines                 | ab⏎cd             | b\\nc       | 1-5
          a rewritten line               | 10%\\r20%         | 20%         | 4-7
          what is left of the old one    | abcdef\\rxyz      | def         | 3-6
          old and new together           | abcdef\\rxyz      | zd          | 3-10
          repeated                       | -␛[3b!            | ----        | 0-5
          line drawing                   | ␛(0qx␛(B          | ─│          | 3-5
          blanks that were skipped       | ab␛[3Cc           | `   `       | 2-2
          with what stands beside        | ab␛[3Cc           | b   c       | 1-7
          inserted                       | ac␛[D␛[4hb        | abc         | 0-10
          a block that was rewritten     | a: 1⏎b: 1⏎␛[2Fa: 2 | a: 2       | 16-20
          """)
  void knowsTheBytesOfItsText(String what, String bytes, String part, String range) {
    var clean = CleanText.traced(80, 24, 1000);
    clean.append(bytes(bytes));
    String sought = part.translateEscapes();
    int at = clean.text().indexOf(sought);
    assertThat(at).as(clean.text()).isNotNegative();
    CleanText.Range found = clean.range(at, at + sought.length());
    assertThat(found.from() - 1000 + "-" + (found.to() - 1000)).as(what).isEqualTo(range);
  }

  @Test
  void anEmptyPieceOfTextStandsWhereTheCharacterBeforeItEnds() {
    var clean = CleanText.traced(80, 24, 7);
    assertThat(clean.range(0, 0)).isEqualTo(new CleanText.Range(7, 7));
    clean.append(utf8("\u001b[1mab"));
    assertThat(clean.range(1, 1)).isEqualTo(new CleanText.Range(12, 12));
  }

  @Test
  void anyPiecesGiveTheSameTextAndOffsetsAndSayWhatIsNew() {
    Streams.rounds(
        3000,
        streams -> {
          byte[] stream = streams.stream();
          int columns = streams.between(1, 20);
          int rows = streams.between(1, 8);
          var whole = CleanText.traced(columns, rows, 5);
          whole.append(stream);
          var pieces = CleanText.traced(columns, rows, 5);
          String seen = "";
          for (int at = 0; at < stream.length; ) {
            int to = Math.min(stream.length, at + streams.between(1, 9));
            pieces.append(stream, at, to);
            int changed = pieces.changed();
            assertThat(pieces.text()).startsWith(seen.substring(0, changed));
            seen = pieces.text();
            at = to;
          }
          assertThat(pieces.offset()).isEqualTo(5 + stream.length);
          assertThat(seen).isEqualTo(whole.text());
          for (int at = 0; at < seen.length(); at++) {
            assertThat(pieces.range(at, at + 1)).as("at %d", at).isEqualTo(whole.range(at, at + 1));
          }
        });
  }

  @Test
  void oldTextIsDroppedWhenAskedAndOffsetsStay() {
    var clean = CleanText.traced(80, 24, 0);
    for (int line = 0; line < 10_000; line++) {
      clean.append(utf8("line %04d%n".formatted(line)));
      int surplus = clean.length() - 8_000;
      if (surplus > 0) {
        clean.drop(surplus);
      }
    }
    assertThat(clean.length()).isLessThanOrEqualTo(8_000);
    assertThat(clean.text()).endsWith("line 9998\nline 9999\n");
    int at = clean.text().indexOf("line 9998");
    assertThat(clean.range(at, at + 9)).isEqualTo(new CleanText.Range(99_980, 99_989));
  }

  @Test
  void onAScreenOfOneColumnAnErasedLineIsSurvived() {
    var clean = new CleanText(1, 2);
    clean.append(utf8("ab\r\u001b[K"));
    assertThat(clean.text()).isEqualTo("a");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void recordingsOfRealProgramsReadAsTheirScreensDid(String name) throws IOException {
    var clean = new CleanText(80, 24);
    clean.append(Files.readAllBytes(RECORDINGS.resolve(name + ".raw")));
    assertThat(clean.text()).isEqualTo(Files.readString(RECORDINGS.resolve(name + ".txt")));
  }

  /** Blanks aside: a screen has cells where the text has tabs, and rows where it has lines. */
  @ParameterizedTest
  @MethodSource("recordings")
  void recordingsSayWhatTheEmulatorShows(String name) throws IOException {
    byte[] stream = Files.readAllBytes(RECORDINGS.resolve(name + ".raw"));
    var clean = new CleanText(80, 24);
    clean.append(stream);
    var terminal = new Terminal(80, 24);
    terminal.feed(stream);
    Scrollback above = terminal.scrollback();
    String shown =
        String.join("", above.text(above.first(), above.last() + 1)) + terminal.screen().text();
    assertThat(clean.text().replaceAll("\\s", "")).isEqualTo(shown.replaceAll("\\s", ""));
  }

  static List<String> recordings() throws IOException {
    try (var files = Files.list(RECORDINGS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".raw"))
          .map(name -> name.substring(0, name.length() - 4))
          .sorted()
          .toList();
    }
  }

  /** Text, controls, sequences and noise, cut anywhere. */
  private static byte[] hostile(Random random) {
    var bytes = new ByteArrayOutputStream();
    for (int n = random.nextInt(120); n > 0; n--) {
      switch (random.nextInt(6)) {
        case 0 -> bytes.write(random.nextInt(256));
        case 1 ->
            bytes.writeBytes(
                utf8("\r\n\b\t\u000e\u000f\u0018".substring(random.nextInt(7)).substring(0, 1)));
        case 2 ->
            bytes.writeBytes(
                utf8(
                    "\u001b["
                        + List.of("", "?", "3", "25", "4", "1;9", "?1049").get(random.nextInt(7))
                        + "@ABCDEFGHJKLMPXbdhlsu".charAt(random.nextInt(20))));
        case 3 -> bytes.writeBytes(utf8("\u001b" + "78DEMc(]Pk".charAt(random.nextInt(10))));
        case 4 ->
            bytes.writeBytes(
                utf8(List.of("漢", "é", "e\u0301", "👍", "\u001b\\").get(random.nextInt(5))));
        default -> bytes.writeBytes(utf8("some text".substring(random.nextInt(9))));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(String written) {
    return utf8(plain(written.replace("␛", "\u001b").replace("⏎", "\r\n")));
  }

  private static String plain(String written) {
    return written.replace("⏎", "\n").translateEscapes();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
