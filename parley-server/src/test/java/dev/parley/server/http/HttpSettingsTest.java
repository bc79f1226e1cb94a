package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpSettingsTest {
  private static HttpSettings at(String address) {
    return HttpSettings.of(address, Optional.empty(), Optional.empty(), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:7717", "localhost:80", "[::1]:0"})
  void thisMachineNeedsNothingMore(String address) {
    assertThat(at(address).url(at(address).port())).isEqualTo("http://" + address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:7717", "192.168.0.1:7717", "[::]:7717", "example.org:7717"})
  void whereOthersReachItTlsIsNeededOrSayingSo(String address) {
    assertThatThrownBy(() -> at(address)).hasMessageContaining("TLS");
    assertThat(HttpSettings.of(address, Optional.empty(), Optional.empty(), true).port())
        .isEqualTo(7717);
    var safe = HttpSettings.of(address, Optional.of(Path.of("x.p12")), Optional.empty(), false);
    assertThat(safe.url(7717)).startsWith("https://");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "7717", "localhost", "localhost:", ":7717", "localhost:99999", "a b:1"})
  void whatIsNoAddressIsRefused(String address) {
    assertThatThrownBy(() -> at(address)).hasMessageContaining("HOST:PORT");
  }

  @Test
  void aWildcardIsReachedFromThisMachine() {
    var settings = HttpSettings.of("0.0.0.0:1", Optional.empty(), Optional.empty(), true);
    assertThat(settings.url(1)).isEqualTo("http://127.0.0.1:1");
  }
}
