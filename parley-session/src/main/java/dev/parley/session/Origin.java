package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.storage.Journal;
import dev.parley.session.storage.SessionFolder;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a session comes from: a launch just now, or a folder that an earlier process left.
 *
 * @param replay what the terminal must see again
 * @param folder where the session is kept on disk, if it is
 * @param ending how it ended, if that was before this process began
 * @param lost it ended and nobody saw how
 */
record Origin(
    SessionId id,
    Launch launch,
    Instant startedAt,
    String nonce,
    Journal journal,
    Replay replay,
    Optional<SessionFolder> folder,
    Optional<SessionEnding> ending,
    boolean lost) {

  /** A session in memory, which ends with this process. */
  static Origin inMemory(SessionId id, Launch launch, Instant startedAt, String nonce, long bound) {
    return new Origin(
        id,
        launch,
        startedAt,
        nonce,
        Journal.inMemory(bound),
        Replay.none(launch),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /** A new session that is kept in a folder. */
  static Origin inFolder(SessionFolder folder, long bound) {
    var meta = folder.meta();
    return new Origin(
        meta.id(),
        meta.launch(),
        meta.startedAt(),
        meta.nonce(),
        folder.journal(bound),
        Replay.none(meta.launch()),
        Optional.of(folder),
        Optional.empty(),
        false);
  }

  /** A session that an earlier process left in its folder. */
  static Origin recovered(
      SessionFolder folder, long bound, Optional<SessionEnding> ending, boolean lost) {
    var meta = folder.meta();
    var journal = folder.recoveredJournal(bound);
    return new Origin(
        meta.id(),
        meta.launch(),
        meta.startedAt(),
        meta.nonce(),
        journal,
        Replay.of(folder, journal),
        Optional.of(folder),
        ending,
        lost);
  }
}
