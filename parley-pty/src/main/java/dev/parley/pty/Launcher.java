package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts a child on a new pseudo-terminal, by posix_spawn.
 *
 * <p>The C library runs setsid before the file actions, so the child's own opening of the terminal
 * makes it the controlling one. Nothing is forked: the cost does not grow with the heap.
 */
final class Launcher {
  private static final MemorySegment ATTRIBUTES = attributes();
  private static final int HIGH = 40;

  /** Descriptors we leave free, because finding and ending what a child started needs some. */
  private static final int RESERVE = 24;

  private static final long MOST_OPEN = LimitScript.mostOpenFiles();

  private Launcher() {}

  /** A child that runs, and our ends of its terminal. */
  record Launched(
      int pid,
      int pidfd,
      int master,
      int peer,
      String device,
      String marker,
      Cgroup cgroup,
      Map<String, String> keepers) {}

  static Launched launch(Spawn spawn) {
    var found = Program.find(spawn, Sys::access).wrapped(spawn.wrapping());
    var marker = Marker.next();
    var cgroup = Cgroup.make(spawn.limits(), spawn.total(), name(marker));
    try {
      var program = LimitScript.wrap(found, spawn.limits(), cgroup);
      return launch(spawn, program, marker, cgroup);
    } catch (RuntimeException | Error problem) {
      cgroup.remove();
      throw problem;
    }
  }

  /** What the child's control group is called, now and after a restart. */
  private static String name(String marker) {
    return Cgroup.BEGINNING + Marker.value(marker);
  }

  private static Launched launch(Spawn spawn, Program program, String marker, Cgroup cgroup) {
    var master = openMaster();
    var peer = -1;
    try {
      var device = "/dev/pts/" + number(master);
      unlock(master);
      resize(master, spawn.columns(), spawn.rows());
      // Our own end of the child's side: it keeps the terminal from hanging up while background
      // jobs come and go, and is where the probe looks for input that was not consumed.
      peer = openPeer(master);
      var pid =
          spawn.wrapping().isScoped()
              ? Scope.within(() -> spawn(spawn, program, device, marker))
              : spawn(spawn, program, device, marker);
      var pidfd = Sys.pidfdOpen(pid);
      if (pidfd < 0) {
        // Without a pidfd we could neither wait for it nor end it with certainty. It has not been
        // waited for, so the number is still its own.
        Sys.kill(pid, Signal.KILL.number());
        throw Errors.failed(-pidfd, "watch the child");
      }
      return new Launched(
          pid,
          pidfd,
          master,
          peer,
          device,
          marker,
          cgroup,
          Keepers.of(cgroup, spawn.wrapping(), spawn.total()));
    } catch (RuntimeException | Error problem) {
      Sys.close(master);
      if (peer >= 0) {
        Sys.close(peer);
      }
      throw problem;
    }
  }

  /** Takes up a child that an earlier process started. */
  static Launched adopt(Held held, Map<String, Cgroup> groups) {
    var peer = openPeer(held.master());
    var cgroup = groups.getOrDefault(name(held.marker()), Cgroup.NONE);
    return new Launched(
        held.pid(),
        held.pidfd(),
        held.master(),
        peer,
        "/dev/pts/" + number(held.master()),
        held.marker(),
        cgroup,
        Keepers.of(cgroup, Wrapping.NONE, Total.NONE));
  }

  /**
   * Starts a program without a terminal, in a session of its own, with our standard streams and
   * more descriptors, numbered from three on.
   */
  static int launchBare(List<String> command, int... descriptors) {
    try (var arena = Arena.ofConfined()) {
      var actions = arena.allocate(Sys.SPAWN_ACTIONS_SIZE, 16).address();
      Errors.check(Sys.actionsInit(actions), "prepare the daemon");
      try {
        // By way of high numbers, so that none is overwritten before it is copied.
        for (var i = 0; i < descriptors.length; i++) {
          Sys.actionsDup2(actions, descriptors[i], HIGH + i);
        }
        for (var i = 0; i < descriptors.length; i++) {
          Sys.actionsDup2(actions, HIGH + i, 3 + i);
        }
        Sys.actionsCloseFrom(actions, 3 + descriptors.length);
        var environment = new ArrayList<String>();
        System.getenv().forEach((name, value) -> environment.add(name + "=" + value));
        var pid = arena.allocate(ValueLayout.JAVA_INT);
        Errors.check(
            Sys.spawn(
                pid.address(),
                Sys.text(arena, command.getFirst()).address(),
                actions,
                ATTRIBUTES.address(),
                strings(arena, command).address(),
                strings(arena, environment).address()),
            "start the daemon");
        return pid.get(ValueLayout.JAVA_INT, 0);
      } finally {
        Sys.actionsDestroy(actions);
      }
    }
  }

  private static int openPeer(int master) {
    return Errors.check(
        Sys.ioctl(
            master, Sys.TIOCGPTPEER, Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC | Sys.O_NONBLOCK),
        "open the child's side of the terminal");
  }

  private static int openMaster() {
    var flags = Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC | Sys.O_NONBLOCK;
    var master = Sys.open("/dev/ptmx", flags);
    if (master == -Sys.ENOSPC || master == -Sys.EAGAIN) {
      throw new PtyException(
          Reason.LIMIT,
          "No pseudo-terminal is left: %s are in use and %s is the most this host allows; close sessions or raise kernel.pty.max"
              .formatted(
                  Text.firstLine("/proc/sys/kernel/pty/nr"),
                  Text.firstLine("/proc/sys/kernel/pty/max")));
    }
    if (master > MOST_OPEN - RESERVE) { // the kernel gives the lowest number that is free
      Sys.close(master);
      throw Errors.failed(Sys.EMFILE, "open a pseudo-terminal");
    }
    return Errors.check(master, "open a pseudo-terminal");
  }

  private static int number(int master) {
    var scratch = Sys.Scratch.take();
    try {
      Errors.check(
          Sys.ioctl(master, Sys.TIOCGPTN, scratch.memory.address()), "find the terminal's number");
      return scratch.memory.get(ValueLayout.JAVA_INT, 0);
    } finally {
      scratch.giveBack();
    }
  }

  private static void unlock(int master) {
    var scratch = Sys.Scratch.take();
    try {
      scratch.memory.set(ValueLayout.JAVA_INT, 0, 0);
      Errors.check(
          Sys.ioctl(master, Sys.TIOCSPTLCK, scratch.memory.address()), "unlock the terminal");
    } finally {
      scratch.giveBack();
    }
  }

  static void resize(int master, int columns, int rows) {
    var scratch = Sys.Scratch.take();
    try {
      var size = scratch.memory; // struct winsize: rows, columns, and two fields in pixels
      size.set(ValueLayout.JAVA_SHORT, 0, (short) rows);
      size.set(ValueLayout.JAVA_SHORT, 2, (short) columns);
      size.set(ValueLayout.JAVA_INT, 4, 0);
      Errors.check(Sys.ioctl(master, Sys.TIOCSWINSZ, size.address()), "set the terminal's size");
    } finally {
      scratch.giveBack();
    }
  }

  private static int spawn(Spawn spawn, Program program, String device, String marker) {
    try (var arena = Arena.ofConfined()) {
      var actions = arena.allocate(Sys.SPAWN_ACTIONS_SIZE, 16).address();
      Errors.check(Sys.actionsInit(actions), "prepare the child");
      try {
        Sys.actionsOpen(actions, 0, Sys.text(arena, device).address(), Sys.O_RDWR);
        Sys.actionsDup2(actions, 0, 1);
        Sys.actionsDup2(actions, 0, 2);
        Sys.actionsChdir(actions, Sys.text(arena, spawn.directory().toString()).address());
        Sys.actionsCloseFrom(actions, 3);
        var environment = new ArrayList<String>(spawn.environment().size() + 1);
        spawn.environment().forEach((name, value) -> environment.add(name + "=" + value));
        environment.add(marker);
        var block = strings(arena, environment);
        var pid = arena.allocate(ValueLayout.JAVA_INT);
        var result = spawn(arena, pid, program, actions, block);
        if (result == -Sys.ENOEXEC) { // a script without a first line that names its shell
          result = spawn(arena, pid, program.byShell(), actions, block);
        }
        if (result < 0) {
          throw program.refused(-result);
        }
        return pid.get(ValueLayout.JAVA_INT, 0);
      } finally {
        Sys.actionsDestroy(actions);
      }
    }
  }

  private static int spawn(
      Arena arena, MemorySegment pid, Program program, long actions, MemorySegment environment) {
    return Sys.spawn(
        pid.address(),
        Sys.text(arena, program.path()).address(),
        actions,
        ATTRIBUTES.address(),
        strings(arena, program.arguments()).address(),
        environment.address());
  }

  static MemorySegment strings(Arena arena, List<String> texts) {
    var array = arena.allocate(ValueLayout.JAVA_LONG, texts.size() + 1L);
    for (var i = 0; i < texts.size(); i++) {
      array.setAtIndex(ValueLayout.JAVA_LONG, i, Sys.text(arena, texts.get(i)).address());
    }
    return array;
  }

  /** Own session, no signal blocked or ignored: this process may have odd habits, a child none. */
  private static MemorySegment attributes() {
    var attributes = Arena.global().allocate(Sys.SPAWN_ATTRIBUTES_SIZE, 16);
    var every = Arena.global().allocate(Sys.SIGNAL_SET_SIZE, 16).fill((byte) 0xff);
    var none = Arena.global().allocate(Sys.SIGNAL_SET_SIZE, 16);
    Sys.attributesInit(attributes.address());
    Sys.attributesFlags(
        attributes.address(),
        Sys.POSIX_SPAWN_SETSID | Sys.POSIX_SPAWN_SETSIGDEF | Sys.POSIX_SPAWN_SETSIGMASK);
    Sys.attributesDefaultSignals(attributes.address(), every.address());
    Sys.attributesSignalMask(attributes.address(), none.address());
    return attributes;
  }
}
