package dev.parley.server.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A revision of the protocol, newest first. */
enum Revision {
  V2026_07_28("2026-07-28"),
  V2025_11_25("2025-11-25"),
  V2025_06_18("2025-06-18"),
  // The two before had batches, which nobody came to use and we do not take. Their clients find
  // everything else they know, so they are answered in their own revision, but not invited.
  V2025_03_26("2025-03-26"),
  V2024_11_05("2024-11-05");

  /** What a client gets that asks for a revision we do not speak with {@code initialize}. */
  static final Revision NEWEST_WITH_INITIALIZE = V2025_11_25;

  /** The revisions we say we speak. */
  static final List<String> ANNOUNCED =
      List.of(V2026_07_28.text, V2025_11_25.text, V2025_06_18.text);

  final String text;

  Revision(String text) {
    this.text = text;
  }

  /** Whether each request stands for itself, with no {@code initialize} before it. */
  boolean stateless() {
    return this == V2026_07_28;
  }

  static Optional<Revision> named(String text) {
    return Arrays.stream(values()).filter(revision -> revision.text.equals(text)).findFirst();
  }
}
