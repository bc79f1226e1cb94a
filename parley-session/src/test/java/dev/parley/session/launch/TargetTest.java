package dev.parley.session.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.refusal.Refusal;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

  @Test
  void aHostHasAUserAndAPort() {
    assertThat(Target.parse("ssh://ada@example.org:2222"))
        .isEqualTo(new Target.Ssh("ada", "example.org", OptionalInt.of(2222), "", ""));
    assertThat(Target.parse("ssh://web"))
        .isEqualTo(new Target.Ssh("", "web", OptionalInt.empty(), "", ""));
    assertThat(Target.parse("ssh://ada@[2001:db8::1]:22"))
        .isEqualTo(new Target.Ssh("ada", "2001:db8::1", OptionalInt.of(22), "", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local",
        "ssh://ada@example.org:2222",
        "ssh://web?persist=tmux",
        "ssh://web?fingerprint=SHA256:k55x74Uj8CvnudYgcTrGVw4vCwKwAwWhkDYl4WsA4+/",
        "ssh://ada@[::1]:22",
        "container:web-1",
        "container:web-1?engine=podman",
        "image:registry.example/debian:12",
        "kubectl:web-7d9?namespace=prod&container=app"
      })
  void aTargetIsWrittenAsItWasRead(String text) {
    assertThat(Target.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssh://-oProxyCommand=touch@host",
        "ssh://-oProxyCommand=touch",
        "ssh://ada@-host",
        "ssh://ada@host;reboot",
        "ssh://ada@ho st",
        "ssh://ada@host:99999",
        "ssh://ada@host:port",
        "ssh://ada:secret@host",
        "ssh://@host",
        "ssh://",
        "ssh://ada@host?fingerprint=yes",
        "ssh://ada@host?ProxyCommand=x",
        "ssh://ada@host$(id)",
        "container:-it",
        "container:",
        "container:a?engine=rm",
        "image:--privileged",
        "kubectl:--all",
        "kubectl:pod?namespace=-n",
        "elsewhere"
      })
  void whatCouldBeTakenForAnOptionOrAnythingOddIsRefused(String text) {
    assertThatThrownBy(() -> Target.parse(text))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.BAD_INPUT));
  }
}
