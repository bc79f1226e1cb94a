package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Held;
import dev.parley.pty.HolderLink;
import dev.parley.pty.Ptys;
import dev.parley.pty.Strays;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.remote.Places;
import dev.parley.session.storage.SessionFolder;
import dev.parley.session.storage.SessionMeta;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
  private final TimeSource time;
  private final String boot = boot();
  private List<Path> left = List.of(); // folders of sessions that have ended

  Archive(Path folder, Optional<HolderLink> holder, TimeSource time) {
    this.folder = folder;
    this.holder = holder;
    this.time = time;
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
        folder,
        new SessionMeta(id, launch, time.instant(), 0, nonce, boot, Map.of(), Optional.empty()));
  }

  /** All that Parley keeps for this user: tokens, sessions, logs. */
  Path home() {
    return folder.toAbsolutePath().resolveSibling("");
  }

  /** Where connections to other hosts are found again. */
  Path connections() {
    return folder.resolveSibling("ssh");
  }

  /** Where the files are that shells begin with. */
  Path shellFiles() {
    return folder.resolveSibling("shell");
  }

  /** Lets the holder forget a session. */
  void drop(SessionId id) {
    holder.ifPresent(link -> link.drop(id.value()));
  }

  /** Whether children live on when this process ends. */
  boolean keepsChildren() {
    return holder.isPresent();
  }

  /** Sessions of an earlier process whose children are held; they rest until they begin. */
  List<Session> held(Ptys ptys, Places places, long bound) {
    var held = held();
    held.values().removeIf(this::abandonUnknown);
    left = folders().stream().filter(path -> !held.containsKey(name(path))).toList();
    return held.values().parallelStream()
        .flatMap(one -> recover(one.session(), () -> held(one, ptys, places, bound)).stream())
        .toList();
  }

  /**
   * What is known of all is seen again before anything new is read: sessions that print as fast as
   * they can would slow down the others' way back.
   */
  static void resume(List<Session> living) {
    for (var session : living) {
      try {
        session.seeAgain();
      } catch (RuntimeException failed) {
        // One session's trouble must not keep the others from beginning.
        LOG.log(Level.WARNING, "Session " + session.id() + " could not be seen again", failed);
      }
    }
    living.forEach(Session::begin);
  }

  /** Sessions of an earlier process that have ended, each handed on as soon as it can be read. */
  void ended(long bound, Consumer<Session> taker) {
    left.parallelStream()
        .forEach(path -> recover(name(path), () -> ended(path, bound)).ifPresent(taker));
  }

  private interface Recovery {
    Session run() throws IOException;
  }

  private static Optional<Session> recover(String id, Recovery recovery) {
    try {
      var session = recovery.run();
      session
          .warning()
          .ifPresent(warning -> LOG.log(Level.WARNING, "Session " + id + ": " + warning));
      return Optional.of(session);
    } catch (RuntimeException | IOException damaged) {
      LOG.log(Level.WARNING, "Session " + id + " could not be brought back", damaged);
      return Optional.empty();
    }
  }

  private Session held(Held held, Ptys ptys, Places places, long bound) throws IOException {
    var kept = SessionFolder.open(folder.resolve(held.session()), held.pid(), boot);
    return new Session(
        Origin.recovered(kept, bound, kept.meta().ending(), false),
        time,
        sink -> {
          var meta = kept.meta();
          return places.adopt(
              meta.launch(), meta.id(), meta.nonce(), sink, words -> ptys.adopt(held, words));
        });
  }

  private Session ended(Path path, long bound) throws IOException {
    var kept = SessionFolder.open(path, 0, boot);
    var meta = kept.meta();
    var lost = meta.ending().isEmpty();
    if (lost && meta.boot().equals(boot)) {
      var strays = Strays.end(MARKER + meta.id());
      LOG.log(Level.INFO, "Session {0} was lost; {1} processes of it ended", meta.id(), strays);
    }
    var ending = meta.ending().orElseGet(() -> new SessionEnding(UNSEEN, kept.changed(), "loss"));
    return new Session(
        Origin.recovered(kept, bound, Optional.of(ending), lost),
        time,
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

  /** A child that nothing on disk knows was never announced to anybody. */
  private boolean abandonUnknown(Held one) {
    if (Files.isDirectory(folder.resolve(one.session()))) {
      return false;
    }
    LOG.log(Level.WARNING, "Ending child {0}, which no session knows", one.pid());
    Strays.end(MARKER + one.session());
    one.close();
    drop(new SessionId(one.session()));
    return true;
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
