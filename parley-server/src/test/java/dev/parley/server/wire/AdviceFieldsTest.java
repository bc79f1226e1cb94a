package dev.parley.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdviceFieldsTest {
  static Stream<Advice> values() {
    return Stream.concat(
        Stream.of(Advice.Step.values()),
        Stream.of(
            new Advice.ReadFrom(7_000_000_000L),
            new Advice.AcceptHostKey("ssh://ada@web.example?fingerprint=SHA256:abc")));
  }

  @ParameterizedTest
  @MethodSource("values")
  void adviceComesOutAsItWentIn(Advice advice) {
    var fields = AdviceFields.of(new Refusal(Refusal.Code.BUSY, "Not now", advice));

    assertThat(fields.path("try").asString()).isEqualTo(advice.plain());
    var parameters = new HashMap<String, String>();
    fields
        .path("advice")
        .properties()
        .forEach(field -> parameters.put(field.getKey(), field.getValue().asString("")));
    assertThat(AdviceFields.read(parameters.getOrDefault("code", ""), parameters)).contains(advice);
  }

  @Test
  void whatIsTheSameForEveryoneHasWordsAlone() {
    var fields = AdviceFields.of(new Refusal(Refusal.Code.BAD_INPUT, "No", "Use INT or TERM"));

    assertThat(fields.path("try").asString()).isEqualTo("Use INT or TERM");
    assertThat(fields.has("advice")).isFalse();
  }

  @Test
  void adviceOfALaterVersionIsNotKnown() {
    assertThat(AdviceFields.read("stand_on_your_head", Map.of())).isEqualTo(Optional.empty());
  }
}
