package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reaches a person's terminal of what others have written. */
final class PrintableTest {
  @Test
  void whatATerminalWouldObeyIsShownAsStrange() {
    assertThat(Printable.text("a\u001b[2Jb\u009b31mc\u0007\u007f\rd\ne\tf"))
        .isEqualTo("a\ufffd[2Jb\ufffd31mc\ufffd\ufffd\ufffdd\ne\tf");
    assertThat(Printable.text("cp \u202egnp.exe \u2066x\u2069 \u200f"))
        .doesNotContainPattern("[\u202a-\u202e\u2066-\u2069\u200f]");
    assertThat(Printable.line("two\nlines")).isEqualTo("two\ufffdlines");
    assertThat(Printable.text("naïve 日本語 🙂")).isEqualTo("naïve 日本語 🙂");
  }

  @Test
  void jsonStaysTheSameJson() {
    assertThat(Printable.json("{\"a\":\"\u009b\u202e\u007f é\"}"))
        .isEqualTo("{\"a\":\"\\u009b\\u202e\\u007f é\"}");
  }

  private static String drawn(String printed) throws IOException {
    var out = new ByteArrayOutputStream();
    var drawing = new Drawing(20, 4, out);
    drawing.show(printed.getBytes(StandardCharsets.ISO_8859_1));
    drawing.leave();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String passed(String printed) {
    return new String(
        new HarmlessOutput().pass(printed.getBytes(StandardCharsets.ISO_8859_1)),
        StandardCharsets.ISO_8859_1);
  }

  /** Each of them makes some terminal type an answer; 17 of them had passed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[c",
        "\u001b[0c",
        "\u001b[>c",
        "\u001b[=c",
        "\u001b[5n",
        "\u001b[6n",
        "\u001b[?6n",
        "\u001b[?15n",
        "\u001b[?996n",
        "\u001b[x",
        "\u001b[1x",
        "\u001b[?1$p",
        "\u001b[4$p",
        "\u001b[>q",
        "\u001b[>0q",
        "\u001b[?u",
        "\u001b[?1;1;0S",
        "\u001b[14t",
        "\u001b[18t",
        "\u001b[21t",
        "\u001b[20;1t",
        "\u001b]10;?\u0007",
        "\u001b]4;1;?\u001b\\",
        "\u001b]52;c;?\u0007",
        "\u001bP$qm\u001b\\",
        "\u001bP+q544e\u001b\\",
        "\u001bZ",
        "\u0005",
        "\u009b6n",
        "\u00c2\u009b6n",
        "\u001b[1;1;1;1;1;1*y",
        "\u001b[\u00186n",
        "\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\",
        "\u001b]60\u001b\\",
        "\u001b[#R"
      })
  void noQuestionReachesThePersonsTerminal(String question) throws IOException {
    for (var out : new String[] {drawn("ab" + question + "cd"), passed("ab" + question + "cd")}) {
      var bare = question.replace("\u001b", "").replace("\u00c2", "");
      assertThat(out.replaceAll("\u001b\\[[0-9; ?]*[A-Za-z]", ""))
          .contains("ab")
          .doesNotContain(bare.length() > 2 ? bare : question);
      assertThat(out).doesNotContain(question);
    }
  }

  /** What the filter of {@code run} let through although some terminal says something to it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[?4m",
        "\u001b[?1004h",
        "\u001b[?2048h",
        "\u001b[?2031h",
        "\u001b[?25;2048h",
        "\u001b[2h",
        "\u001b[?1004r",
        "\u001b]0;a\u00c2\u009c\u00c2\u009b6n\u0007",
        "\u001b]2;a\u009c\u009b6n\u0007",
        "\u001b]8;;a\u00c2\u0090$qm\u00c2\u009c\u001b\\",
        "\u00e0\u0082\u009b6n",
        "\u00f0\u0080\u0082\u009b6n"
      })
  void neitherDoesWhatATerminalSaysOfItsOwnAccord(String sequence) {
    var out = passed("ab" + sequence + "cd");
    assertThat(out).startsWith("ab").endsWith("cd").doesNotContain(sequence);
    assertThat(out).doesNotContain("\u001b").doesNotContain("\u009b").doesNotContain("\u009c");
  }

  @Test
  void whatIsShownIsDrawnAndNoModeIsLeftOn() throws IOException {
    var out =
        drawn(
            "\u001b[?1049h\u001b[?1000h\u001b[?2004h\u001b[1;31mred\u001b[0m"
                + " \u001b]0;t\u009b2Jx\u0007");
    assertThat(out).contains("red", "\u001b[?1049h", "\u001b[?1000h");
    assertThat(out.substring(out.lastIndexOf("red")))
        .contains("\u001b[?1000l", "\u001b[?2004l", "\u001b[?1049l", "\u001b[?25h");
  }

  @Test
  void whatOnlyShowsSomethingPasses() {
    var usual =
        "a\u001b[31mé\u001b[0m\u001b[2;3H\u001b[K\u001b[?25l\u001b(0q\u001b(B\u001b]0;title\u0007\r\n";
    var bytes = usual.getBytes(StandardCharsets.UTF_8);
    assertThat(new HarmlessOutput().pass(bytes)).isEqualTo(bytes);
  }

  @Test
  void linesThatLeaveTheScreenGoIntoTheTerminalsOwnScrollback() throws IOException {
    var out = drawn("one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix");
    assertThat(out.indexOf("one")).isGreaterThanOrEqualTo(0);
    assertThat(out.indexOf("one")).isLessThan(out.indexOf("two"));
    assertThat(out).contains("\u001b[4;1H\n", "six");
  }
}
