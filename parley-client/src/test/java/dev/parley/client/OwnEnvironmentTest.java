package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Programs get the locale of who called, and not the one the JVM needs. */
final class OwnEnvironmentTest {
  @Test
  void theLocaleIsTheCallers() {
    assertThat(OwnEnvironment.asCalled(Map.of("A", "1", "LC_ALL", "de_DE.UTF-8")))
        .isEqualTo(Map.of("A", "1", "LC_ALL", "de_DE.UTF-8"));
    assertThat(OwnEnvironment.asCalled(Map.of("LC_ALL", "C.UTF-8", "PARLEY_LC_ALL", "C")))
        .isEqualTo(Map.of("LC_ALL", "C"));
    assertThat(OwnEnvironment.asCalled(Map.of("LC_ALL", "C.UTF-8", "PARLEY_LC_ALL", "", "A", "1")))
        .isEqualTo(Map.of("A", "1"));
  }
}
