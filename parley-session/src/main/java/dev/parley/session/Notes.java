package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.storage.Checkpoint;
import dev.parley.session.storage.Index;
import dev.parley.session.storage.Journal;
import dev.parley.session.storage.Live;
import dev.parley.session.storage.SessionFolder;
import dev.parley.session.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** What is noted on disk about a session as it goes on; nothing for one that lives in memory. */
final class Notes {
  private final Optional<SessionFolder> folder;
  private final TimeSource time;

  Notes(Optional<SessionFolder> folder, TimeSource time) {
    this.folder = folder;
    this.time = time;
  }

  private Optional<Live> live() {
    return folder.flatMap(SessionFolder::live);
  }

  /** Where the output ends; called by the Loop. */
  void printed(long end) {
    live().ifPresent(live -> live.end(end));
  }

  void parsed(long offset) {
    if (folder.isPresent()) {
      live().ifPresent(live -> live.parsed(offset));
      folder.get().index().output(time.millis(), offset);
    }
  }

  void command(ShellMarks.Finished command) {
    folder.ifPresent(kept -> kept.index().command(time.millis(), command.to(), command.exitCode()));
  }

  void size(long offset, int columns, int rows) {
    folder.ifPresent(kept -> kept.index().size(time.millis(), offset, columns, rows));
  }

  void answered(long offset) {
    live().ifPresent(live -> live.answered(offset));
  }

  /** Where the last answer of an earlier process ended. */
  long answered() {
    return live().map(Live::answered).orElse(0L);
  }

  /** Up to where a reader has read, as an earlier process noted it too; empty when it did not. */
  OptionalLong readBy(String reader) {
    var offset = live().map(live -> live.reader(reader)).orElse(-1L);
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  void readBy(String reader, long offset) {
    live().ifPresent(live -> live.reader(reader, offset));
  }

  /** When things happened, as far as that was noted. */
  List<Index.Entry> index() {
    return folder.map(kept -> kept.index().entries()).orElse(List.of());
  }

  /** What would be lost with this process, or was damaged in an earlier one; mostly nothing. */
  Optional<String> warning() {
    return folder.flatMap(SessionFolder::warning);
  }

  long diskBytes() {
    return folder.map(SessionFolder::size).orElse(0L);
  }

  /** Writes to disk what only the page cache has; slow. */
  void force(Journal journal, Supplier<Optional<Checkpoint>> checkpoint) {
    folder.ifPresent(
        kept -> {
          kept.force(journal);
          checkpoint.get().ifPresent(kept::save);
        });
  }

  /** That its program runs, and what keeps it to its limits, unless that is noted already. */
  void started(Pty pty) {
    folder
        .filter(kept -> kept.meta().pid() != pty.pid())
        .ifPresent(kept -> kept.change(meta -> meta.started(pty.pid(), pty.keptBy())));
  }

  /** What keeps its program to its limits; a later process knows it from here alone. */
  Map<String, String> keptBy(Pty pty) {
    return folder.map(kept -> kept.meta().keptBy()).orElseGet(pty::keptBy);
  }

  /** How the session ended, unless that is noted already. */
  void ending(SessionEnding how) {
    folder
        .filter(kept -> kept.meta().ending().isEmpty())
        .ifPresent(kept -> kept.change(meta -> meta.ended(how)));
  }

  void rename(String name) {
    folder.ifPresent(kept -> kept.change(meta -> meta.named(name)));
  }

  void close() {
    folder.ifPresent(SessionFolder::close);
  }

  void delete() {
    folder.ifPresent(SessionFolder::delete);
  }
}
