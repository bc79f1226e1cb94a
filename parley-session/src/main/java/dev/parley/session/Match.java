package dev.parley.session;

import java.util.List;

/** What a pattern found: the text, its groups, and the text before it. */
public record Match(String text, List<String> groups, String before) {
  public Match {
    groups = List.copyOf(groups);
  }
}
