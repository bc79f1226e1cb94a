package dev.parley.server.calls;

import dev.parley.session.Search;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Wait for the first of some sessions that is ready, and read it.
 *
 * @param sessions ids, beginnings of ids, or names
 * @param from an offset; negative for so many lines before the end; empty for where the reader's
 *     last answer ended
 * @param to where to end, of one session; what was printed up to there is read without waiting
 * @param filter shows only lines in which it is found
 * @param explain whether to tell why the session is said to be in its state
 */
public record ReadCall(
    List<String> sessions,
    OptionalLong from,
    OptionalLong to,
    Optional<Search> filter,
    boolean explain,
    Waiting waiting) {
  public ReadCall {
    sessions = List.copyOf(sessions);
  }

  /** Reads one session from an offset. */
  public static ReadCall of(String session, long from, Waiting waiting) {
    return new ReadCall(
        List.of(session),
        OptionalLong.of(from),
        OptionalLong.empty(),
        Optional.empty(),
        false,
        waiting);
  }

  /** The same for a stretch that ends at an offset. */
  public ReadCall upTo(long end) {
    return new ReadCall(sessions, from, OptionalLong.of(end), filter, explain, waiting);
  }

  /** The same for other sessions. */
  public ReadCall of(List<String> others) {
    return new ReadCall(others, from, to, filter, explain, waiting);
  }
}
