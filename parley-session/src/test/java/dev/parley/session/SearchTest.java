package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns from anybody, and what they may take. */
@Timeout(120)
final class SearchTest {
  /** RE2 tries every count at every letter: some ten microseconds for each. */
  private static final String SLOW = "a?".repeat(160) + "a".repeat(160);

  private static final String TEXT = ("a".repeat(150) + "b").repeat(20_000);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a{1000}){1000}",
        "((((a{100}){100}){100}){100}){100}",
        "(((((((((x{9}){9}){9}){9}){9}){9}){9}){9}){9}){9}",
        "((a{0,100})+b{1,100}){1,100}",
        "(?:[a-z]{500}|\\pL{500}){500}",
        "a{999}b{999}"
      })
  void whatWouldGetTooLargeIsNotCompiled(String expression) {
    assertThatThrownBy(() -> Search.pattern(expression))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("too large");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\d{1,3}(\\.\\d{1,3}){3}",
        "[0-9a-f]{64}",
        "^(error|warning): .{0,200}$",
        "\\Qa{1000}\\E|x{",
        "[]{9}]{3}",
        "\\p{Greek}{20}\\x{1F600}{20}"
      })
  void whatPeopleUseIs(String expression) {
    assertThat(Search.pattern(expression).lines(() -> "no such line")).isEmpty();
  }

  @Test
  void aSearchThatTakesTooLongIsGivenUp() {
    var search = Search.pattern(SLOW);
    assertThatThrownBy(() -> search.lines(() -> TEXT.repeat(20)))
        .isInstanceOfSatisfying(
            Refusal.class, refused -> assertThat(refused.code()).isEqualTo(Refusal.Code.LIMIT));
  }

  /** On the two carriers that this took before, no other virtual thread had run meanwhile. */
  @Test
  void othersGoOnMeanwhile() throws InterruptedException {
    var carriers = Runtime.getRuntime().availableProcessors();
    var ended = new CountDownLatch(carriers + 1);
    var quick = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (var one = 0; one <= carriers; one++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                new Asker("hostile", "", Asker.Sees.ALL).enter();
                assertThatThrownBy(() -> Search.pattern(SLOW).lines(() -> TEXT.repeat(20)))
                    .isInstanceOf(Refusal.class);
                ended.countDown();
              }));
    }
    var honest =
        Thread.startVirtualThread(
            () -> {
              new Asker("honest", "", Asker.Sees.ALL).enter();
              while (ended.getCount() > 0) {
                assertThat(Search.pattern("b$").lines(() -> "a\nb\n")).containsExactly("b");
                quick.incrementAndGet();
              }
            });
    ended.await();
    honest.join();
    for (var thread : threads) {
      thread.join();
    }
    assertThat(quick.get()).isGreaterThan(20);
  }

  @Test
  void linesAreThoseThatMatch() {
    assertThat(Search.pattern("^b").lines(() -> "ab\nba\nbb")).isEqualTo(List.of("ba", "bb"));
  }
}
