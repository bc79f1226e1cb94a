package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Held;
import dev.parley.pty.HolderLink;
import dev.parley.pty.Ptys;
import dev.parley.pty.Strays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What keeps sessions beyond this process: a folder for each one's output, and a holder for their
 * children. After a start it brings back what an earlier process left there.
 */
final class Archive {
  private static final Logger LOG = System.getLogger(Archive.class.getName());

  /** Stands in the environment of everything a session starts; ids are never used twice. */
  private static final String MARKER = "PARLEY_SESSION=";

  /** For a session that ended unseen; its state says lost, and nobody is shown this. */
  private static final Exit UNSEEN = new Exit.Code(255);

  private final Path folder;
  private final Optional<HolderLink> holder;
  private final String boot = boot();

  Archive(Path folder, Optional<HolderLink> holder) {
    this.folder = folder;
    this.holder = holder;
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException failed) {
      throw new UncheckedIOException("No sessions can be kept in " + folder, failed);
    }
  }

  private static String boot() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException elsewhere) {
      return "";
    }
  }

  /** The folder of a session that is about to start. */
  SessionFolder begin(SessionId id, Launch launch, String nonce) {
    return SessionFolder.create(
        folder, new Meta(id, launch, Instant.now(), 0, nonce, boot, Optional.empty()));
  }

  /** Lets the holder forget a session. */
  void drop(SessionId id) {
    holder.ifPresent(link -> link.drop(id.value()));
  }

  /** Whether children live on when this process ends. */
  boolean keepsChildren() {
    return holder.isPresent();
  }

  /** Everything an earlier process left: what runs goes on, what has ended can be read. */
  List<Session> recover(Ptys ptys, long bound) {
    var held = held();
    var sessions = new ArrayList<Session>();
    for (var path : folders()) {
      try {
        sessions.add(recover(path, Optional.ofNullable(held.remove(name(path))), ptys, bound));
      } catch (RuntimeException | IOException damaged) {
        LOG.log(Level.WARNING, "Session " + name(path) + " could not be brought back", damaged);
      }
    }
    held.values().forEach(this::abandon);
    return sessions;
  }

  private Session recover(Path path, Optional<Held> held, Ptys ptys, long bound)
      throws IOException {
    var kept = SessionFolder.open(path, held.map(Held::pid).orElse(0), boot);
    var meta = kept.meta();
    var session =
        held.isPresent()
            ? new Session(
                Origin.recovered(kept, bound, meta.ending(), false),
                sink -> ptys.adopt(held.get(), sink))
            : ended(kept, bound);
    session
        .warning()
        .ifPresent(warning -> LOG.log(Level.WARNING, "Session " + meta.id() + ": " + warning));
    return session;
  }

  private Session ended(SessionFolder kept, long bound) {
    var meta = kept.meta();
    var lost = meta.ending().isEmpty();
    if (lost && meta.boot().equals(boot)) {
      var strays = Strays.end(MARKER + meta.id());
      LOG.log(Level.INFO, "Session {0} was lost; {1} processes of it ended", meta.id(), strays);
    }
    var ending = meta.ending().orElseGet(() -> new Session.Ending(UNSEEN, kept.changed(), "loss"));
    return new Session(
        Origin.recovered(kept, bound, Optional.of(ending), lost),
        sink -> new GonePty(meta.pid(), MARKER + meta.id(), ending.exit(), sink));
  }

  private Map<String, Held> held() {
    var held = new HashMap<String, Held>();
    try {
      if (holder.isPresent()) {
        holder.get().held().forEach(one -> held.put(one.session(), one));
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    return held;
  }

  /** Nothing on disk knows this child; it was never announced to anybody. */
  private void abandon(Held one) {
    LOG.log(Level.WARNING, "Ending child {0}, which no session knows", one.pid());
    Strays.end(MARKER + one.session());
    one.close();
    drop(new SessionId(one.session()));
  }

  private List<Path> folders() {
    try (var all = Files.list(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    } catch (IOException unreadable) {
      LOG.log(Level.WARNING, "The sessions in " + folder + " cannot be listed", unreadable);
      return List.of();
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
