package dev.parley.pty;

import dev.parley.pty.DescriptorPassing.Message;
import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A small process that keeps what must not be lost with the daemon: it holds every session's
 * terminal and pidfd, is the reaper of what a dead daemon leaves, remembers how those ended, and
 * starts the next daemon. It looks into no terminal and parses nothing of a session.
 *
 * <p>One thread waits for processes to end, one reads what the daemon says. The daemon gets its end
 * of the socket as descriptor {@value #DAEMON_SOCKET}, the lock as {@value #DAEMON_LOCK}. Messages
 * are words, some with descriptors:
 *
 * <pre>
 *   daemon to holder   keep ID PID MARKER - (+master, pidfd)   drop ID   ended PID STATUS
 *                      list   stop   replace\0COMMAND…
 *   holder to daemon   held ID PID MARKER EXIT (+master, pidfd) …   done   ended PID STATUS
 * </pre>
 */
public final class Holder {
  /** Where the daemon finds its end of the socket. */
  public static final int DAEMON_SOCKET = 3;

  /** Where the daemon finds the lock, which it keeps should the holder die before it. */
  static final int DAEMON_LOCK = 4;

  /** A daemon that fails within this time has not come up. */
  private static final long COMING_UP_NANOS = 5_000_000_000L;

  private static final int MOST_FAILURES = 8;
  private static final long FIRST_PAUSE_MILLIS = 100;

  private final List<String> command;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Held> held = new LinkedHashMap<>(); // guarded by lock
  private final int lockFile;
  private volatile int daemon;
  private volatile int socket;
  private volatile boolean stopping;
  private @Nullable Thread listener;
  private long startedAt;
  private int failures;

  private Holder(List<String> command, int lockFile, Handover handover) {
    this.command = command;
    this.lockFile = lockFile;
    this.daemon = handover.daemon();
    this.socket = handover.socket();
    handover.held().forEach(one -> held.put(one.session(), one));
  }

  /**
   * Holds for a daemon, unless another holder has the lock.
   *
   * @param arguments a file to lock, and the command that starts the daemon
   */
  public static void main(String[] arguments) {
    var all = List.of(arguments);
    var handover = Handover.of(all);
    var lockFile = handover.lock() >= 0 ? handover.lock() : DescriptorPassing.lock(all.getFirst());
    if (lockFile >= 0) {
      var rest = Handover.rest(all);
      new Holder(rest.subList(1, rest.size()), lockFile, handover).run();
    }
  }

  /**
   * Waits until a holder and its daemon have both ended; blocks the thread in the kernel.
   *
   * @param lock the file they have locked
   */
  public static void awaitEnd(Path lock) {
    DescriptorPassing.awaitUnlocked(lock.toString());
  }

  /**
   * A holder inside this process, which starts nothing; so that the start-up cache knows the
   * classes that a holder and its daemon need.
   */
  public static Holder inProcess() {
    loadEverything();
    return new Holder(List.of(), -1, Handover.fresh());
  }

  /** Another daemon's way to a holder in this process. */
  public HolderLink link() {
    var ends = DescriptorPassing.pair();
    socket = ends[0];
    listen();
    return new HolderLink(ends[1]);
  }

  private void run() {
    Sys.prctl(Sys.PR_SET_CHILD_SUBREAPER, 1);
    Sys.heedEnds();
    DescriptorPassing.leaveSession();
    Priority.raise((int) ProcessHandle.current().pid());
    if (daemon == 0) {
      startDaemon();
    } else {
      listen();
    }
    loadEverything();
    while (true) {
      var ended = nextEnded();
      if (ended == daemon) {
        if (!daemonEnded()) {
          return;
        }
      } else if (ended > 0) {
        childEnded(ended);
      }
    }
  }

  /**
   * Uses every class once. A holder lives for months, and by the time it needs one the file it
   * would come from may have been replaced by another version's.
   */
  private static void loadEverything() {
    var words = Held.of(List.of("id", "0", "marker", "9"), -1, -1).ended(new Exit.Code(0)).line();
    var ends = DescriptorPassing.pair();
    DescriptorPassing.send(ends[0], "held " + words, ends[1]);
    var message = DescriptorPassing.receive(ends[1]);
    message.descriptors().forEach(Sys::close);
    Sys.close(ends[0]);
    Sys.close(ends[1]);
    new Handover(0, -1, -1, List.of()).held().forEach(Held::close);
    var unused = Errors.failed(0, message.words().getFirst());
  }

  /** Waits until a child has ended; its status stays with the kernel until {@link #take}. */
  private static int nextEnded() {
    try (var arena = Arena.ofConfined()) {
      var info = arena.allocate(Sys.SIGINFO_SIZE, 8);
      var result = Sys.waitForAny(info.address(), Sys.WNOWAIT);
      return result < 0 ? result : info.get(ValueLayout.JAVA_INT, Sys.SIGINFO_PID);
    }
  }

  /** Takes the exit status of a child that has ended. */
  private static Exit take(int pid) {
    try (var arena = Arena.ofConfined()) {
      var info = arena.allocate(Sys.SIGINFO_SIZE, 8);
      Sys.waitForPid(pid, info.address(), 0);
      return Exits.of(info);
    }
  }

  private void childEnded(int pid) {
    // Under the lock a status is either with the kernel or in the table, never in between, so that
    // becoming another program cannot lose it.
    lock.lock();
    try {
      remember(pid, take(pid));
    } finally {
      lock.unlock();
    }
  }

  private void remember(int pid, Exit exit) {
    held.replaceAll((_, one) -> one.pid() == pid ? one.ended(exit) : one);
    DescriptorPassing.send(socket, "ended " + pid + " " + Exits.status(exit));
  }

  /** Starts the next daemon; false when it was to stop, or there is no point in another try. */
  private boolean daemonEnded() {
    var exit = take(daemon);
    await(listener); // what the dead daemon has sent counts
    Sys.close(socket);
    if (stopping) {
      return false;
    }
    var failed = exit instanceof Exit.Code(var code) && code != 0;
    failures = failed && System.nanoTime() - startedAt < COMING_UP_NANOS ? failures + 1 : 0;
    if (failures > 0) {
      System.err.println("The daemon ended with " + exit + " while it came up");
      if (failures > MOST_FAILURES && held.isEmpty()) {
        return false;
      }
      pause(FIRST_PAUSE_MILLIS << Math.min(failures - 1, 6));
    }
    startDaemon();
    return true;
  }

  private void startDaemon() {
    startedAt = System.nanoTime();
    var ends = DescriptorPassing.pair();
    socket = ends[0];
    daemon = Launcher.launchBare(command, ends[1], lockFile);
    Priority.raise(daemon);
    Sys.close(ends[1]);
    listen();
  }

  private void listen() {
    var from = socket;
    listener = Thread.ofPlatform().name("holder-listener").start(() -> listen(from));
  }

  private void listen(int from) {
    for (var message = DescriptorPassing.receive(from);
        !message.isEnd();
        message = DescriptorPassing.receive(from)) {
      lock.lock();
      try {
        take(message, from);
      } catch (RuntimeException bad) {
        System.err.println("A message of the daemon made no sense: " + bad);
      } finally {
        lock.unlock();
      }
    }
  }

  private void take(Message message, int from) {
    var words = message.words();
    switch (words.getFirst()) {
      case "keep" -> {
        var one =
            Held.of(
                words.subList(1, words.size()),
                message.descriptors().get(0),
                message.descriptors().get(1));
        held.put(one.session(), one);
      }
      case "drop" -> {
        var one = held.remove(words.get(1));
        if (one != null) {
          one.close();
        }
      }
      case "ended" -> {
        var pid = Integer.parseInt(words.get(1));
        var exit = Exits.ofStatus(Integer.parseInt(words.get(2)));
        held.replaceAll((_, one) -> one.pid() == pid ? one.ended(exit) : one);
      }
      case "list" -> {
        for (var one : held.values()) {
          DescriptorPassing.send(from, "held " + one.line(), one.master(), one.pidfd());
        }
        DescriptorPassing.send(from, "done");
      }
      case "stop" -> stopping = true;
      default -> {
        if (message.text().startsWith(HolderLink.REPLACE)) {
          replace(message.text().substring(HolderLink.REPLACE.length()));
        }
      }
    }
  }

  private void replace(String text) {
    var next = Arrays.asList(text.split("\0"));
    var failed = new Handover(daemon, socket, lockFile, List.copyOf(held.values())).become(next);
    System.err.println(failed.getMessage());
  }

  private static void await(@Nullable Thread thread) {
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }
}
