package dev.parley.session;

import java.util.Optional;

/**
 * Text from a journal, cut to a budget.
 *
 * @param from the first byte it covers
 * @param to the offset after the last byte it covers: where to read on
 * @param omitted what the budget cut out of the middle
 */
public record Excerpt(String text, long from, long to, Optional<Omitted> omitted) {

  /** A stretch that was left out; reading that range returns it. */
  public record Omitted(long bytes, long lines, long from, long to) {}
}
