package dev.parley.terminal;

import static dev.parley.terminal.TerminalAssert.terminal;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventsTest {
  private static List<Event> events(String text) {
    return terminal(20, 3).feed(text).terminal().takeEvents();
  }

  @Test
  void marksOfTheShellComeWithTheirPlaces() {
    assertThat(events("ab\033]133;A\007$ \033]133;D;1\033\\"))
        .containsExactly(
            new Event.Mark(2, 10, 'A', List.of(), "133", "ab"),
            new Event.Mark(12, 23, 'D', List.of("1"), "133", "ab$ "));
  }

  @Test
  void theLineOfAMarkMayHaveBegunInRowsAbove() {
    assertThat(events("one\r\n0123456789012345678901234\033]133;B\007"))
        .containsExactly(
            new Event.Mark(30, 38, 'B', List.of(), "133", "0123456789012345678901234"));
  }

  @Test
  void marksOfEditorsToo() {
    assertThat(events("\033]633;E;ls -l;nonce\007"))
        .containsExactly(new Event.Mark(0, 20, 'E', List.of("ls -l", "nonce"), "633", ""));
  }

  @Test
  void placesCountFromTheStartOfTheStream() {
    var terminal = new Terminal(20, 3);
    terminal.startAt(1000);
    terminal.feed("x\033]13".getBytes(StandardCharsets.US_ASCII));
    terminal.feed("3;C\007".getBytes(StandardCharsets.US_ASCII));

    assertThat(terminal.takeEvents())
        .containsExactly(new Event.Mark(1001, 1009, 'C', List.of(), "133", "x"));
    assertThat(terminal.fed()).isEqualTo(1009);
    assertThat(terminal.takeEvents()).isEmpty();
  }

  @Test
  void directoryProgressBellAndNotification() {
    assertThat(events("\033]7;file://host/tmp\007"))
        .containsExactly(new Event.Directory(0, 20, "file://host/tmp"));
    assertThat(events("\033]9;4;1;42\007")).containsExactly(new Event.Progress(0, 11, 1, 42));
    assertThat(events("\033]9;4\007")).containsExactly(new Event.Progress(0, 6, 0, 0));
    assertThat(events("a\007")).containsExactly(new Event.Bell(1, 2));
    assertThat(events("\033]9;done\007")).containsExactly(new Event.Notification(0, 9, "done"));
    assertThat(events("\033]777;notify;title;body\007"))
        .containsExactly(new Event.Notification(0, 24, "title: body"));
    assertThat(events("\033]2;hello\007")).containsExactly(new Event.Title(0, 10, "hello"));
  }

  @Test
  void aMessageInPartsIsToldWhole() {
    assertThat(events("\033]99;;Ready\007"))
        .containsExactly(new Event.Notification(0, 12, "Ready"));
    assertThat(events("\033]99;i=1:d=0;May I\033\\\033]99;i=1:d=0; edit?\033\\")).isEmpty();
    assertThat(events("\033]99;i=1:d=0;Agent\033\\\033]99;i=1:p=body:e=1;TWF5IEkgZWRpdD8=\033\\"))
        .containsExactly(new Event.Notification(20, 58, "Agent: May I edit?"));
  }

  @Test
  void whatIsNoMessageIsNotToldAndALongOneIsBounded() {
    assertThat(events("\033]99;i=1:p=?;\007\033]99;i=1:p=close;\007\033]99;no\007")).isEmpty();
    assertThat(events("\033]99;p=body:e=1;not base64!\007")).isEmpty();
    assertThat(events("\033]99;i=a:d=0;one\007\033]99;i=b;two\007"))
        .extracting(event -> ((Event.Notification) event).text())
        .containsExactly("two");
    assertThat(events("\033]99;;" + "x".repeat(50_000) + "\007"))
        .allMatch(event -> ((Event.Notification) event).text().length() <= 4096);
  }

  @Test
  void theClipboardIsAnEventAndNeverRead() {
    assertThat(events("\033]52;c;aGk=\007"))
        .containsExactly(new Event.Clipboard(0, 12, "c", "aGk="));
    assertThat(events("\033]52;c;?\007")).isEmpty();
  }

  @Test
  void aLargeClipboardIsKeptAndALargeTitleIsNot() {
    assertThat(events("\033]52;c;" + "A".repeat(500_000) + "\007")).hasSize(1);
    assertThat(events("\033]52;c;" + "A".repeat(2_000_000) + "\007")).isEmpty();
    assertThat(events("\033]2;" + "A".repeat(1_000_000) + "\007ok")).isEmpty();
  }

  @Test
  void eventsNobodyTakesAreBounded() {
    assertThat(events("\007".repeat(100_000))).hasSizeLessThanOrEqualTo(10_000);
  }
}
