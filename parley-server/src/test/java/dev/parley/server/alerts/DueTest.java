package dev.parley.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.Attention.Kind;
import dev.parley.session.launch.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When somebody is called, in numbers. */
class DueTest {
  private static final SessionId SESSION = new SessionId("one");
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Alert patient = alert("a1", Duration.ofSeconds(30), Kind.QUESTION, Kind.FAILED);
  private final Alert hasty = alert("a2", Duration.ZERO, Kind.FAILED);
  private final List<Alert> rules = List.of(patient, hasty);
  private final Due due = new Due();

  private static Alert alert(String id, Duration after, Kind... when) {
    return new Alert(id, Set.of(when), after, new Destination.Bell(), false);
  }

  private List<Alert> at(long second, Kind kind, long lastUse) {
    return due
        .at(second * SECOND, rules, Map.of(SESSION, new Due.Observed(kind, lastUse * SECOND)))
        .stream()
        .map(Due.Wanted::alert)
        .toList();
  }

  @Test
  void aNeedThatLastsCallsOnce() {
    assertThat(at(100, Kind.QUESTION, 0)).isEmpty();
    assertThat(due.next(rules)).isEqualTo(OptionalLong.of(130 * SECOND));
    assertThat(at(129, Kind.QUESTION, 0)).isEmpty();
    assertThat(at(130, Kind.QUESTION, 0)).containsExactly(patient);
    assertThat(at(131, Kind.QUESTION, 0)).isEmpty();
    assertThat(at(1000, Kind.QUESTION, 0)).isEmpty();
    assertThat(due.next(rules)).isEmpty();
  }

  @Test
  void aNeedThatGoesInTimeCallsNobody() {
    assertThat(at(100, Kind.QUESTION, 0)).isEmpty();
    assertThat(at(120, Kind.NONE, 115)).isEmpty();
    assertThat(due.next(rules)).isEmpty();
    assertThat(at(125, Kind.QUESTION, 121)).isEmpty();
    assertThat(at(154, Kind.QUESTION, 121)).isEmpty();
    assertThat(at(155, Kind.QUESTION, 121)).containsExactly(patient);
  }

  @Test
  void whatComesAndGoesCallsOnceUntilSomebodyLooks() {
    assertThat(at(100, Kind.FAILED, 0)).containsExactly(hasty);
    assertThat(at(101, Kind.NONE, 0)).isEmpty();
    assertThat(at(102, Kind.FAILED, 0)).isEmpty();
    assertThat(at(103, Kind.NONE, 103)).isEmpty();
    assertThat(at(104, Kind.FAILED, 103)).containsExactly(hasty);
  }

  @Test
  void eachKindCallsForItself() {
    assertThat(at(100, Kind.QUESTION, 0)).isEmpty();
    assertThat(at(130, Kind.QUESTION, 0)).containsExactly(patient);
    assertThat(at(140, Kind.FAILED, 0)).containsExactly(hasty);
    assertThat(at(170, Kind.FAILED, 0)).containsExactly(patient);
  }

  @Test
  void aCallThatWasNotMadeIsDueAgain() {
    assertThat(at(100, Kind.FAILED, 0)).containsExactly(hasty);
    due.takeBack(new Due.Wanted(hasty, SESSION));
    assertThat(at(101, Kind.FAILED, 0)).containsExactly(hasty);
  }
}
