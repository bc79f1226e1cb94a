package dev.parley.session;

import java.util.OptionalLong;

/** Up to where each reader of a session has read; kept for the next process too. */
public final class Bookmarks {
  private final Notes notes;

  Bookmarks(Notes notes) {
    this.notes = notes;
  }

  /** Up to where a reader has read; empty when nobody noted it. */
  public OptionalLong of(String reader) {
    return notes.readBy(reader);
  }

  /** Notes up to where a reader has read. */
  public void put(String reader, long offset) {
    notes.readBy(reader, offset);
  }
}
