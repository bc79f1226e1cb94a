package dev.parley.cli;

import java.util.Optional;

/**
 * The text of a client's settings, changed in one place and left as it is everywhere else:
 * comments, order and layout are the user's.
 */
sealed interface ClientFile {
  /** The text with Parley's entry, put in or replaced. */
  String with(String text, String entry);

  /** The text without Parley's entry. */
  String without(String text);

  /**
   * JSON, also with comments and trailing commas, as editors allow.
   *
   * @param section the member of the whole that holds the servers
   */
  record Json(String section) implements ClientFile {
    private static final String NAME = "parley";

    @Override
    public String with(String text, String entry) {
      var whole = text.isBlank() ? "{}\n" : text;
      var top = JsonText.object(whole, 0);
      var holder = top.member(section);
      if (holder.isEmpty()) {
        return top.insert(
            quoted(section) + ": {\n    " + quoted(NAME) + ": " + indented(entry, 4) + "\n  }", 2);
      }
      var servers = JsonText.object(whole, holder.get().valueFrom());
      var there = servers.member(NAME);
      return there.isPresent()
          ? whole.substring(0, there.get().valueFrom())
              + indented(entry, 4)
              + whole.substring(there.get().valueTo())
          : servers.insert(quoted(NAME) + ": " + indented(entry, 4), 4);
    }

    @Override
    public String without(String text) {
      if (text.isBlank()) {
        return text;
      }
      Optional<JsonText.Member> holder = JsonText.object(text, 0).member(section);
      if (holder.isEmpty()) {
        return text;
      }
      var servers = JsonText.object(text, holder.get().valueFrom());
      return servers.member(NAME).map(servers::remove).orElse(text);
    }

    private static String quoted(String text) {
      return '"' + text + '"';
    }

    private static String indented(String entry, int columns) {
      return entry.replace("\n", "\n" + " ".repeat(columns));
    }
  }

  /** TOML, where an entry is a table with its header. */
  record Toml(String header) implements ClientFile {
    @Override
    public String with(String text, String entry) {
      var rest = without(text);
      var gap =
          rest.isEmpty() ? "" : rest.endsWith("\n\n") ? "" : rest.endsWith("\n") ? "\n" : "\n\n";
      return rest + gap + header + "\n" + entry + "\n";
    }

    @Override
    public String without(String text) {
      var kept = new StringBuilder();
      var ours = false;
      var own = header.substring(0, header.length() - 1);
      for (var line : text.lines().toList()) {
        var bare = line.strip();
        if (bare.startsWith("[")) {
          // Tables below ours, such as its environment, are ours too.
          ours = bare.startsWith(header) || bare.startsWith(own + ".");
        }
        if (!ours) {
          kept.append(line).append('\n');
        }
      }
      return kept.toString().stripTrailing() + (kept.toString().isBlank() ? "" : "\n");
    }
  }
}
