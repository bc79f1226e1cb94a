package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.parley.session.storage.Journal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSearchTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "hello",
          "world ",
          "\r\n",
          "\r\n\r\n",
          "\r",
          "\b",
          "\t",
          "漢",
          "e\u0301",
          " 42",
          "\u001b[31m",
          "\u001b[K",
          "\u001b[A",
          "\u001b[2C",
          "\u001b[H\u001b[2J",
          "\u001b]2;t\007",
          "\u001b[?1049h",
          "\u001b[?1049l",
          "\u001b7\u001b[5;1Hx",
          "\u001b8",
          "$ ");

  private static final List<String> PATTERNS =
      List.of(
          "hello",
          "^hello$",
          "\\bworld\\b",
          "\\d+",
          "a+$",
          "o\\s+w",
          "(?s)a.*o",
          "[^x]{3}\\n",
          "(h)(e)?llo world",
          "\\$ $",
          "漢|e",
          "x*",
          "lo\\z");

  private final Journal journal = Journal.inMemory(1 << 20);

  @AfterEach
  void close() {
    journal.close();
  }

  private void print(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    for (var at = 0; at < bytes.length; ) {
      var space = journal.space();
      var count = (int) Math.min(space.byteSize(), bytes.length - at);
      MemorySegment.copy(bytes, at, space, ValueLayout.JAVA_BYTE, 0, count);
      journal.filled(count);
      at += count;
    }
  }

  private Transcript transcript() {
    return Transcript.clean(journal, 80, 24);
  }

  private static PatternSearch search(Search pattern, long from) {
    var held = new ReentrantLock();
    held.lock(); // as a wait holds its session's
    return new PatternSearch(pattern, from, held);
  }

  private static PatternSearch search(String expression, long from) {
    return search(Search.pattern(expression), from);
  }

  private Optional<Match> look(PatternSearch search, String typed) {
    return search.find(transcript(), journal.end(), typed);
  }

  private String bytes(Match match) {
    return new String(journal.slice(match.from(), match.to()), StandardCharsets.UTF_8);
  }

  @Test
  void aMatchSaysFromWhereToWhere() {
    print("one\r\n\u001b[1mtwo 42\u001b[m\r\n");

    assertThat(look(search("two (\\d+)", 0), ""))
        .contains(new Match("two 42", List.of("42"), "one\n", 9, 15));
  }

  @Test
  void readingOnAfterAMatchFindsTheNextOne() {
    print("ok\r\nok\r\nok");
    var from = 0L;
    for (var offset : List.of(0L, 4L, 8L)) {
      var match = look(search("ok", from), "").orElseThrow();
      assertThat(match.from()).isEqualTo(offset);
      from = match.to();
    }
    assertThat(look(search("ok", from), "")).isEmpty();
  }

  @Test
  void aPatternThatCameInPiecesIsFound() {
    var search = search("hello world", 0);
    for (var piece : List.of("he", "l\u001b[1m", "lo", " wor")) {
      print(piece);
      assertThat(look(search, "")).isEmpty();
    }
    print("ld");
    assertThat(look(search, "").orElseThrow().text()).isEqualTo("hello world");
  }

  @Test
  void theEchoOfWhatWasTypedIsNoMatchAndNotBefore() {
    var search = search("make", 0);
    print("$ make\r\n");
    assertThat(look(search, "make")).isEmpty();
    print("gcc\r\nmake: done");

    var match = look(search, "make").orElseThrow();
    assertThat(match.before()).isEqualTo("gcc\n");
    assertThat(bytes(match)).isEqualTo("make");
    assertThat(match.from()).isEqualTo(13);
  }

  @Test
  void aPatternOverLinesReachesBack() {
    var search = search("begin[^#]*end", 0);
    print("begin\r\n");
    assertThat(look(search, "")).isEmpty();
    print("more\r\n".repeat(2_000));
    assertThat(look(search, "")).isEmpty();
    print("end");
    assertThat(look(search, "")).isPresent();
  }

  @Test
  void aFloodIsSearchedWithoutKeepingIt() {
    var search = search("needle", 0);
    for (var round = 0; round < 200; round++) {
      print("some hay that goes on and on\r\n".repeat(500));
      assertThat(look(search, "")).isEmpty();
    }
    print("a needle");

    var match = look(search, "").orElseThrow();
    assertThat(bytes(match)).isEqualTo("needle");
    assertThat(match.before().length()).isBetween(64 << 10, 256 << 10);
  }

  @Test
  void whatFellOutOfTheJournalIsPassedOver() {
    var search = search("needle", 0);
    print("hay\r\n");
    assertThat(look(search, "")).isEmpty();
    print("x".repeat(79).concat("\r\n").repeat(50_000));
    print("needle");
    assertThat(journal.start()).isPositive();

    assertThat(bytes(look(search, "").orElseThrow())).isEqualTo("needle");
  }

  @Test
  void aNewSizeOfTheTerminalLosesNothing() {
    var search = search("hello world", 0);
    print("$ hello ");
    assertThat(look(search, "")).isEmpty();
    print("world");
    assertThat(search.find(Transcript.clean(journal, 40, 10), journal.end(), "")).isPresent();
  }

  /** What a search over all of the text finds at each look, a search of what is new finds too. */
  @Test
  void searchingWhatIsNewFindsWhatSearchingAllFinds() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 2_000; round++) {
      print("\u001b[?1049l\u001bc"); // what a round leaves behind is not the next one's
      var start = journal.end();
      var pattern = Pattern.compile(pick(PATTERNS, random), Pattern.MULTILINE);
      var typed = random.nextInt(3) == 0 ? "hello" : "";
      var search = search(Search.pattern(pattern.pattern()), start);
      for (var looks = 0; looks < 30; looks++) {
        for (var pieces = random.nextInt(3); pieces >= 0; pieces--) {
          print(pick(PIECES, random));
        }
        var text = Echo.without(transcript().text(start, journal.end()), typed);
        var matcher = pattern.matcher(text);
        var found = look(search, typed);
        assertThat(found.map(Match::text))
            .as("seed %d, round %d, %s in %s", seed, round, pattern, text)
            .isEqualTo(matcher.find() ? Optional.of(matcher.group()) : Optional.empty());
        if (found.isPresent()) {
          assertThat(found.get().before()).isEqualTo(text.substring(0, matcher.start()));
          assertThat(found.get().from()).isBetween(start, found.get().to());
          assertThat(found.get().to()).isBetween(start, journal.end());
          break;
        }
      }
    }
  }

  private static String pick(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "^a.*b$",
        "\\$ ",
        "\\d+",
        "[a-z_]+\\.",
        "(?:a|b)",
        "(?i)ok",
        "(?P<n>\\w)"
      })
  void aPatternOfOneLineIsKnown(String expression) {
    assertThat(PatternSearch.isWithinLine(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n",
        "a\\nb",
        "\\s",
        "\\W",
        "\\D",
        "[^a]",
        "[[:space:]]",
        "(?s).",
        "\\x0a",
        "\\A",
        "\\Qa",
        "(?m-s:a)",
        "\\pZ",
        "[\t-\r]",
        "\\"
      })
  void aPatternThatMayCrossLinesIsKnown(String expression) {
    assertThat(PatternSearch.isWithinLine(expression)).isFalse();
  }
}
