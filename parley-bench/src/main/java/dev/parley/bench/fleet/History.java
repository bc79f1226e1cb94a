package dev.parley.bench.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What callers asked for and were told, to be compared with what was really done. */
final class History {
  /** What a caller was told. */
  enum Told {
    /** It was done. */
    DONE,
    /** It was not done. */
    REFUSED,
    /** It may have been done or not. */
    UNKNOWN
  }

  private record Line(String session, String caller, String text, Told told) {}

  private record Start(String key, Told told) {}

  private final List<Line> lines = new ArrayList<>(); // all guarded by this
  private final List<Start> starts = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, EnumMap<Told, Integer>> counts = new TreeMap<>();
  private Duration longest = Duration.ZERO;

  synchronized void line(String session, String caller, String text, Told told) {
    lines.add(new Line(session, caller, text, told));
    count("send", told);
  }

  synchronized void start(String key, Told told) {
    starts.add(new Start(key, told));
    count("start", told);
  }

  synchronized void count(String what, Told told) {
    counts.computeIfAbsent(what, _ -> new EnumMap<>(Told.class)).merge(told, 1, Integer::sum);
  }

  /** A call has taken so long, and may take so long. */
  synchronized void took(String what, Duration time, Duration limit) {
    longest = time.compareTo(longest) > 0 ? time : longest;
    if (time.compareTo(limit) > 0) {
      wrong("%s took %d ms; its limit is %d ms".formatted(what, time.toMillis(), limit.toMillis()));
    }
  }

  synchronized void wrong(String sentence) {
    wrong.add(sentence);
  }

  /** Compares the lines a program has read, in its order, with what callers were told. */
  synchronized void checkLines(String session, List<String> typed) {
    var at = new HashMap<String, Integer>();
    for (var place = 0; place < typed.size(); place++) {
      if (at.put(typed.get(place), place) != null) {
        wrong("%s: '%s' was typed twice".formatted(session, typed.get(place)));
      }
    }
    var last = new HashMap<String, Integer>();
    for (var line : lines) {
      if (!line.session().equals(session)) {
        continue;
      }
      var place = at.get(line.text());
      switch (line.told()) {
        case DONE -> {
          if (place == null) {
            wrong("%s: '%s' was acknowledged and not typed".formatted(session, line.text()));
          } else if (last.getOrDefault(line.caller(), -1) > place) {
            wrong("%s: '%s' was typed out of order".formatted(session, line.text()));
          } else {
            last.put(line.caller(), place);
          }
        }
        case REFUSED -> {
          if (place != null) {
            wrong("%s: '%s' was refused and typed".formatted(session, line.text()));
          }
        }
        case UNKNOWN -> {}
      }
    }
  }

  /** Compares the programs that ran, one line for each by its key, with what callers were told. */
  synchronized void checkStarts(List<String> ran) {
    var times = new HashMap<String, Integer>();
    ran.forEach(key -> times.merge(key, 1, Integer::sum));
    for (var start : starts) {
      var count = times.getOrDefault(start.key(), 0);
      if (count > 1
          || (start.told() == Told.DONE && count == 0)
          || (start.told() == Told.REFUSED && count == 1)) {
        wrong("start %s was %s and ran %d times".formatted(start.key(), start.told(), count));
      }
    }
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  synchronized String summary() {
    var text = new StringBuilder();
    counts.forEach(
        (what, told) ->
            text.append("%s %s, ".formatted(what, told.toString().toLowerCase(Locale.ROOT))));
    return text + "longest call %d ms".formatted(longest.toMillis());
  }
}
