package dev.parley.session;

import dev.parley.pty.HolderLink;
import dev.parley.pty.PtyException;
import dev.parley.pty.Ptys;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.Places;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.storage.Journal;
import dev.parley.session.storage.SessionFolder;
import dev.parley.session.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The directory of sessions: starts them, finds them, and ends every one of them on close, when the
 * JVM ends, and on SIGTERM.
 */
public final class Sessions implements AutoCloseable {
  /** What a directory of sessions may hold, and how long it keeps what has ended. */
  public record Bounds(int sessions, long journalBytes, Retention retention) {
    public static final Bounds DEFAULT =
        new Bounds(256, Journal.DEFAULT_BOUND, Duration.ofHours(1));

    public Bounds(int sessions, long journalBytes, Duration keepEnded) {
      this(sessions, journalBytes, Retention.DEFAULT.withAge(keepEnded));
    }
  }

  private static final long HIDDEN_BYTES = 1 << 20;

  private final Ptys ptys;
  private final Spawner spawner;
  private final TimeSource time = TimeSource.system();
  private final Bounds bounds;
  private final Map<SessionId, Session> sessions = new ConcurrentHashMap<>();
  private final Optional<Archive> archive;
  private final Optional<Forcer> forcer;
  private final Keeper keeper;
  private final Places places;
  private final Thread atExit;
  private final List<BooleanSupplier> listeners = new CopyOnWriteArrayList<>();
  private final CountDownLatch complete = new CountDownLatch(1);
  private boolean closed;

  private Sessions(Ptys ptys, Bounds bounds, Optional<Archive> archive) {
    this.ptys = ptys;
    this.bounds = bounds;
    this.archive = archive;
    this.spawner = new Spawner(ptys, archive.map(Archive::home));
    archive.ifPresent(kept -> ShellFiles.keepIn(kept.shellFiles()));
    this.places =
        new Places(
            archive.map(Archive::connections), launch -> new HiddenConversation(hidden(launch)));
    archive.ifPresent(kept -> kept.held(ptys, places, bounds.journalBytes()).forEach(this::add));
    spawner.takeUp(sessions.values());
    var living = List.copyOf(sessions.values());
    Thread.ofPlatform().daemon().name("parley-living").start(() -> Archive.resume(living));
    Thread.ofPlatform().daemon().name("parley-archive").start(this::takeUpEnded);
    this.forcer = archive.map(_ -> new Forcer(this));
    this.keeper = new Keeper(this::all, this::tidy, bounds.retention().age(), time);
    keeper.start();
    sessions.values().forEach(one -> one.closing().whenOver(() -> over(one)));
    this.atExit = new Thread(this::atExit, "parley-at-exit");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  private void over(Session session) {
    keeper.changed();
    spawner.over(session);
  }

  /** Tells of hosts that sandboxed sessions may not reach. */
  public RefusedHosts refusedHosts() {
    return spawner.refusedHosts();
  }

  private void add(Session session) {
    sessions.put(session.id(), session);
  }

  /** What has ended is brought back after what lives, and callers who need it wait for it. */
  private void takeUpEnded() {
    try {
      archive.ifPresent(kept -> kept.ended(bounds.journalBytes(), this::add));
    } finally {
      complete.countDown();
    }
  }

  private void awaitComplete() {
    try {
      complete.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }

  /** Sessions that live in this process. */
  public static Sessions inProcess() {
    return inProcess(Bounds.DEFAULT);
  }

  public static Sessions inProcess(Bounds bounds) {
    return new Sessions(Ptys.open(), bounds, Optional.empty());
  }

  /**
   * Sessions whose output is kept in a folder. What an earlier process left there is brought back
   * as ended, or lost if nobody saw it end.
   */
  public static Sessions inFolder(Path folder, Bounds bounds) {
    return new Sessions(
        Ptys.open(),
        bounds,
        Optional.of(new Archive(folder, Optional.empty(), TimeSource.system())));
  }

  /**
   * Sessions whose output is kept in a folder and whose children are kept by a holder: they outlive
   * this process. What an earlier one left there goes on, under the same ids and offsets.
   */
  public static Sessions kept(Path folder, HolderLink holder, Bounds bounds) {
    return new Sessions(
        Ptys.open(holder),
        bounds,
        Optional.of(new Archive(folder, Optional.of(holder), TimeSource.system())));
  }

  /** The sessions that all callers in this process share. */
  public static Sessions shared() {
    return Shared.SESSIONS;
  }

  private static final class Shared {
    static final Sessions SESSIONS = inProcess();
  }

  /**
   * Starts a session.
   *
   * @throws Refusal when it cannot be started; nothing was
   */
  public Session start(Launch launch) {
    return start(launch, Credentials.NONE);
  }

  /**
   * Starts a session, at a place that may ask who we are. The way there is opened first, which may
   * take as long as the credentials allow; interrupting the thread gives it up.
   *
   * @throws Refusal when it cannot be started; nothing was
   */
  public Session start(Launch launch, Credentials credentials) {
    if (launch.target().equals(Target.LOCAL)) {
      return start(launch, newId(), Optional.empty());
    }
    checkRoom(launch);
    var id = newId();
    var transport = places.open(launch.target(), id, credentials);
    try {
      return start(launch, id, transport);
    } catch (RuntimeException | Error failed) {
      transport.ifPresent(Transport::done);
      throw failed;
    }
  }

  private synchronized Session start(Launch asked, SessionId id, Optional<Transport> transport) {
    var owner = Asker.current().owner();
    var launch = owner.isEmpty() ? asked : asked.startedBy(owner);
    checkRoom(launch);
    var shell = ShellIntegration.of(launch);
    var folder = archive.map(kept -> kept.begin(id, launch, shell.nonce()));
    try {
      var session =
          new Session(
              folder
                  .map(kept -> Origin.inFolder(kept, bounds.journalBytes()))
                  .orElseGet(
                      () ->
                          Origin.inMemory(
                              id, launch, time.instant(), shell.nonce(), bounds.journalBytes())),
              time,
              sink -> spawner.start(launch, shell, id, transport, sink));
      add(session);
      session.closing().whenOver(() -> over(session));
      keeper.changed();
      changed();
      return session;
    } catch (Refusal refused) {
      folder.ifPresent(SessionFolder::close);
      folder.ifPresent(SessionFolder::delete);
      throw refused;
    }
  }

  private void checkRoom(Launch launch) {
    if (closed) {
      throw new Refusal(Refusal.Code.LIMIT, "These sessions have been closed");
    }
    Admission.check(launch, sessions.values(), bounds);
  }

  /** A program to talk to that is in no list, and ends with the conversation. */
  private Session hidden(Launch launch) {
    try {
      var shell = ShellIntegration.of(launch);
      var id = newId();
      return new Session(
          Origin.inMemory(id, launch, time.instant(), shell.nonce(), HIDDEN_BYTES),
          time,
          sink -> spawner.startHere(launch, shell, id, sink));
    } catch (PtyException refused) {
      throw Keyboard.refusal(refused);
    }
  }

  private SessionId newId() {
    for (; ; ) {
      var id = SessionId.random();
      if (!sessions.containsKey(id)) {
        return id;
      }
    }
  }

  /**
   * Finds a session by its id, a unique beginning of it, or its name; a living one before one that
   * has ended.
   *
   * @throws Refusal when there is none, or more than one
   */
  public Session get(String reference) {
    var exact = sessions.get(new SessionId(reference));
    if (exact != null && Asker.canSee(exact)) {
      return exact;
    }
    awaitComplete();
    return SessionReference.find(reference, seen());
  }

  private Map<SessionId, Session> seen() {
    return Asker.current().seesAll()
        ? sessions
        : list().stream().collect(Collectors.toMap(Session::id, session -> session));
  }

  /** As {@link #get}, but empty when there is no one session of that name or id. */
  public Optional<Session> find(String reference) {
    try {
      return Optional.of(get(reference));
    } catch (Refusal none) {
      return Optional.empty();
    }
  }

  /**
   * Ends a session and everything it started; what it printed stays readable.
   *
   * @return whether there was one that lived
   */
  public boolean close(String reference) {
    var living = find(reference).filter(session -> !session.over());
    living.ifPresent(Session::close);
    return living.isPresent();
  }

  /** Ends every session and everything they started; new ones can be started afterwards. */
  public void closeAll() {
    sessions.values().parallelStream().filter(session -> !session.over()).forEach(this::endNow);
  }

  private void endNow(Session session) {
    session.close();
    var unused = session.await(Expectation.exit().within(Duration.ofSeconds(5)));
  }

  /**
   * All sessions there are for whom this thread works for ({@link Asker}), oldest first; those that
   * have ended too, as long as they are kept.
   */
  public List<Session> list() {
    return all().stream().filter(Asker.current()::sees).toList();
  }

  /** All sessions, whoever they are for. */
  List<Session> all() {
    awaitComplete();
    return sessions.values().stream().sorted(Comparator.comparing(Session::startedAt)).toList();
  }

  /** Whether a session is still kept. */
  public boolean keeps(Session session) {
    return sessions.containsKey(session.id());
  }

  /** Sessions that live and are in a list of this owner's, oldest first. */
  public List<Session> ownedBy(String owner) {
    return list().stream()
        .filter(session -> !session.over())
        .filter(session -> session.launch().owner().equals(Optional.of(owner)))
        .toList();
  }

  /** Waits on many sessions; the first that has something to report answers. */
  public Turn awaitAny(Collection<Session> sessions, Expectation expectation) {
    return awaitAny(sessions, expectation, View.text());
  }

  public Turn awaitAny(Collection<Session> sessions, Expectation expectation, View view) {
    return Wait.first(
        sessions.stream()
            .map(session -> session.wait(expectation, view, session.answeredTo()))
            .toList());
  }

  /**
   * As {@link #awaitAny(Collection, Expectation)}, reading each from an offset of its own. Who
   * keeps such offsets only looks: for the others nothing counts as read.
   */
  public Turn awaitAny(
      Collection<Session> sessions,
      Expectation expectation,
      View view,
      ToLongFunction<Session> from) {
    var waits =
        sessions.stream()
            .map(session -> session.wait(expectation, view, from.applyAsLong(session)).looking())
            .toList();
    var who = Asker.current().who();
    return who.isEmpty() || expectation.timeout().isZero()
        ? Wait.first(waits)
        : Wait.first(waits, who);
  }

  /** How many bytes the output of all sessions takes, on disk or in memory. */
  public long keptBytes() {
    return sessions.values().stream().mapToLong(session -> session.closing().keptBytes()).sum();
  }

  /** What is kept of sessions that have ended. */
  public Retention retention() {
    return bounds.retention();
  }

  /** What was removed, and what it took on disk. */
  public record Pruned(int sessions, long diskBytes) {}

  /** Removes sessions that have ended and are more than is to be kept. */
  public Pruned prune(Retention retention) {
    var surplus = Surplus.of(all(), retention);
    var pruned = surplus.counted();
    surplus.sessions().forEach(this::remove);
    return pruned;
  }

  /** What {@link #prune} would remove. */
  public Pruned surplus(Retention retention) {
    return Surplus.of(all(), retention).counted();
  }

  /**
   * Gives a session another name.
   *
   * @throws Refusal when it cannot be a name, or one that lives has it
   */
  public void rename(Session session, String name) {
    synchronized (this) {
      Admission.checkName(name, sessions.values(), session);
      session.rename(name);
    }
    changed();
  }

  /**
   * Lets go of what sessions that have ended no longer need, their terminals and their holder, and
   * of those that are more than is to be kept.
   */
  private void tidy() {
    settle();
    prune(bounds.retention());
  }

  private void settle() {
    for (var session : all()) {
      if (session.closing().settle()) {
        archive.ifPresent(kept -> kept.drop(session.id()));
      }
    }
  }

  /** Lets go of a session that has ended, with all it printed. */
  public void remove(Session session) {
    sessions.remove(session.id());
    session.closing().remove();
    archive.ifPresent(kept -> kept.drop(session.id()));
    changed();
  }

  /**
   * Calls back whenever {@link #list} has changed, until the listener answers that nobody listens
   * any more. It must return at once.
   */
  public StateWatch.Listening onChange(BooleanSupplier listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  private void changed() {
    listeners.removeIf(listener -> !listener.getAsBoolean());
  }

  private void atExit() {
    if (archive.filter(Archive::keepsChildren).isPresent()) {
      forcer.ifPresent(Forcer::force);
    } else {
      endAll();
    }
  }

  /**
   * Lets go of everything and leaves it as it is: children run on with their holder, and the next
   * process finds them there. Without a holder this ends them.
   */
  public void letGo() {
    if (archive.filter(Archive::keepsChildren).isEmpty()) {
      close();
      return;
    }
    synchronized (this) {
      closed = true;
    }
    keeper.close();
    forcer.ifPresent(Forcer::close);
    ptys.letGo();
    sessions.values().forEach(session -> session.closing().letGo());
  }

  /** Makes this process the holder of its own children; see {@link Ptys#becomeHolder}. */
  public void becomeHolder(List<String> command) {
    forcer.ifPresent(Forcer::force);
    ptys.becomeHolder(command);
  }

  private void endAll() {
    sessions.values().parallelStream().forEach(Session::close);
    places.close();
    spawner.close();
    ptys.close();
  }

  /** Ends every session, and everything they started. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    keeper.close();
    forcer.ifPresent(Forcer::close);
    endAll();
    // What is on disk can still be read by the next process.
    for (var session : sessions.values()) {
      if (archive.isPresent()) {
        session.closing().letGo();
      } else {
        session.closing().remove();
      }
    }
    archive.ifPresent(kept -> sessions.keySet().forEach(kept::drop));
    sessions.clear();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException alreadyEnding) {
      // The JVM is ending, and this call is part of it.
    }
  }
}
