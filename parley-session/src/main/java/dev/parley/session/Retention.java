package dev.parley.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What is kept of sessions that have ended: so many, for so long, and so many bytes together with
 * those that live. What exceeds any of these goes, oldest first; a session that lives never does.
 */
public record Retention(int sessions, Duration age, long bytes) {
  public static final Retention DEFAULT = new Retention(500, Duration.ofDays(7), 4L << 30);

  /** No limit at all. */
  public static final Retention EVERYTHING =
      new Retention(Integer.MAX_VALUE, Duration.ofDays(365_000), Long.MAX_VALUE);

  public Retention {
    if (sessions < 0 || age.isNegative() || bytes < 0) {
      throw new IllegalArgumentException("What is kept cannot be less than nothing");
    }
  }

  public Retention withSessions(int most) {
    return new Retention(most, age, bytes);
  }

  public Retention withAge(Duration longest) {
    return new Retention(sessions, longest, bytes);
  }

  public Retention withBytes(long most) {
    return new Retention(sessions, age, most);
  }

  /** One session that has ended: for how long, and what it takes. */
  record Ended<T>(T session, Duration ago, long bytes) {}

  /**
   * Those that must go.
   *
   * @param ended what has ended, oldest ending first
   * @param living the bytes of sessions that live
   */
  <T> List<T> surplus(List<Ended<T>> ended, long living) {
    var surplus = new ArrayList<T>();
    var count = ended.size();
    var total = living + ended.stream().mapToLong(Ended::bytes).sum();
    for (var one : ended) {
      if (count > sessions || total > bytes || one.ago().compareTo(age) >= 0) {
        surplus.add(one.session());
        count--;
        total -= one.bytes();
      }
    }
    return surplus;
  }
}
