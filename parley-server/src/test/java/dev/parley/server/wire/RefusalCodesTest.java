package dev.parley.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ClientException;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program on the other side knows every reason for which something is declined. */
final class RefusalCodesTest {
  @ParameterizedTest
  @EnumSource(Refusal.Code.class)
  void theClientKnowsEveryCode(Refusal.Code code) {
    var received = ClientException.of(Json.object().put("code", code.wire()));

    assertThat(received.code()).isNotEqualTo(ClientException.Code.UNKNOWN);
    assertThat(received.code().wire()).isEqualTo(code.wire());
  }
}
