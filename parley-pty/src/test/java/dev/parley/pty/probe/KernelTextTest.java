package dev.parley.pty.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTextTest {
  @Test
  void aBlockedThreadShowsItsCallArgumentsAndStack() {
    var seen =
        syscall("270 0x1 0x7ffd85a9c2e8 0x0 0x0 0xffffffffffffffff 0x5 0x7ffd85a9c200 0x7f94659\n");

    assertThat(seen)
        .isEqualTo(
            new ThreadSeen(
                ThreadSeen.Where.IN_CALL,
                SystemCall.numbered(270),
                1,
                0x7ffd85a9c2e8L,
                0,
                0,
                -1,
                0x7ffd85a9c200L,
                false));
  }

  @Test
  void aProgramOf32BitsHasOtherNumbers() {
    var poll = syscall("168 0xffe0c2e8 0x1 0xffffffff 0x0 0x0 0x5 0xffe0c200 0xf7f94659\n");
    var sleep = syscall("407 0x0 0x0 0xffe0c2e8 0x0 0x0 0x5 0xffe0c200 0xf7f94659\n");
    var nap = syscall("162 0xffe0c2e8 0x0 0x0 0x0 0x0 0x5 0xffe0c200 0xf7f94659\n");

    assertThat(poll.call()).isEqualTo(SystemCall.POLL);
    assertThat(sleep.call()).isEqualTo(SystemCall.CLOCK_NANOSLEEP);
    assertThat(sleep.narrowTimes()).isFalse();
    assertThat(nap.call()).isEqualTo(SystemCall.NANOSLEEP);
    assertThat(nap.narrowTimes()).isTrue();
  }

  @Test
  void aRingTellsWhatIsPending() {
    var text =
        """
        SqMask:	0x7
        SqHead:	2
        SqTail:	2
        PollList:
          op=22, task_works=0
          op=6, task_works=0
        CqOverflowList:
        """;

    assertThat(new KernelText(bytes(text), text.length()).ring())
        .isEqualTo(new KernelText.Ring(7, 2, List.of(22, 6)));
  }

  @Test
  void theEntriesOfARingAreFoundAmongWhatIsMapped() {
    var text =
        """
        7f5445507000-7f5445508000 r--p 00004000 fe:00 5595555 /usr/lib/liburing.so.2.3
        7f5445517000-7f5445518000 rw-s 10000000 00:10 809432 anon_inode:[io_uring]
        7f5445518000-7f5445519000 rw-s 00000000 00:10 809432 anon_inode:[io_uring]
        """;

    assertThat(new KernelText(bytes(text), text.length()).ringEntries()).isEqualTo(0x7f5445517000L);
  }

  @Test
  void aRunningThreadIsInNoCall() {
    assertThat(syscall("running\n")).isEqualTo(ThreadSeen.RUNNING);
  }

  @Test
  void aThreadInAPageFaultIsElsewhere() {
    assertThat(syscall("-1 0x7ffd85a9c200 0x7f94659\n")).isEqualTo(ThreadSeen.ELSEWHERE);
  }

  @Test
  void aNameWithSpacesAndParenthesesDoesNotShiftTheFields() {
    var line =
        "42 (a) R (x) S 7 42 40 34820 43 4194304 700 0 0 0 1 2 3 4 20 0 11 0 94283 14966784 2145\n";

    assertThat(KernelText.stat(bytes(line), line.length()))
        .isEqualTo(new Stat('S', 7, 42, 40, 34820, 43, 11, 94283));
  }

  @Test
  void aForegroundOfNobodyIsMinusOne() {
    var line = "42 (sh) S 7 42 40 0 -1 4194304 700 0 0 0 1 2 3 4 20 0 1 0 94283 1 2\n";

    assertThat(KernelText.stat(bytes(line), line.length()).foreground()).isEqualTo(-1);
  }

  @Test
  void anEpollSetListsItsTargetsWithEventsInodeAndDevice() {
    var info =
        """
        pos:\t0
        flags:\t02000002
        mnt_id:\t17
        ino:\t1038
        tfd:        3 events:       19 data:     7f9400000003  pos:0 ino:5241 sdev:f
        tfd:       17 events: 80000001 data:               11  pos:0 ino:a sdev:1c
        """;
    var text = text(info);

    assertThat(text.nextTarget()).isEqualTo(new KernelText.Target(3, 0x19, 0x5241, 0xf));
    assertThat(text.nextTarget()).isEqualTo(new KernelText.Target(17, 0x80000001, 0xa, 0x1c));
    assertThat(text.nextTarget()).isNull();
  }

  @Test
  void anArmedTimerSaysHowLongItStillHas() {
    var armed = "clockid: 1\nticks: 0\nit_value: (3, 500000000)\nit_interval: (0, 0)\n";
    var idle = "clockid: 1\nticks: 0\nit_value: (0, 0)\nit_interval: (0, 0)\n";

    assertThat(text(armed).timerNanos()).isEqualTo(3_500_000_000L);
    assertThat(text(idle).timerNanos()).isEqualTo(TerminalWait.FOREVER);
  }

  @Test
  void callsHaveTheNumbersOfTheirArchitecture() {
    assertThat(SystemCall.numbered(SystemCall.of("amd64"), 270)).isEqualTo(SystemCall.PSELECT);
    assertThat(SystemCall.numbered(SystemCall.of("amd64"), 0)).isEqualTo(SystemCall.READ);
    assertThat(SystemCall.numbered(SystemCall.of("aarch64"), 72)).isEqualTo(SystemCall.PSELECT);
    assertThat(SystemCall.numbered(SystemCall.of("aarch64"), 63)).isEqualTo(SystemCall.READ);
    assertThat(SystemCall.numbered(SystemCall.of("aarch64"), 0)).isEqualTo(SystemCall.OTHER);
    assertThat(SystemCall.numbered(SystemCall.of("amd64"), 100_000)).isEqualTo(SystemCall.OTHER);
  }

  private static KernelText text(String text) {
    return new KernelText(bytes(text), text.length());
  }

  private static ThreadSeen syscall(String line) {
    return KernelText.thread(bytes(line), line.length());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
