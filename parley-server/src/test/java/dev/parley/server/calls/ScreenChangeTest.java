package dev.parley.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScreenChangeTest {
  private static final List<String> BEFORE = List.of("a", "b", "c", "d", "e", "");

  private static ScreenChange to(String... now) {
    return ScreenChange.between(BEFORE, List.of(now)).orElseThrow();
  }

  @Test
  void rowsThatAreOtherwiseAreTold() {
    assertThat(to("a", "B", "c", "d", "e", "f"))
        .isEqualTo(new ScreenChange(0, new TreeMap<>(Map.of(1, "B", 5, "f"))));
    assertThat(to("a", "b", "c", "d", "e", "").rows()).isEmpty();
  }

  @Test
  void rowsThatHaveMovedNeedNotBeTold() {
    assertThat(to("b", "c", "d", "e", "", "f"))
        .isEqualTo(new ScreenChange(1, new TreeMap<>(Map.of(5, "f"))));
    assertThat(to("new", "a", "b", "c", "d", "e"))
        .isEqualTo(new ScreenChange(-1, new TreeMap<>(Map.of(0, "new"))));
  }

  @Test
  void anotherScreenIsToldWhole() {
    assertThat(ScreenChange.between(BEFORE, List.of("1", "2", "3", "4", "e", ""))).isEmpty();
    assertThat(ScreenChange.between(BEFORE, List.of("a", "b", "c"))).isEmpty();
    assertThat(ScreenChange.between(List.of(), BEFORE)).isEmpty();
  }
}
