package dev.parley.session.storage;

import dev.parley.pty.DiskSpace;
import dev.parley.pty.PtyException;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A session's folder on disk: its journal in segments, what is written down about it ({@link
 * SessionMeta}), a few numbers that change all the time ({@link Live}), and when things happened
 * ({@link Index}).
 *
 * <p>A disk that is full or fails costs durability, never the session: {@link #warning} says so.
 */
public final class SessionFolder implements AutoCloseable {
  private static final String META = "meta.json";
  private static final String LIVE = "live";
  private static final String INDEX = "index";
  private static final String CHECKPOINT = "checkpoint";

  private final Path path;
  private final FileSegments segments;
  private final Index index;
  private final List<String> damage = new ArrayList<>();
  private @Nullable Live live;
  private volatile SessionMeta meta;
  private volatile Optional<String> warning = Optional.empty();
  private volatile boolean unsaved;

  private SessionFolder(Path path, SessionMeta meta) {
    this.path = path;
    this.meta = meta;
    this.segments = Segments.inFolder(path);
    this.index = new Index(path.resolve(INDEX));
  }

  /** Makes the folder of a new session. */
  public static SessionFolder create(Path parent, SessionMeta meta) {
    var folder = new SessionFolder(parent.resolve(meta.id().value()), meta);
    try {
      Files.createDirectory(
          folder.path,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      createFile(folder.path.resolve(INDEX));
      createFile(folder.path.resolve(LIVE));
      DiskSpace.reserve(folder.path.resolve(LIVE), Live.SIZE);
      folder.live = Live.map(folder.path.resolve(LIVE));
    } catch (IOException | PtyException failed) {
      folder.warn(failed);
    }
    folder.save(meta, false);
    return folder;
  }

  /**
   * Opens the folder that an earlier process left. Where what was written down is damaged, the
   * session is brought back without it.
   *
   * @param pid the child, if it lives
   * @param boot which start of the host that would be
   */
  public static SessionFolder open(Path path, int pid, String boot) throws IOException {
    var damage = "";
    SessionMeta meta;
    try {
      meta = SessionMeta.fromJson(Files.readString(path.resolve(META), StandardCharsets.UTF_8));
    } catch (IOException | IllegalArgumentException | Refusal damaged) {
      damage = "%s is damaged (%s)".formatted(META, damaged.getMessage());
      meta = unknown(path, pid, boot);
    }
    var folder = new SessionFolder(path, meta);
    if (!damage.isEmpty()) {
      folder.damage.add(damage);
    }
    try {
      if (Files.size(path.resolve(LIVE)) < Live.SIZE) {
        folder.damage.add("Where readers were is not known");
      }
      DiskSpace.reserve(path.resolve(LIVE), Live.SIZE);
      folder.live = Live.map(path.resolve(LIVE));
    } catch (IOException | PtyException failed) {
      folder.warn(failed);
    }
    return folder;
  }

  private static SessionMeta unknown(Path path, int pid, String boot) throws IOException {
    return new SessionMeta(
        new SessionId(path.getFileName().toString()),
        Launch.of("?"),
        Files.getLastModifiedTime(path).toInstant(),
        pid,
        "",
        boot,
        Map.of(),
        Optional.empty());
  }

  static void createFile(Path file) throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException left) {
      Files.delete(file);
      createFile(file);
    }
  }

  private void warn(Exception failed) {
    warning = Optional.of("This session would not survive the daemon: " + failed.getMessage());
  }

  /** A new journal in this folder. */
  public Journal journal(long bound) {
    return new Journal(segments, bound);
  }

  /** The journal that an earlier process left in this folder. */
  public Journal recoveredJournal(long bound) {
    var recovered = segments.recover();
    damage.addAll(segments.damage());
    var end = recovered.length == 0 ? 0 : recovered[recovered.length - 1].end();
    var lastEnd = live().map(Live::end).orElse(0L);
    if (lastEnd <= end) {
      return new Journal(segments, bound, recovered, end);
    }
    // The rest was in memory alone. No offset may mean two things, so what follows begins after it.
    damage.add("Output from offset %d to %d is missing".formatted(end, lastEnd));
    for (var segment : recovered) {
      segment.close();
    }
    return new Journal(segments, bound, new Segment[0], lastEnd);
  }

  public SessionMeta meta() {
    return meta;
  }

  public Index index() {
    return index;
  }

  public Optional<Live> live() {
    return Optional.ofNullable(live);
  }

  /** What is wrong with keeping this session on disk, or was found damaged there. */
  public Optional<String> warning() {
    return warning
        .or(segments::warning)
        .or(() -> damage.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", damage)));
  }

  /** Notes what has changed, also when another thread has something to note at this moment. */
  public synchronized void change(UnaryOperator<SessionMeta> change) {
    save(change.apply(meta), false);
  }

  /** It is on disk for good a second later, or at once if it must be. */
  private synchronized void save(SessionMeta changed, boolean atOnce) {
    meta = changed;
    unsaved = !atOnce;
    var scratch = path.resolve(META + ".new");
    try {
      createFile(scratch);
      try (var channel = FileChannel.open(scratch, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(changed.toJson().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (atOnce) {
          channel.force(true);
        }
      }
      Files.move(
          scratch,
          path.resolve(META),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      if (atOnce) {
        forceFolder();
      }
    } catch (IOException failed) {
      warn(failed);
    }
  }

  /** The name of a file is safe only when the folder is. */
  private void forceFolder() throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Writes to disk what only memory and the page cache have; slow. */
  public void force(Journal journal) {
    index.write();
    journal.force();
    saveForGood();
  }

  private synchronized void saveForGood() {
    if (unsaved) {
      save(meta, true);
    }
  }

  /** When something was last written here. */
  public Instant changed() {
    try (var files = Files.list(path)) {
      return Instant.ofEpochMilli(
          files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0));
    } catch (IOException gone) {
      return Instant.EPOCH;
    }
  }

  /** Notes the screen, so that a next process need not parse everything again. */
  public void save(Checkpoint point) {
    try {
      point.write(path.resolve(CHECKPOINT));
    } catch (IOException full) {
      // The one before is still right, only older.
    }
  }

  public Optional<Checkpoint> checkpoint() {
    return Checkpoint.read(path.resolve(CHECKPOINT));
  }

  /** How much disk it takes. */
  public long size() {
    try (var files = Files.list(path)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException gone) {
      return 0;
    }
  }

  @Override
  public void close() {
    index.write();
    if (live != null) {
      live.close();
    }
  }

  /** Deletes the folder, which must have been closed. */
  public void delete() {
    try (var files = Files.walk(path)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException left) {
      // The next start tries again.
    }
  }
}
