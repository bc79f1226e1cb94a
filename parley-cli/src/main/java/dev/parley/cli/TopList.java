package dev.parley.cli;

import dev.parley.client.RemoteEntry;
import dev.parley.client.RemoteState;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The sessions that {@code parley top} shows: those that need somebody first. */
final class TopList {
  private static final List<String> URGENCY =
      List.of("asked", "secret", "question", "failed", "done", "none");

  private final boolean endedToo;
  private final String own;
  private List<RemoteEntry> all = List.of();
  private String filter = "";
  private String selected = "";
  private boolean chosen;

  /**
   * A list.
   *
   * @param own the session that shows it, which is left out; empty for none
   */
  TopList(boolean endedToo, String own) {
    this.endedToo = endedToo;
    this.own = own;
  }

  void take(List<RemoteEntry> entries) {
    // Of those that have ended the ones count that somebody should know of.
    all =
        entries.stream()
            .filter(one -> endedToo || !isOver(one) || isNeeding(one))
            .filter(one -> !one.session().equals(own))
            .sorted(
                Comparator.<RemoteEntry>comparingInt(one -> urgency(one))
                    .thenComparing(one -> one.json().path("attention_since").asString(""))
                    .thenComparing(RemoteEntry::age, Comparator.reverseOrder()))
            .toList();
    keepSelection();
  }

  private static int urgency(RemoteEntry entry) {
    var place = URGENCY.indexOf(entry.attention());
    return place < 0 ? URGENCY.size() : place;
  }

  static boolean isNeeding(RemoteEntry entry) {
    return !entry.attention().equals("none");
  }

  static boolean isOver(RemoteEntry entry) {
    return entry.state() == RemoteState.EXITED || entry.state() == RemoteState.LOST;
  }

  /** The sessions to show. */
  List<RemoteEntry> shown() {
    var wanted = filter.toLowerCase(Locale.ROOT);
    return all.stream()
        .filter(
            one ->
                "%s %s %s %s %s"
                    .formatted(
                        one.session(),
                        one.name().orElse(""),
                        one.state().wire(),
                        one.attention(),
                        ProgramName.of(one.foreground()))
                    .toLowerCase(Locale.ROOT)
                    .contains(wanted))
        .toList();
  }

  long needing() {
    return all.stream().filter(TopList::isNeeding).count();
  }

  int size() {
    return all.size();
  }

  String filter() {
    return filter;
  }

  void filter(String text) {
    filter = text;
    keepSelection();
  }

  /** The place of the selected session among those shown; zero where there is none. */
  int place() {
    var shown = shown();
    for (var place = 0; place < shown.size(); place++) {
      if (shown.get(place).session().equals(selected)) {
        return place;
      }
    }
    return 0;
  }

  Optional<RemoteEntry> selected() {
    return shown().stream().filter(one -> one.session().equals(selected)).findFirst();
  }

  void select(String session) {
    selected = session;
    chosen = true;
  }

  /** Selects another, so many further down; as far as there are some. */
  void move(int by) {
    var shown = shown();
    if (!shown.isEmpty()) {
      select(shown.get(Math.clamp((long) place() + by, 0, shown.size() - 1)).session());
    }
  }

  /** The first is selected until somebody selects another, and when the selected one has gone. */
  private void keepSelection() {
    if (!chosen || selected().isEmpty()) {
      chosen = false;
      selected = shown().stream().findFirst().map(RemoteEntry::session).orElse("");
    }
  }
}
