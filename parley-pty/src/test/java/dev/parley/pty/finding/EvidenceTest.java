package dev.parley.pty.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceTest {

  private static Stream<Evidence> every() {
    var blocked =
        Stream.of(Evidence.Blocked.Call.values())
            .flatMap(
                call ->
                    Stream.of(new Evidence.Blocked(call, false), new Evidence.Blocked(call, true)));
    var here =
        Stream.<Stream<? extends Evidence>>of(
                blocked,
                Stream.of(
                    new Evidence.Repeated(),
                    new Evidence.Settled(),
                    new Evidence.ZeroRead(),
                    new Evidence.EchoOff(),
                    new Evidence.SleepsIn("n_tty_read"),
                    new Evidence.Relay("sudo"),
                    new Evidence.Silence(Duration.ofMillis(1500)),
                    new Evidence.Other("kernel:of-tomorrow")),
                Stream.of(Evidence.Beside.values()),
                Stream.of(Evidence.Doubt.values()),
                Stream.of(Evidence.Pursuit.values()),
                Stream.of(Evidence.Activity.values()),
                Stream.of(Evidence.Underway.values()),
                Stream.of(Evidence.Blind.values()),
                Stream.of(Evidence.Over.values()),
                Stream.of(Evidence.Mark.values()),
                Stream.of(Evidence.Shown.values()))
            .<Evidence>flatMap(each -> each)
            .toList();
    return Stream.concat(here.stream(), here.stream().map(Evidence.Far::new));
  }

  @ParameterizedTest
  @MethodSource("every")
  void whatIsWrittenIsUnderstoodAgain(Evidence evidence) {
    assertThat(Evidence.parse(evidence.wire())).isEqualTo(evidence);
  }

  @Test
  void everyKindIsTried() {
    assertThat(every().<Class<?>>map(Evidence::getClass))
        .contains(Evidence.class.getPermittedSubclasses());
  }

  /** What users read, and what the far probe's script sends. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel:read(tty)",
        "kernel:select(tty,timeout)",
        "kernel:again",
        "kernel:socketpair",
        "kernel:ptmx-full",
        "kernel:write(tty)",
        "kernel:zero-read(tty)",
        "kernel:wchan(n_tty_read)",
        "kernel:io_uring",
        "kernel:input-unread",
        "kernel:exit",
        "outbox:pending",
        "input:new",
        "output:pending",
        "thread:other-running",
        "process:other-session",
        "relay:busy",
        "relay:mosh-client",
        "termios:-echo",
        "osc133:B",
        "osc133:continuation",
        "quiet:100ms",
        "cursor:after-text",
        "screen:alternate",
        "text:secret",
        "terminal:query-answered",
        "journal:no-ending",
        "not-asked",
        "engine:pty4j",
        "far:starting",
        "far:kernel:epoll(tty,timeout)",
        "far:relay:sudo",
        "far:",
        ""
      })
  void textsStayTheSame(String text) {
    assertThat(Evidence.parse(text).wire()).isEqualTo(text);
  }

  @Test
  void farEvidenceWrapsWhatWasSeenThere() {
    assertThat(Evidence.parse("far:kernel:read(tty)"))
        .isEqualTo(new Evidence.Far(new Evidence.Blocked(Evidence.Blocked.Call.READ, false)));
    assertThat(Evidence.parse("far:starting")).isEqualTo(Evidence.Underway.FAR_STARTING);
  }

  @Test
  void aDeepNestOfFarEvidenceIsNotFollowed() {
    var deep = "far:".repeat(100_000);

    assertThat(Evidence.parse(deep).wire()).isEqualTo(deep);
  }

  @Test
  void severalKeepTheirOrder() {
    assertThat(Evidence.wire(List.of(Evidence.Mark.PROMPT, new Evidence.Relay("ssh"))))
        .containsExactly("osc133:B", "relay:ssh");
  }
}
