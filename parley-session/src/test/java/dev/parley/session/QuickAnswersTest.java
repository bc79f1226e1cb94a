package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What prompts of real programs offer to answer; {@code ⏎} is Enter. */
class QuickAnswersTest {

  /** Prompts of programs that read whole lines: what stands on the buttons, and what is typed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          Do you want to continue? [Y/n]                                        | Yes=y⏎ No=n⏎
          Is this ok [y/d/N]:                                                   | Yes=y⏎ d=d⏎ No=n⏎
          Proceed (Y/n)?                                                        | Yes=y⏎ No=n⏎
          Proceed ([y]/n)?                                                      | Yes=y⏎ No=n⏎
          Do you want to continue? [Y/n/?]                                      | Yes=y⏎ No=n⏎ ?=?⏎
          Are you sure you want to continue connecting (yes/no/[fingerprint])?  | Yes=yes⏎ No=no⏎
          Are you sure you want to continue connecting (yes/no)?                | Yes=yes⏎ No=no⏎
          Please type 'yes', 'no' or the fingerprint:                           | Yes=yes⏎ No=no⏎
          /home/ada/.ssh/id_ed25519 already exists.Overwrite (y/n)?             | Yes=y⏎ No=n⏎
          (1/3) Stage this hunk [y,n,q,a,d,j,J,g,/,e,?]?                        | Yes=y⏎ No=n⏎ q=q⏎ a=a⏎ d=d⏎ j=j⏎ J=J⏎ g=g⏎ /=/⏎ e=e⏎ ?=?⏎
          (1/1) Stage this hunk [y,n,q,a,d,e,?]?                                | Yes=y⏎ No=n⏎ q=q⏎ a=a⏎ d=d⏎ e=e⏎ ?=?⏎
          *** sshd_config (Y/I/N/O/D/Z) [default=N] ?                           | Yes=Y⏎ I=I⏎ No=N⏎ O=O⏎ D=D⏎ Z=Z⏎
          Continue? (yes/no) [no]:                                              | Yes=yes⏎ No=no⏎
          Do you want to proceed? (yes/[no])                                    | Yes=yes⏎ No=no⏎
          Pick a colour (red, green, blue) [red]:                               | red=red⏎ green=green⏎ blue=blue⏎
          Is this OK? (yes)                                                     | Yes=yes⏎
          Ok to proceed? (y)                                                    | Yes=y⏎
          Clear<y>?                                                             | Yes=y⏎
          replace a.txt? [y]es, [n]o, [A]ll, [N]one, [r]ename:                  | Yes=y⏎ No=n⏎ All=A⏎ None=N⏎ rename=r⏎
          (V)iew, (E)dit, (O)verwrite or (S)kip?                                | View=V⏎ Edit=E⏎ Overwrite=O⏎ Skip=S⏎
          [Y] Yes  [A] Yes to All  [N] No  [?] Help (default is "Y"):           | Yes=Y⏎ Yes to All=A⏎ No=N⏎ Help=?⏎
          ~Overwrite existing file? [yes|no|all]:~                              | Yes=yes⏎ No=no⏎ all=all⏎
          Deploy to production? [y/N] (default: N)                              | Yes=y⏎ No=n⏎
          Type "DELETE" to confirm:                                             | DELETE=DELETE⏎
          Press [ENTER] to continue or Ctrl-c to cancel.                        | Enter=⏎
          Press RETURN to continue                                              | Enter=⏎
          ! First copy your one-time code. Press Enter to open it in your browser... | Enter=⏎
          Press any key to continue . . .                                       | Continue=⏎
          """)
  void whatAPromptOffers(String prompt, String offered) {
    assertThat(shown(QuickAnswers.of(prompt + " ", List.of(prompt), true))).isEqualTo(offered);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ">>> ",
        "$ ",
        "[ada@build-7 ~]$ ",
        "(venv) ada@build-7:~$ ",
        "(gdb) ",
        "ada=# ",
        "mysql> ",
        "irb(main):001:0> ",
        "package name: (my-app) ",
        "Port [8080]: ",
        "Enter a number: ",
        "Name: ",
        "rm: remove regular file 'a'? ",
        "Enter passphrase for key '/home/ada/.ssh/id': ",
        "Do you want to continue? [Y/n] y",
        "See https://example.org/(a/b) for more: text",
        ""
      })
  void aPromptThatOffersNothing(String prompt) {
    assertThat(QuickAnswers.of(prompt, List.of(prompt), true)).isEmpty();
  }

  @Test
  void itemsOfAShellsMenu() {
    assertThat(
            offered(
                true,
                """
                1) start
                2) stop
                3) quit
                #?\
                """))
        .isEqualTo("1. start=1⏎ 2. stop=2⏎ 3. quit=3⏎");
  }

  @Test
  void itemsInColumns() {
    assertThat(
            offered(
                true,
                """
                Please select the geographic area in which you live.
                  1. Africa      3. Asia       5. Europe
                  2. America     4. Australia  6. Etc
                Geographic area: [1-6]\
                """))
        .isEqualTo("1. Africa=1⏎ 2. America=2⏎ 3. Asia=3⏎ 4. Australia=4⏎ 5. Europe=5⏎ 6. Etc=6⏎");
  }

  @Test
  void itemsWithoutAMarkBehindTheirNumber() {
    assertThat(
            offered(
                true,
                """
                  Selection    Path                Priority   Status
                ------------------------------------------------------------
                * 0            /usr/bin/vim.basic   50        auto mode
                  1            /bin/nano            40        manual mode
                Press <enter> to keep the current choice[*], or type selection number:\
                """))
        .isEqualTo(
            "Enter=⏎ 0. /usr/bin/vim.basic 50 auto mode=0⏎" + " 1. /bin/nano 40 manual mode=1⏎");
  }

  @Test
  void itemsInRoundBrackets() {
    assertThat(
            offered(
                true,
                """
                Please select what kind of key you want:
                   (1) RSA and RSA
                   (2) DSA and Elgamal
                Your selection?\
                """))
        .isEqualTo("1. RSA and RSA=1⏎ 2. DSA and Elgamal=2⏎");
  }

  @Test
  void onlyOneWordWillDo() {
    assertThat(
            offered(
                true,
                """
                Do you want to perform these actions?
                  Only 'yes' will be accepted to approve.

                  Enter a value:\
                """))
        .isEqualTo("Yes=yes⏎");
  }

  @Test
  void aMenuWithAPointerTakesANumberAloneAndEnterWhereItPoints() {
    assertThat(
            offered(
                false,
                """
                ╭──────────────────────────────────────────────────╮
                │ Bash command                                     │
                │   rm -rf build                                   │
                │ Do you want to proceed?                          │
                │ ❯ 1. Yes                                         │
                │   2. Yes, and don't ask again for rm commands    │
                │   3. No, and tell me what to do differently (esc)│
                ╰──────────────────────────────────────────────────╯
                """))
        .isEqualTo(
            "1. Yes=⏎ 2. Yes, and don't ask again for rm commands=2"
                + " 3. No, and tell me what to do differently (esc)=3");
  }

  @Test
  void aListThatSomebodyPrintedIsNoMenu() {
    assertThat(
            offered(
                true,
                """
                To install:
                1. Download it
                2. Unpack it
                >\
                """))
        .isEmpty();
    assertThat(
            offered(
                true,
                """
                1. Which one?
                2. That one
                line
                line
                line
                line
                line
                Which?\
                """))
        .isEmpty();
  }

  @Test
  void aMenuWithAGapIsNotOffered() {
    assertThat(offered(true, "1) one\n3) three\nSelect: ")).isEmpty();
  }

  @Test
  void whereKeysAreReadOneByOneEnterIsAQuestionOfItsOwn() {
    var lines = List.of("Continue? [y/N]");
    assertThat(shown(QuickAnswers.of("Continue? [y/N] ", lines, false))).isEqualTo("Yes=y No=n");
    assertThat(shown(QuickAnswers.of("Continue? [y/N] y", lines, false))).isEqualTo("Enter=⏎");
    assertThat(shown(QuickAnswers.of("Sure? (yes/no) ", lines, false)))
        .isEqualTo("Yes=yes⏎ No=no⏎");
    assertThat(shown(QuickAnswers.of("Press any key to continue", lines, false)))
        .isEqualTo("Continue= ");
    assertThat(shown(QuickAnswers.of("Press ENTER or type command to continue", lines, false)))
        .isEqualTo("Enter=⏎");
  }

  private static String offered(boolean wholeLines, String screen) {
    var lines = new ArrayList<String>();
    screen.lines().filter(line -> !line.isBlank()).map(String::stripTrailing).forEach(lines::add);
    var prompt = screen.endsWith("\n") ? "" : screen.substring(screen.lastIndexOf('\n') + 1);
    return shown(QuickAnswers.of(prompt, lines, wholeLines));
  }

  private static String shown(List<QuickAnswer> answers) {
    return answers.stream()
        .map(answer -> answer.label() + "=" + answer.text() + (answer.enter() ? "⏎" : ""))
        .collect(Collectors.joining(" "));
  }
}
