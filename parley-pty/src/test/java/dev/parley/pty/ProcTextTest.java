package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProcTextTest {
  private final long[] fields = new long[ProcText.CALL_FIELDS];

  @Test
  void aBlockedThreadShowsItsCallArgumentsAndStack() {
    var seen =
        syscall("270 0x1 0x7ffd85a9c2e8 0x0 0x0 0xffffffffffffffff 0x5 0x7ffd85a9c200 0x7f94659\n");

    assertThat(seen).isEqualTo(ProcText.Seen.IN_CALL);
    assertThat(fields).containsExactly(270, 1, 0x7ffd85a9c2e8L, 0, 0, -1, 5, 0x7ffd85a9c200L);
  }

  @Test
  void aRunningThreadIsInNoCall() {
    assertThat(syscall("running\n")).isEqualTo(ProcText.Seen.RUNNING);
  }

  @Test
  void aThreadInAPageFaultIsElsewhere() {
    assertThat(syscall("-1 0x7ffd85a9c200 0x7f94659\n")).isEqualTo(ProcText.Seen.ELSEWHERE);
  }

  @Test
  void aNameWithSpacesAndParenthesesDoesNotShiftTheFields() {
    var line =
        "42 (a) R (x) S 7 42 40 34820 43 4194304 700 0 0 0 1 2 3 4 20 0 11 0 94283 14966784 2145\n";

    assertThat(ProcText.stat(bytes(line), line.length()))
        .isEqualTo(new ProcStat('S', 7, 42, 40, 34820, 43, 11, 94283));
  }

  @Test
  void aForegroundOfNobodyIsMinusOne() {
    var line = "42 (sh) S 7 42 40 0 -1 4194304 700 0 0 0 1 2 3 4 20 0 1 0 94283 1 2\n";

    assertThat(ProcText.stat(bytes(line), line.length()).foreground()).isEqualTo(-1);
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
    var text = new ProcText(bytes(info), info.length());
    var target = new long[4];

    assertThat(text.nextTarget(target)).isTrue();
    assertThat(target).containsExactly(3, 0x19, 0x5241, 0xf);
    assertThat(text.nextTarget(target)).isTrue();
    assertThat(target).containsExactly(17, 0x80000001L, 0xa, 0x1c);
    assertThat(text.nextTarget(target)).isFalse();
  }

  @Test
  void anArmedTimerSaysHowLongItStillHas() {
    var armed = "clockid: 1\nticks: 0\nit_value: (3, 500000000)\nit_interval: (0, 0)\n";
    var idle = "clockid: 1\nticks: 0\nit_value: (0, 0)\nit_interval: (0, 0)\n";

    assertThat(ProcText.timerNanos(bytes(armed), armed.length())).isEqualTo(3_500_000_000L);
    assertThat(ProcText.timerNanos(bytes(idle), idle.length())).isEqualTo(ProbeWait.FOREVER);
  }

  @Test
  void callsHaveTheNumbersOfTheirArchitecture() {
    assertThat(ProcCall.numbered(ProcCall.of("amd64"), 270)).isEqualTo(ProcCall.PSELECT);
    assertThat(ProcCall.numbered(ProcCall.of("amd64"), 0)).isEqualTo(ProcCall.READ);
    assertThat(ProcCall.numbered(ProcCall.of("aarch64"), 72)).isEqualTo(ProcCall.PSELECT);
    assertThat(ProcCall.numbered(ProcCall.of("aarch64"), 63)).isEqualTo(ProcCall.READ);
    assertThat(ProcCall.numbered(ProcCall.of("aarch64"), 0)).isEqualTo(ProcCall.OTHER);
    assertThat(ProcCall.numbered(ProcCall.of("amd64"), 100_000)).isEqualTo(ProcCall.OTHER);
  }

  private ProcText.Seen syscall(String line) {
    return ProcText.syscall(bytes(line), line.length(), fields);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
