package dev.parley.pty;

import dev.parley.pty.finding.Finding;
import dev.parley.pty.probe.ZeroRead;
import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Tries out on small children what the engine needs from this host. */
final class SelfTest {
  private static final long PATIENCE_SECONDS = 5;
  private static final int DESCRIPTORS_PER_CHILD = 3;
  private static final int CHILDREN_WANTED = 256;

  private final List<Capability> found = new ArrayList<>();

  private SelfTest() {}

  static List<Capability> run() {
    var test = new SelfTest();
    test.all();
    return test.found;
  }

  private void all() {
    try (var ptys = Ptys.open()) {
      var linux = ptys instanceof LinuxPtys;
      engine(linux);
      terminal(ptys);
      if (linux) {
        probe(ptys);
        rights();
        tree();
        cgroups();
        processes();
        terminalsLeft();
        descriptorsLeft();
      } else {
        found.add(
            Capability.fails(
                "probe",
                "This engine cannot ask the kernel what a program is doing; quiet spells and shell"
                    + " marks decide instead",
                "Run on Linux, where the kernel can be asked"));
      }
    } catch (PtyException | LinkageError e) {
      found.add(
          Capability.fails(
              "engine",
              "No engine could be opened: " + e.getMessage(),
              "Run on Linux on x86_64 or aarch64 with glibc 2.34 or later, or choose"
                  + " -Dparley.pty=pty4j"));
    }
  }

  private void engine(boolean linux) {
    var where =
        "%s %s on %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("os.arch"));
    found.add(
        Capability.works(
            "engine", linux ? "Native, " + where : "pty4j (fewer abilities), " + where));
  }

  /** A child has its terminal, hears what is typed, and Ctrl-C reaches it. */
  private void terminal(Ptys ptys) {
    var heard = new Heard();
    try (var cat = ptys.start(spawn("cat"), heard)) {
      cat.type("parley\n".getBytes(StandardCharsets.UTF_8));
      var echoed = comes(() -> heard.text().contains("parley\r\nparley"));
      found.add(
          Capability.of(
              "terminal",
              echoed,
              "A child on a pseudo-terminal reads what is typed and its output arrives",
              "A child on a pseudo-terminal did not answer",
              "Check that /dev/ptmx and /dev/pts are there and may be used"));
      cat.interrupt(new byte[] {3});
      var exit = heard.exit();
      found.add(
          Capability.of(
              "job-control",
              exit.equals("signal SIGINT"),
              "The terminal controls its child: Ctrl-C ends it",
              "Ctrl-C did not end a child; it ended with: " + exit,
              "Check that /dev/pts is mounted for this user's session"));
    } catch (PtyException e) {
      found.add(
          Capability.fails(
              "terminal", "No child could be started: " + e.getMessage(), "See the reason given"));
    }
  }

  private void probe(Ptys ptys) {
    try (var cat = ptys.start(spawn("cat"), new Heard());
        var sleep = ptys.start(spawn("sleep", "1000"), new Heard())) {
      var waiting = comes(() -> cat.probe().wantsInput());
      var working = sleep.probe().doing() == Finding.Doing.WORKING;
      found.add(
          Capability.of(
              "probe",
              waiting && working,
              "The kernel tells a program that waits for input from one that works",
              "The kernel does not tell whether a program waits for input: cat %s, sleep %s"
                  .formatted(cat.probe().doing(), sleep.probe().doing()),
              "Allow this user to look at its own processes: kernel.yama.ptrace_scope 0 or 1, /proc"
                  + " mounted without hidepid"));
      found.add(
          Capability.of(
              "proc",
              !Text.of("/proc/%d/syscall".formatted(sleep.pid())).isEmpty(),
              "What a child is blocked in can be read from /proc",
              "/proc does not say what a child is blocked in",
              "Mount /proc without hidepid and allow ptrace among this user's processes (SYS_PTRACE"
                  + " in a container)"));
    } catch (PtyException e) {
      found.add(
          Capability.fails(
              "probe", "No child could be started: " + e.getMessage(), "See the reason given"));
    }
    found.add(
        Capability.of(
            "zero-read",
            ZeroRead.works(),
            "Programs of other users, such as sudo, are seen waiting too",
            "Programs of other users, such as sudo, cannot be seen waiting",
            "Nothing; quiet spells decide for those"));
  }

  private void rights() {
    var scope = Text.of("/proc/sys/kernel/yama/ptrace_scope").strip();
    found.add(
        Capability.of(
            "ptrace",
            !scope.equals("2") && !scope.equals("3"),
            scope.isEmpty()
                ? "Nothing restricts ptrace beyond the usual rights"
                : "kernel.yama.ptrace_scope is %s, which lets us look at what we started"
                    .formatted(scope),
            "kernel.yama.ptrace_scope is %s: even our own children are hidden".formatted(scope),
            "sysctl kernel.yama.ptrace_scope=1"));
  }

  private void tree() {
    var self = ProcessHandle.current().pid();
    found.add(
        Capability.of(
            "tree",
            Sys.access("/proc/%1$d/task/%1$d/children".formatted(self), Sys.F_OK) == 0,
            "Ending a child ends everything it started, daemons included",
            "This kernel does not list the children of a process; daemons may outlive their"
                + " session",
            "Use a kernel with CONFIG_PROC_CHILDREN"));
  }

  private void cgroups() {
    for (var controller : List.of("memory", "cpu")) {
      found.add(
          Capability.of(
              "cgroup-" + controller,
              Cgroup.allows(controller),
              "A session's %s can be limited by a control group".formatted(controller),
              "A session's %s cannot be limited: no control group can be made"
                  .formatted(controller),
              "Only needed for that limit: delegate a cgroup to this user (systemd:"
                  + " Delegate=yes)"));
    }
  }

  private void processes() {
    var way = ProcessCount.here();
    found.add(
        Capability.of(
            "process-count",
            way != ProcessCount.NONE,
            "The number of a session's processes can be limited " + way.words,
            "The number of a session's processes cannot be limited: no control group can be made,"
                + " and no user namespace",
            "Only needed for that limit: delegate a cgroup with the pids controller to this user"
                + " (systemd: Delegate=yes), or allow user namespaces"));
  }

  private void terminalsLeft() {
    var used = number(Text.firstLine("/proc/sys/kernel/pty/nr"));
    var most = number(Text.firstLine("/proc/sys/kernel/pty/max"));
    found.add(
        Capability.of(
            "terminals",
            used < most * 8 / 10,
            "%d of %d pseudo-terminals are in use".formatted(used, most),
            "%d of %d pseudo-terminals are in use; soon no session can start".formatted(used, most),
            "Close sessions, or sysctl kernel.pty.max=" + most * 4));
  }

  private void descriptorsLeft() {
    var most = LimitScript.mostOpenFiles();
    var children = (most - Text.names("/proc/self/fd").size()) / DESCRIPTORS_PER_CHILD;
    found.add(
        Capability.of(
            "descriptors",
            children >= CHILDREN_WANTED,
            "%d open files are allowed, enough for about %d children".formatted(most, children),
            "Only %d open files are allowed, enough for about %d children"
                .formatted(most, children),
            "ulimit -n 8192 before starting"));
  }

  private static long number(String text) {
    return text.matches("\\d+") ? Long.parseLong(text) : 0;
  }

  private static Spawn spawn(String... command) {
    return new Spawn(
        List.of(command),
        Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"), "TERM", "dumb"),
        Path.of(System.getProperty("java.io.tmpdir", "/")),
        80,
        24,
        Limits.NONE);
  }

  private static boolean comes(BooleanSupplier condition) {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** What one small child has said. */
  private static final class Heard implements Sink {
    private final MemorySegment space = Arena.ofAuto().allocate(1024);
    private final StringBuilder text = new StringBuilder(); // guarded by this
    private final CompletableFuture<Exit> exit = new CompletableFuture<>();

    @Override
    public MemorySegment space() {
      return space;
    }

    @Override
    public synchronized void filled(int count) {
      var bytes = space.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
      text.append(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public void ended(Exit how) {
      exit.complete(how);
    }

    synchronized String text() {
      return text.toString();
    }

    String exit() {
      try {
        return exit.get(PATIENCE_SECONDS, TimeUnit.SECONDS).toString();
      } catch (TimeoutException e) {
        return "nothing, it still runs";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "an interruption";
      } catch (ExecutionException e) {
        throw new AssertionError(e);
      }
    }
  }
}
