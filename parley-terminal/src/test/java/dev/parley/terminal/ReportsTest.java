package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.assertThat;
import static dev.parley.terminal.TerminalAssert.terminal;

import java.nio.charset.StandardCharsets;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static TerminalAssert asking(String query) {
    return assertThat(terminal(20, 5).feed("ab\r\n  " + query));
  }

  @Test
  void deviceAttributes() {
    asking("\033[c").answered("\033[?62;22c");
    asking("\033Z").answered("\033[?62;22c");
    asking("\033[>c").answered("\033[>41;379;0c");
    asking("\033[=c").answered("\033P!|00000000\033\\");
    asking("\033[>q").answered("\033P>|Parley(0.1.0)\033\\");
  }

  @Test
  void statusAndPosition() {
    asking("\033[5n").answered("\033[0n");
    asking("\033[6n").answered("\033[2;3R");
    asking("\033[?6n").answered("\033[?2;3;1R");
    asking("\033[2;4r\033[?6h\033[2;2H\033[6n").answered("\033[2;2R");
    asking("\033[?996n").answered("\033[?997;1n");
  }

  @Test
  void modes() {
    asking("\033[?7$p\033[?2026$p\033[?9999$p").answered("\033[?7;1$y\033[?2026;2$y\033[?9999;0$y");
    asking("\033[4h\033[4$p\033[20$p").answered("\033[4;1$y\033[20;2$y");
  }

  @Test
  void savedModesComeBack() {
    asking("\033[?1000h\033[?1000s\033[?1000l\033[?1000r\033[?1000$p").answered("\033[?1000;1$y");
  }

  @Test
  void settings() {
    asking("\033[1;4:3;38;5;200;48;2;1;2;3m\033P$qm\033\\")
        .answered("\033P1$r0;1;4:3;38:5:200;48:2::1:2:3m\033\\");
    asking("\033[2;4r\033P$qr\033\\").answered("\033P1$r2;4r\033\\");
    asking("\033[3 q\033P$q q\033\\").answered("\033P1$r3 q\033\\");
    asking("\033P$qnonsense\033\\").answered("\033P0$r\033\\");
  }

  @Test
  void colours() {
    asking("\033]11;?\007").answered("\033]11;rgb:0000/0000/0000\007");
    asking("\033]10;?\033\\").answered("\033]10;rgb:e5e5/e5e5/e5e5\033\\");
    asking("\033]4;1;?\007").answered("\033]4;1;rgb:cdcd/0000/0000\007");
    asking("\033]4;1;#123456\007\033]4;1;?\007").answered("\033]4;1;rgb:1212/3434/5656\007");
    asking("\033]11;#fff\007\033]111\007\033]11;?\007").answered("\033]11;rgb:0000/0000/0000\007");
  }

  @Test
  void sizes() {
    asking("\033[18t").answered("\033[8;5;20t");
    asking("\033[14t").answered("\033[4;80;160t");
    asking("\033[16t").answered("\033[6;16;8t");
  }

  @Test
  void capabilities() {
    asking("\033P+q436f;5858\033\\").answered("\033P1+r436F=323536\033\\\033P0+r\033\\");
  }

  @Test
  void keyboard() {
    asking("\033[>3u\033[?u").answered("\033[?3u");
    asking("\033[>4;2m\033[?4m").answered("\033[>4;2m");
  }

  @Test
  void anAnswerNeverRepeatsWhatTheChildWrote() {
    asking("\033]2;rm -rf\007\033[21t").answered("\033]l\033\\");
    asking("\033]52;c;?\007").answered("");
    asking("\033P+q68656c6c6f\033\\").answered("\033P0+r\033\\");
  }

  @Test
  void questionsWithoutEndGetBoundedAnswers() {
    byte[] flood = "\033[c".repeat(100_000).getBytes(StandardCharsets.US_ASCII);

    Assertions.assertThat(new Terminal(80, 24).feed(flood).length).isLessThanOrEqualTo(64 << 10);
  }

  @Test
  void checksumsAreToldToTestSuitesOnly() {
    byte[] query = "ab\033[7;1;1;1;1;2*y".getBytes(StandardCharsets.US_ASCII);
    var willing = new Terminal(8, 2, new Terminal.Options(0, 0, true));

    Assertions.assertThat(new Terminal(8, 2).feed(query)).isEmpty();
    Assertions.assertThat(new String(willing.feed(query), StandardCharsets.US_ASCII))
        .isEqualTo("\033P7!~FF3D\033\\");
  }
}
