package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeTest {

  private static Envelope of(String line) {
    return Envelope.of(line.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theIdIsKeptAsItIsWritten() {
    assertThat(of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"))
        .isEqualTo(new Envelope("1", "ping", ""));
    assertThat(of("{ \"id\" : \"1\" , \"method\":\"ping\" }\n"))
        .isEqualTo(new Envelope("\"1\"", "ping", ""));
  }

  @Test
  void theToolIsFoundAmongDecoys() {
    var line =
        "{\"params\":{\"arguments\":{\"name\":\"no\",\"id\":7,\"text\":\"\\\"id\\\":8}\"},"
            + "\"name\":\"session_send\"},\"method\":\"tools/call\",\"id\":3}\n";
    assertThat(of(line)).isEqualTo(new Envelope("3", "tools/call", "session_send"));
  }

  @Test
  void anAnswerHasNoMethod() {
    var answer = of("{\"id\":4,\"result\":{\"method\":\"x\",\"list\":[{\"id\":5},\"]}\"]}}\n");
    assertThat(answer).isEqualTo(new Envelope("4", "", ""));
    assertThat(answer.isAnswer()).isTrue();
    assertThat(answer.isRequest()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1,2]", "nonsense", "{\"id\":", "{\"id\":\"", "{}"})
  void whatIsNoMessageIsPassedOn(String line) {
    assertThat(of(line).isRequest()).isFalse();
  }

  @Test
  void aListOfWordsIsFoundInTheWelcome() {
    var welcome = "{\"parley\":1,\"reading\":[\"session_read\", \"session_list\"],\"pid\":7}";
    assertThat(Envelope.words(welcome, "reading")).containsOnly("session_read", "session_list");
    assertThat(Envelope.words("{\"reading\":[]}", "reading")).isEmpty();
    assertThat(Envelope.words("{\"parley\":1}", "reading")).isEmpty();
    assertThat(Envelope.words("{\"reading\":[\"a\"", "reading")).isEmpty();
  }
}
