package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.keys.Key;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far a program that echoes by itself has come with what was typed. */
class EchoExpectedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '> '      | 'pause(60)'     | '> '            | false
          '> '      | 'pause(60)'     | '> pau'         | true
          '> '      | 'pause(60)'     | '> pause(60)'   | true
          '> '      | 'pause(60)'     | 'ans> '         | false
          '> '      | 'pause(60)'     | '> other'       | false
          '> '      | 'one two three' | 'two thr'       | true
          '> '      | 'one two three' | 'x'             | false
          """)
  void aLineOfWhichAPartIsShownIsNotDigested(
      String prompt, String text, String left, boolean lags) {
    assertThat(new EchoExpected(prompt, text, true).lags(left)).isEqualTo(lags);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '> ' | 'abc' | '> ab'  | true
          '> ' | 'abc' | '> abc' | false
          """)
  void withoutEnterTheWholeTextIsEnough(String prompt, String text, String left, boolean lags) {
    assertThat(new EchoExpected(prompt, text, false).lags(left)).isEqualTo(lags);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''   | '^C'     | true
          '$ ' | '$ ^C'   | true
          '$ ' | '$ '     | false
          ''   | 'quit? ' | false
          """)
  void theSignOfAControlKeyIsNoQuestion(String prompt, String left, boolean lags) {
    var typed = Input.keys(Key.parse("ctrl+c"));

    assertThat(EchoExpected.of(prompt, typed).lags(left)).isEqualTo(lags);
  }
}
