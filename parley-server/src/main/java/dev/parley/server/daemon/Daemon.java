package dev.parley.server.daemon;

import static java.util.stream.Collectors.toMap;

import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.pty.HolderLink;
import dev.parley.pty.Priority;
import dev.parley.server.access.Access;
import dev.parley.server.alerts.Alerts;
import dev.parley.server.alerts.AttachedTerminals;
import dev.parley.server.calls.CallAudit;
import dev.parley.server.calls.PeopleTyping;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.Turns;
import dev.parley.server.http.HttpDoor;
import dev.parley.server.http.HttpParts;
import dev.parley.server.http.HttpSettings;
import dev.parley.server.launcher.Commands;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.policy.PolicyFile;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.Answers;
import dev.parley.server.tools.ClientOptions;
import dev.parley.server.tools.Toolset;
import dev.parley.server.worktrees.Worktrees;
import dev.parley.session.OwnTokens;
import dev.parley.session.Retention;
import dev.parley.session.Sessions;
import dev.parley.session.launch.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * The process that runs a user's sessions. A holder starts it, and starts it again whenever it ends
 * without having said that this was the end; what it left behind it takes up.
 */
public final class Daemon {
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(20);
  private static final Logger LOG = Logger.getLogger(Daemon.class.getName());
  // Held on to: a logger that nobody holds forgets its level.
  private static final Logger WEB_SERVER = Logger.getLogger("org.eclipse.jetty");
  private static final int LOG_BYTES = 1 << 20;
  private static final int LOG_FILES = 3;
  private static final Duration DEFAULT_IDLE = Duration.ofMinutes(30);

  /** How a daemon comes to its end. */
  enum Ending {
    /** All sessions end, and the holder too. */
    STOP,
    /** Sessions live on with the holder, which starts the next daemon. */
    RESTART
  }

  private final Home home;
  private final String version;
  private final Commands commands;
  private final HolderLink holder;
  private final CompletableFuture<Sessions> sessions;
  private final CompletableFuture<Alerts> alerts;
  private final AttachedTerminals terminals = new AttachedTerminals();
  private final Access access;
  private final CallAudit audit;
  private final PeopleTyping peopleTyping;
  private final PolicyFile policy;
  private final Membership membership;
  private final Worktrees worktrees;
  private volatile Optional<HttpDoor> http = Optional.empty();
  private volatile Optional<String> noHttp = Optional.empty();
  private final CountDownLatch httpTried = new CountDownLatch(1);
  private final long startedAt = System.nanoTime();
  private final BlockingQueue<Ending> asked = new ArrayBlockingQueue<>(1);

  private Daemon(
      Home home,
      String version,
      Commands commands,
      Fleet.Opening fleet,
      HolderLink holder,
      CompletableFuture<Sessions> sessions) {
    this.home = home;
    this.version = version;
    this.commands = commands;
    this.holder = holder;
    this.sessions = sessions;
    this.access = new Access(home.state(), home.logs(), OwnTokens::add);
    this.policy = PolicyFile.in(home.state());
    this.worktrees = new Worktrees(home.state());
    this.audit = new CallAudit(access.audit(), new Turns());
    this.peopleTyping = new PeopleTyping(access.audit());
    this.membership = new Membership(home.state(), () -> fleet.open(fleetHost()));
    this.alerts = sessions.thenApply(this::alertsOf);
  }

  /**
   * Takes the sessions up that a holder keeps, beside everything else: whoever comes in early waits
   * for the sessions, not for us.
   */
  private static CompletableFuture<Sessions> takenUp(Home home, HolderLink holder) {
    return CompletableFuture.supplyAsync(
        () -> Sessions.kept(home.sessions(), holder, bounds()),
        task -> Thread.ofPlatform().name("parley-recovery").start(task));
  }

  private Alerts alertsOf(Sessions all) {
    all.refusedHosts().listen(this::refused);
    return new Alerts(home.state(), all, terminals, patience());
  }

  private boolean refused(SessionId session, String host) {
    access.audit().refused("sandbox", session.value(), "host " + host);
    return true;
  }

  private static Alerts.Patience patience() {
    return new Alerts.Patience(
        Duration.ofMillis(DaemonSetting.number("alert_retry_ms", 1000)),
        Duration.ofMillis(DaemonSetting.number("alert_limit_ms", 10_000)));
  }

  private static Sessions.Bounds bounds() {
    var standard = Sessions.Bounds.DEFAULT;
    var kept = Retention.DEFAULT;
    return new Sessions.Bounds(
        (int) DaemonSetting.number("sessions", standard.sessions()),
        DaemonSetting.number("journal_bytes", standard.journalBytes()),
        new Retention(
            (int) DaemonSetting.number("keep_sessions", kept.sessions()),
            Duration.ofSeconds(DaemonSetting.number("keep_s", kept.age().toSeconds())),
            DaemonSetting.number("keep_bytes", kept.bytes())));
  }

  /**
   * A virtual thread that computes is not interrupted for another. With a few more carriers than
   * processors the kernel does that, so that those who ask for much do not keep the rest waiting.
   */
  private static void haveMoreCarriers() {
    var name = "jdk.virtualThreadScheduler.parallelism";
    if (System.getProperty(name) == null) {
      System.setProperty(name, "" + (Runtime.getRuntime().availableProcessors() + 2));
    }
  }

  /**
   * Runs the daemon of this user for the holder that started this process, to its end.
   *
   * @param commands runs commands in this process, for launchers
   * @param fleet makes this daemon a node, should its user want that
   * @param arguments those of this process, for a next one
   */
  public static void run(
      String version, Commands commands, Fleet.Opening fleet, String... arguments)
      throws IOException, InterruptedException {
    haveMoreCarriers();
    Thread.ofPlatform().daemon().start(Priority::compileLater);
    var home = Home.ofUser().prepared();
    var holder = HolderLink.inherited();
    var sessions = takenUp(home, holder);
    log(home);
    Thread.setDefaultUncaughtExceptionHandler(new LastResort(Runtime.getRuntime()::halt));
    var daemon = new Daemon(home, version, commands, fleet, holder, sessions);
    var command = DaemonCommand.likeThisProcess(arguments);
    holder.whenGone(() -> daemon.holderGone(command));
    daemon.serve();
  }

  /**
   * Serves a folder from this process while something runs, then leaves the sessions to the holder;
   * so that the start-up cache knows the classes a daemon needs.
   */
  public static void serveWhile(
      Home home, String version, Commands commands, HolderLink holder, Runnable task)
      throws IOException {
    log(home.prepared());
    var unused = new LastResort(Runtime.getRuntime()::halt);
    var daemon =
        new Daemon(home, version, commands, Daemon::noFleet, holder, takenUp(home, holder));
    try (var _ = new SocketListener(daemon)) {
      daemon.openHttp();
      task.run();
    } finally {
      daemon.closeHttp();
      daemon.sessions().letGo();
    }
  }

  private static Fleet noFleet(FleetHost host) {
    throw new IllegalStateException("This daemon joins no fleet");
  }

  private static void log(Home home) throws IOException {
    LogManager.getLogManager().reset();
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$s %3$s %5$s%6$s%n");
    var file =
        new FileHandler(
            home.logs().resolve("daemon.%g.log").toString(), LOG_BYTES, LOG_FILES, true);
    file.setFormatter(new SimpleFormatter());
    Logger.getLogger("").addHandler(file);
    Logger.getLogger("").setLevel(Level.INFO);
    WEB_SERVER.setLevel(Level.WARNING);
  }

  private void serve() throws IOException, InterruptedException {
    Ending ending;
    try (var doors = new SocketListener(this)) {
      LOG.log(
          Level.INFO,
          "Parley {0} serves {1} sessions at {2}",
          // As text: the formatting of numbers takes a while to load.
          new Object[] {version, "" + sessions().list().size(), home.socket()});
      openHttp();
      membership.resume();
      ending = next(doors);
    } finally {
      membership.close();
      closeHttp();
    }
    LOG.log(Level.INFO, "Ending: {0}", ending);
    switch (ending) {
      case STOP -> {
        access.endLogins();
        sessions().close();
        holder.stop();
      }
      case RESTART -> sessions().letGo();
    }
    access.audit().close();
    // Threads that serve a client must not keep us.
    System.exit(0);
  }

  /** Opens the HTTP door; without it everything else goes on. */
  private void openHttp() {
    try {
      var settings = HttpSettings.ofProcess(System.getenv());
      if (settings.isEmpty()) {
        return;
      }
      var door = HttpDoor.open(settings.get(), httpParts());
      http = Optional.of(door);
      door.warning().ifPresent(LOG::warning);
      LOG.log(Level.INFO, "HTTP at {0}", door.url());
    } catch (IOException | IllegalArgumentException failed) {
      noHttp = Optional.of(String.valueOf(failed.getMessage()));
      LOG.log(Level.WARNING, "There is no HTTP: {0}", failed.getMessage());
    } finally {
      httpTried.countDown();
    }
  }

  private void closeHttp() throws IOException {
    if (http.isPresent()) {
      http.get().close();
    }
  }

  private HttpParts httpParts() {
    return new HttpParts(
        sessions(),
        calls(),
        peopleTyping,
        Arrays.stream(Answers.values()).collect(toMap(Answers::wire, this::agents)),
        access,
        new Control(this)::call,
        audit.turns(),
        holderPid().map(pid -> Starts.again(home.runtime(), pid)).orElse(0),
        version);
  }

  private Supplier<McpServer> agents(Answers answers) {
    var options = ClientOptions.PROGRAM.with(answers);
    return () ->
        AgentServer.of(sessions(), calls(), Toolset.named("parley"), version, options, audit);
  }

  private Ending next(SocketListener doors) throws InterruptedException {
    var idle = Duration.ofSeconds(DaemonSetting.number("idle_s", DEFAULT_IDLE.toSeconds()));
    while (true) {
      var ending = asked.poll(Math.max(1, idle.toMillis() / 4), TimeUnit.MILLISECONDS);
      if (ending != null) {
        return ending;
      }
      var living = sessions().list().stream().anyMatch(session -> !session.over());
      if (!living
          && !membership.isMember()
          && doors.idle().compareTo(idle) > 0
          && httpIdle().compareTo(idle) > 0) {
        return Ending.STOP;
      }
    }
  }

  private Duration httpIdle() {
    return http.map(HttpDoor::idle).orElse(Duration.ofDays(365));
  }

  /**
   * A daemon without a holder would take its sessions with it. So it becomes the holder, and a new
   * daemon takes up the sessions: the way every restart goes.
   */
  private void holderGone(DaemonCommand command) {
    LOG.warning("The holder has died; becoming the holder");
    sessions().becomeHolder(command.line(home));
  }

  void end(Ending how) {
    asked.offer(how);
  }

  /** Restarts with another command line; the holder becomes one of that kind too. */
  void restart(List<String> holderCommand) {
    if (!holderCommand.isEmpty()) {
      holder.replace(holderCommand);
    }
    end(Ending.RESTART);
  }

  Home home() {
    return home;
  }

  Commands commands() {
    return commands;
  }

  String version() {
    return version;
  }

  /** The sessions, once they have been taken up. */
  Sessions sessions() {
    return sessions.join();
  }

  /** What can be asked of the sessions, whichever door it is asked at. */
  SessionCalls calls() {
    return SessionCalls.ofDaemon(sessions(), audit)
        .under(policy::now)
        .among(membership::others)
        .afterClosing(session -> worktrees.release(session.value()))
        .withConsole(() -> http.map(HttpDoor::url).map(Object::toString));
  }

  /** What other nodes get: the sessions of this daemon, and through them no third node's. */
  private FleetHost fleetHost() {
    return new FleetHost(
        home.state(),
        home.runtime(),
        version,
        sessions(),
        SessionCalls.ofDaemon(sessions(), audit)
            .under(policy::now)
            .afterClosing(session -> worktrees.release(session.value())),
        new Control(this)::call,
        peopleTyping,
        access.audit());
  }

  Membership membership() {
    return membership;
  }

  Worktrees worktrees() {
    return worktrees;
  }

  /** The rules that call people. */
  Alerts alerts() {
    return alerts.join();
  }

  /** The terminals that are attached now. */
  AttachedTerminals terminals() {
    return terminals;
  }

  /** What people type on, whichever door they come by. */
  PeopleTyping peopleTyping() {
    return peopleTyping;
  }

  CallAudit audit() {
    return audit;
  }

  Access access() {
    return access;
  }

  Optional<HttpDoor> http() {
    return http;
  }

  /** The HTTP door, also when this daemon has only just started and is still opening it. */
  Optional<HttpDoor> awaitHttp() {
    try {
      var unused = httpTried.await(LONGEST_OPENING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    return http;
  }

  /** Why there is no HTTP door although there should be. */
  Optional<String> noHttp() {
    return noHttp;
  }

  Duration uptime() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  /** The holder's pid, while it lives. */
  Optional<Long> holderPid() {
    return holder.isThere()
        ? ProcessHandle.current().parent().map(ProcessHandle::pid)
        : Optional.empty();
  }
}
