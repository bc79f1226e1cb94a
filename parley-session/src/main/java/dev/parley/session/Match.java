package dev.parley.session;

import java.util.List;

/**
 * What a pattern found: the text, its groups, and the text before it.
 *
 * @param from the offset in the journal where the bytes of the text begin
 * @param to the offset after them; reading from here gives what follows the match
 */
public record Match(String text, List<String> groups, String before, long from, long to) {
  public Match {
    groups = List.copyOf(groups);
  }
}
