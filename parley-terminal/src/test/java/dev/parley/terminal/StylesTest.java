package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class StylesTest {
  private static Style style(String sequences) {
    return terminal(8, 1).feed(sequences + "x").terminal().screen().row(0).style(0);
  }

  private static void check(String on, String off, Predicate<Style> isSet) {
    assertThat(style("\033[" + on + "m")).matches(isSet);
    assertThat(style("\033[" + on + "m\033[" + off + "m")).isEqualTo(Style.PLAIN);
    assertThat(style("\033[" + on + "m\033[m")).isEqualTo(Style.PLAIN);
  }

  @Test
  void attributesAreSetAndReset() {
    check("1", "22", Style::bold);
    check("2", "22", Style::faint);
    check("3", "23", Style::italic);
    check("5", "25", Style::blink);
    check("7", "27", Style::inverse);
    check("8", "28", Style::invisible);
    check("9", "29", Style::struck);
    check("53", "55", Style::overline);
  }

  @Test
  void underlinesHaveKinds() {
    assertThat(style("\033[4m").underline()).isEqualTo(Underline.SINGLE);
    assertThat(style("\033[21m").underline()).isEqualTo(Underline.DOUBLE);
    assertThat(style("\033[4:3m").underline()).isEqualTo(Underline.CURLY);
    assertThat(style("\033[4:4m").underline()).isEqualTo(Underline.DOTTED);
    assertThat(style("\033[4:5m").underline()).isEqualTo(Underline.DASHED);
    assertThat(style("\033[4:3m\033[4:0m").underline()).isEqualTo(Underline.NONE);
    assertThat(style("\033[58:5:9m").underlineColor()).isEqualTo(new Color.Indexed(9));
    assertThat(style("\033[58:5:9m\033[59m")).isEqualTo(Style.PLAIN);
  }

  @Test
  void coloursComeInThreeKindsAndTwoSpellings() {
    assertThat(style("\033[31m").foreground()).isEqualTo(new Color.Indexed(1));
    assertThat(style("\033[97m").foreground()).isEqualTo(new Color.Indexed(15));
    assertThat(style("\033[103m").background()).isEqualTo(new Color.Indexed(11));
    assertThat(style("\033[38;5;200m").foreground()).isEqualTo(new Color.Indexed(200));
    assertThat(style("\033[38:5:200m").foreground()).isEqualTo(new Color.Indexed(200));
    assertThat(style("\033[48;2;1;2;3m").background()).isEqualTo(new Color.Rgb(0x010203));
    assertThat(style("\033[48:2:1:2:3m").background()).isEqualTo(new Color.Rgb(0x010203));
    assertThat(style("\033[48:2::1:2:3m").background()).isEqualTo(new Color.Rgb(0x010203));
    assertThat(style("\033[31;42m\033[39;49m")).isEqualTo(Style.PLAIN);
  }

  @Test
  void whatFollowsAColourCountsAgain() {
    assertThat(style("\033[38;5;200;1m")).matches(Style::bold);
    assertThat(style("\033[38;2;1;2;3;1m")).matches(Style::bold);
    assertThat(style("\033[38;5;999;1m")).matches(Style::bold);
  }

  @Test
  void linksLeadSomewhere() {
    assertThat(style("\033]8;;http://example.com\033\\").link()).isEqualTo("http://example.com");
    assertThat(style("\033]8;id=1;http://a.b/;c\007").link()).isEqualTo("http://a.b/;c");
    assertThat(style("\033]8;;http://example.com\033\\\033]8;;\033\\").link()).isEmpty();
  }

  @Test
  void renditionsAreKeptOnAStack() {
    assertThat(style("\033[1m\033[#{\033[0m\033[#}")).matches(Style::bold);
  }

  @Test
  void tablesAreSweptWithoutChangingWhatIsShown() {
    var fed = terminal(40, 4).feed("\033[4;58;2;9;9;9mkept e\u0301\033[0m");
    Screen before = fed.terminal().screen();
    for (int color = 0; color < 100_000; color++) {
      fed.feed("\033[2;1H\033[58;2;" + color % 256 + ";" + color / 256 % 256 + ";7mx");
    }

    assertThat(fed.terminal().screen().row(0)).isEqualTo(before.row(0));
    assertThat(before.row(0).style(0).underlineColor()).isEqualTo(new Color.Rgb(0x090909));
  }

  @Test
  void trueColoursInFrontAndBehindWithAllAttributesAreKept() {
    Style style = style("\033[1;2;3;4:5;5;7;9;53;38;2;255;254;253;48;2;252;251;250m");

    assertThat(style.foreground()).isEqualTo(new Color.Rgb(0xfffefd));
    assertThat(style.background()).isEqualTo(new Color.Rgb(0xfcfbfa));
    assertThat(style.underline()).isEqualTo(Underline.DASHED);
    assertThat(style).matches(Style::bold).matches(Style::faint).matches(Style::italic);
    assertThat(style).matches(Style::blink).matches(Style::inverse).matches(Style::struck);
    assertThat(style).matches(Style::overline);
  }
}
