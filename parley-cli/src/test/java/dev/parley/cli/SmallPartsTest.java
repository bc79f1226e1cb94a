package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small parts of commands, each by itself. */
final class SmallPartsTest {
  @Test
  void theKeyThatLeavesIsFoundInEveryFormATerminalSendsIt() {
    var key = DetachKey.USUAL;
    for (var form : new String[] {"\035", "\033[93;5u", "\033[93;5:1u", "\033[27;5;93~"}) {
      var typed = ("ab" + form + "c").getBytes(StandardCharsets.US_ASCII);
      assertThat(key.in(typed)).contains(new DetachKey.Found(2, typed.length - 1));
    }
    var none = "ab]".getBytes(StandardCharsets.US_ASCII);
    assertThat(key.in(none)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ctrl+], Ctrl-]", "Ctrl-Q, Ctrl-Q", "^a, Ctrl-A", "c-b, Ctrl-B", "^^, Ctrl-^"})
  void theKeyThatLeavesIsWrittenInAnyUsualWay(String written, String read) {
    assertThat(new DetachKey.Reader().convert(written)).hasToString(read);
  }

  @ParameterizedTest
  @CsvSource({"x", "f1", "ctrl+1", "ctrl+ab", "''", "ctrl+"})
  void otherKeysCannotLeave(String written) {
    assertThatThrownBy(() -> new DetachKey.Reader().convert(written))
        .hasMessageContaining("ctrl+q");
  }

  @ParameterizedTest
  @CsvSource({
    "/bin/bash, bash",
    "/usr/bin/python3 -q, python3 -q",
    "/bin/sh -c 'make test', make test",
    "sh -lc ls, ls",
    "cat /etc/passwd, cat /etc/passwd"
  })
  void aProgramIsNamedInShort(String command, String name) {
    assertThat(ProgramName.of(command.replace("'", ""))).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"PT1.5S, 1500ms", "PT90S, 90s", "PT2M, 2m", "PT1H, 1h", "PT0S, 0s", "PT48H, 48h"})
  void aLengthOfTimeIsExact(Duration length, String shown) {
    assertThat(Spans.exact(length)).isEqualTo(shown);
    assertThat(new Spans().convert(shown)).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({
    "list, list, 0",
    "lsit, list, 1",
    "lis, list, 1",
    "lisst, list, 1",
    "attahc, attach, 1",
    "x, attach, 6"
  })
  void slipsAreCounted(String from, String to, int slips) {
    assertThat(Typo.slips(from, to)).isEqualTo(slips);
  }

  @Test
  void argumentsAreTheLastWordsOfTheCommandLine() {
    var line = "java\0-cp\0x\0Main\0send\0\0größe\0".getBytes(StandardCharsets.UTF_8);
    assertThat(OwnArguments.last(line, "send", "", "gr??e")).containsExactly("send", "", "größe");
  }

  @Test
  void noJavaIsSpoken() {
    assertThat(FailureWords.of(new NoSuchFileException("a")))
        .isEqualTo("There is no file or folder 'a'");
    assertThat(FailureWords.of(new NullPointerException()))
        .isEqualTo("Something is wrong with Parley itself (NullPointerException)");
    assertThat(FailureWords.of(new IOException("No space left on device")))
        .isEqualTo("No space left on device");
  }

  @Test
  void aSmallerTerminalFollowsTheCursor() {
    var terminal = new Terminal(20, 10);
    var window = new Size(8, 4);
    var view = Viewport.NONE.following(terminal.screen(), window);
    assertThat(view).isEqualTo(new Viewport(0, 0, 8, 3));
    terminal.feed("\033[9;12H".getBytes(StandardCharsets.US_ASCII));
    view = view.following(terminal.screen(), window);
    assertThat(view).isEqualTo(new Viewport(4, 6, 8, 3));
    terminal.feed("\033[8;1H".getBytes(StandardCharsets.US_ASCII));
    assertThat(view.following(terminal.screen(), window)).isEqualTo(new Viewport(0, 6, 8, 3));
    assertThat(view.following(terminal.screen(), new Size(30, 20)))
        .isEqualTo(new Viewport(0, 0, 20, 10));
  }

  @Test
  void onlyWhatFitsIsDrawn() throws IOException {
    var out = new ByteArrayOutputStream();
    var drawing = Drawing.watching(new Size(6, 3), new Size(12, 5), out);
    drawing.show("abcde日fgh\r\n\033[?1003h\033[?2004h".getBytes(StandardCharsets.UTF_8));
    var person = new Terminal(6, 3);
    person.feed(out.toByteArray());
    assertThat(person.screen().lines().getFirst()).isEqualTo("abcde");
    assertThat(person.screen().lines().getLast()).isEqualTo("parley");
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("?1003h", "?2004h");
    drawing.leave();
  }
}
