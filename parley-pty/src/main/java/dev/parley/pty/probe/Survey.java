package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Activity;
import dev.parley.pty.finding.Evidence.Beside;
import dev.parley.pty.finding.Evidence.Blind;
import dev.parley.pty.finding.Evidence.Doubt;
import dev.parley.pty.finding.Evidence.Underway;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a terminal and at whoever is in front of it, followed through relays into the terminals
 * behind.
 */
final class Survey {
  private static final int MAX_DEPTH = 4;
  private static final int PEER_FLAGS = Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC | Sys.O_NONBLOCK;

  /**
   * Programs that carry a terminal over a socket to some place we cannot see. This only puts a name
   * into the evidence: what they wait for, and how sure that is, the kernel has said before.
   */
  private static final Set<String> FAR =
      Set.of("ssh", "docker", "podman", "kubectl", "telnet", "mosh-client", "nerdctl", "lxc");

  private final Kernel kernel;
  private final Memory memory;
  private final Trace trace;
  private final long now;
  private final boolean mayScan;

  Survey(Kernel kernel, Memory memory, Trace trace, long now) {
    this.kernel = kernel;
    this.memory = memory;
    this.trace = trace;
    this.now = now;
    this.mayScan = memory.mayScan(now);
  }

  /** Looks at a terminal whose typed input has all been read. */
  Look at(ProbedTerminal terminal) {
    return at(terminal, 0);
  }

  private Look at(ProbedTerminal terminal, int depth) {
    var front = inFrontOf(terminal);
    var best = front.best();
    if (best != null) {
      return seen(best, front, terminal, depth);
    }
    if (front.stopped()) {
      return new Look(Doing.STOPPED, true, List.of(Activity.STOPPED), null);
    }
    if (front.opaque()) {
      return opaque(front, terminal);
    }
    var elsewhere = front.socketHolder() == 0 ? null : handedOver(front, terminal, depth);
    if (elsewhere == null) {
      elsewhere = unseen(terminal);
    }
    if (elsewhere != null) {
      return elsewhere;
    }
    if (front.ring()) {
      return Look.unknown(Blind.IO_URING);
    }
    if (front.running()) {
      return Look.working(Activity.RUNNING);
    }
    var passing = inPassing(front, terminal);
    return passing == null ? Look.working(Activity.BLOCKED) : passing;
  }

  /** Somebody takes input without ever waiting for it; null when nobody does. */
  private @Nullable Look inPassing(Group front, ProbedTerminal terminal) {
    var mode = kernel.inputMode(terminal.master());
    if (mode == null) {
      return null;
    }
    if (mayScan) {
      memory.signalled(signalled(front, terminal));
    }
    var signalled = memory.signalled();
    var seen = signalled == 0 ? null : front.seen(signalled);
    if (seen != null && seen.parked()) {
      return asked(Sighting.bySignal(signalled), front, mode);
    }
    var nap = front.nap();
    if (nap == null || !nap.waits().brief()) {
      // Who has taken every key for itself may look at them between two sleeps.
      return mode.canonical()
          ? null
          : Look.working(nap == null ? Activity.BLOCKED : nap.waits().evidence())
              .and(Doubt.LOOKS_UNSEEN)
              .unsure();
    }
    if (mode.readsReturnAtOnce() || readsWithoutWaiting(nap.pid(), terminal)) {
      return asked(nap, front, mode);
    }
    if (mode.canonical()) {
      return nap.main() ? napping(nap, front, mode) : null;
    }
    return asked(nap, front, mode).and(Doubt.LOOKS_UNSEEN);
  }

  /**
   * Its main thread sleeps for moments and leaves whole lines to the terminal. It may ask whether
   * there is input before it reads, which leaves no trace; if it reads or writes anything between
   * its naps, it waits for something else.
   */
  private Look napping(Sighting nap, Group front, InputMode mode) {
    return memory.hasTransferred(nap.pid(), kernel.transfers(nap.pid()))
        ? Look.working(Activity.BLOCKED).and(Doubt.LOOKS_UNSEEN).unsure()
        : asked(nap, front, mode).and(Doubt.LOOKS_UNSEEN);
  }

  /** The member that has asked for a signal when there is input, or 0. */
  private long signalled(Group front, ProbedTerminal terminal) {
    for (var pid : front.members()) {
      for (var fd : kernel.descriptors(pid)) {
        if (isTerminal(pid, fd, terminal) && isFlagged(pid, fd, Sys.O_ASYNC)) {
          return pid;
        }
      }
    }
    return 0;
  }

  private boolean readsWithoutWaiting(long pid, ProbedTerminal terminal) {
    return isTerminal(pid, 0, terminal) && isFlagged(pid, 0, Sys.O_NONBLOCK);
  }

  private boolean isTerminal(long pid, long fd, ProbedTerminal terminal) {
    var descriptor = kernel.descriptor(pid, fd);
    return descriptor.kind() == Descriptor.Kind.DEVICE
        && (terminal.is(descriptor.superblock(), descriptor.inode())
            || descriptor.device() == ProbedTerminal.CONTROLLING);
  }

  private boolean isFlagged(long pid, long fd, int flag) {
    var info = kernel.info(pid, fd);
    var flags = info == null ? -1 : info.flags();
    return flags >= 0 && (flags & flag) != 0;
  }

  private Group inFrontOf(ProbedTerminal terminal) {
    var foreground = kernel.foreground(terminal.master());
    // With nobody in front, the first process is on its way out, or has let go of its terminal.
    var group = foreground > 0 ? foreground : terminal.session();
    var front = new Group(kernel, memory, trace, terminal, group);
    front.lookAtLeader();
    front.walk(terminal.session());
    front.visit(memory.strays(group));
    if (front.best() == null) {
      front.lookAtForeigners();
    }
    if (front.best() == null && (front.childless() || mayScan)) {
      var began = System.nanoTime();
      var strays = front.scan();
      memory.scanned(group, strays, began, System.nanoTime());
      front.visit(strays);
    }
    return front;
  }

  private Look seen(Sighting first, Group front, ProbedTerminal terminal, int depth) {
    var mode = kernel.inputMode(terminal.master());
    if (mode == null) {
      return Look.working(Activity.HUNG_UP);
    }
    // A raw terminal may let a read go empty-handed after some tenths of a second.
    var best =
        first.waits().reads() && mode.readsEndByThemselves()
            ? first.within(mode.readNanos())
            : first;
    var wait = best.waits();
    if (wait.full()) {
      return Look.working(Activity.WRITING);
    }
    if (wait.beside().contains(Beside.MASTER_FULL)) {
      return Look.working(Underway.RELAY_INPUT);
    }
    var relays = !wait.masters().isEmpty();
    // Who waits for the terminal alone, and long, passes nothing on meanwhile.
    var alone = front.single() && !wait.brief();
    var masters = relays || !front.inner() || alone ? wait.masters() : mastersOf(best.pid());
    return !masters.isEmpty() && depth < MAX_DEPTH
        ? through(best, masters, relays, depth)
        : asked(best, front, mode);
  }

  /** Somebody wants input, and nothing is behind it. */
  private Look asked(Sighting best, Group front, InputMode mode) {
    var wait = best.waits();
    // Who reads, reads; but who polls may do so while it waits for a child it has started.
    var withChild =
        !wait.reads()
            && (front.hasChildInFront(best.pid())
                || (wait.beside().contains(Beside.PAIR) && front.hasChild(best.pid())));
    var evidence = new ArrayList<Evidence>(4);
    evidence.add(wait.evidence());
    if (mode.secret()) {
      evidence.add(new Evidence.EchoOff());
    }
    doubts(best, front, evidence);
    if (withChild) {
      evidence.add(Doubt.HAS_CHILD);
    }
    var sure = best.sure() && !front.running() && !withChild;
    if (!sure) {
      look(best, front, mode, evidence);
    }
    return new Look(mode.secret() ? Doing.SECRET : Doing.WAITING, sure, evidence, best);
  }

  /** Adds whether it has come to rest, and what else of its own it is about. */
  private void look(Sighting best, Group front, InputMode mode, List<Evidence> evidence) {
    var seen = front.seen(best.pid());
    var onProcessor = seen != null && seen.onProcessor();
    var worked = kernel.worked(best.pid());
    var settled = memory.isSettled(best, worked, onProcessor, now);
    if (!isPlainQuestion(best, mode)) {
      var busy =
          front.threads(best.pid()) > 1
              && memory.isBusy(best.pid(), worked, onProcessor, now)
              && !settled;
      evidence.addAll(pursuits(best, front, busy));
    }
    if (settled) {
      evidence.add(new Evidence.Settled());
    }
  }

  /** Whose main thread is inside a read of a line asks, whatever goes on behind it. */
  private static boolean isPlainQuestion(Sighting best, InputMode mode) {
    return best.waits().reads() && best.main() && mode.canonical();
  }

  /** What else of its own the program is about. */
  private List<Evidence.Pursuit> pursuits(Sighting best, Group front, boolean busy) {
    var found = new ArrayList<Evidence.Pursuit>(2);
    var pid = best.pid();
    var seen = front.seen(pid);
    if (busy) {
      found.add(Evidence.Pursuit.THREAD);
    }
    if (!best.main() && seen != null && seen.sleeps()) {
      found.add(Evidence.Pursuit.SLEEP);
    }
    if (seen != null && beginsToWait(best, seen, front)) {
      found.add(Evidence.Pursuit.TIMER);
    }
    if (front.hasWorkingHelper(pid, now)) {
      found.add(Evidence.Pursuit.PROCESS);
    }
    if (front.isOwed(best)) {
      found.add(Evidence.Pursuit.REQUEST);
    }
    return found;
  }

  /** Whether a thread has begun to wait for time; each is remembered for the next look. */
  private boolean beginsToWait(Sighting best, ProcessSeen seen, Group front) {
    var timer = memory.hasNewTimer(best.pid(), seen.timers());
    var round = !best.main() && memory.isNewRound(best.pid(), seen.round());
    var below = front.hasHelperWithNewTimer(best.pid());
    return timer || round || below || (!best.main() && seen.pauses());
  }

  /** Adds what keeps a wait from being sure, for whoever has to settle it. */
  private void doubts(Sighting best, Group front, List<Evidence> evidence) {
    evidence.addAll(best.waits().beside());
    if (!best.main()) {
      evidence.add(Doubt.THREAD_NOT_MAIN);
    }
    if (best.othersBusy()) {
      evidence.add(Doubt.OTHER_THREAD_RUNNING);
    }
    if (front.running()) {
      evidence.add(Doubt.OTHER_PROCESS_RUNNING);
    }
    if (best.foreign()) {
      evidence.add(Doubt.OTHER_SESSION);
    }
    if (best.waits().beside().contains(Beside.SOCKET)) {
      var name = kernel.name(best.pid());
      if (FAR.contains(name)) {
        evidence.add(new Evidence.Relay(name));
      }
    }
  }

  /**
   * Follows a relay into the terminals behind it. What was typed must have gone all the way in, and
   * what was printed all the way out: the inner terminal has nothing unread, its master side
   * nothing unread either, and the relay is back where it was.
   */
  private Look through(Sighting relay, List<Integer> masters, boolean oneThread, int depth) {
    var name = relay(relay.pid());
    var waiting = 0;
    var other = 0;
    Look last = null;
    var pidfd = Sys.pidfdOpen((int) relay.pid());
    try {
      for (var master : masters) {
        var look = behind(pidfd, master, relay, depth);
        if (look == null) {
          continue;
        }
        if (look.wantsInput()) {
          waiting++;
        } else {
          other++;
        }
        last = look;
      }
    } finally {
      if (pidfd >= 0) {
        Sys.close(pidfd);
      }
    }
    if (last == null) {
      // Not ours to see, or nobody there yet; the next moment may bring somebody.
      var evidence = new ArrayList<Evidence>();
      evidence.add(relay.waits().evidence());
      evidence.addAll(relay.waits().beside());
      evidence.add(name);
      return new Look(Doing.WAITING, false, evidence, relay.within(TerminalWait.SHORT));
    }
    if (waiting > 0 && other > 0) { // which of them has the keyboard only the relay knows
      return Look.unknown(Blind.SEVERAL, name);
    }
    var finite = relay.waits().finite();
    var sure =
        last.sure()
            && oneThread
            && !finite
            && !relay.foreign()
            && !relay.othersBusy()
            && waiting + other == 1;
    var evidence = new ArrayList<>(last.evidence());
    if (finite) {
      evidence.add(relay.waits().evidence());
    }
    evidence.add(name);
    return new Look(last.doing(), sure, evidence, last.sighting());
  }

  /** Looks at the terminal whose master side a relay holds; null when it cannot be seen. */
  private @Nullable Look behind(int pidfd, int fd, Sighting relay, int depth) {
    var master = pidfd < 0 ? pidfd : Sys.pidfdGetFd(pidfd, fd);
    if (master < 0) {
      return null;
    }
    var peer = -1;
    try {
      var session = kernel.session(master);
      if (session <= 0 || kernel.foreground(master) <= 0) {
        return null;
      }
      peer = Sys.ioctl(master, Sys.TIOCGPTPEER, PEER_FLAGS);
      var terminal = peer < 0 ? null : ProbedTerminal.of(master, peer, session, kernel);
      if (terminal == null) {
        return null;
      }
      if (terminal.unread()) {
        return Look.working(Underway.INPUT_UNREAD);
      }
      var look = new Survey(kernel, memory, trace, now).at(terminal, depth + 1);
      return look.wantsInput() && (Sys.readable(master) || terminal.unread() || !stillThere(relay))
          ? Look.working(Underway.RELAY_BUSY)
          : look;
    } finally {
      if (peer >= 0) {
        Sys.close(peer);
      }
      Sys.close(master);
    }
  }

  private boolean stillThere(Sighting relay) {
    var now = kernel.thread(relay.pid(), relay.tid());
    return now.where() == ThreadSeen.Where.IN_CALL && now.call() == relay.waits().call();
  }

  private List<Integer> mastersOf(long pid) {
    var found = new ArrayList<Integer>();
    for (var fd : kernel.descriptors(pid)) {
      if (kernel.descriptor(pid, fd).isMaster()) {
        found.add((int) fd);
      }
    }
    return found;
  }

  /**
   * A client may have passed its terminal to a server and wait for that on a local socket, as tmux
   * does. Then the server is the one to look at, and behind it the terminals it serves. Null when
   * there is no such server.
   */
  private @Nullable Look handedOver(Group front, ProbedTerminal terminal, int depth) {
    var client = front.socketHolder();
    var known = memory.server(client);
    if (known != 0) {
      front.lookBehind(known);
    } else {
      for (var socket : front.sockets()) {
        front.lookBehind(kernel.socketPeer(client, socket));
      }
      if (front.best() == null && mayScan) {
        // The socket names who made its other end, which may have forked since.
        front.lookBehindEveryone();
      }
    }
    var best = front.best();
    if (best == null) {
      if (known != 0 && kernel.stat(known) == null) {
        memory.served(client, 0); // it is gone; one that only runs just now is not forgotten
      }
      return null;
    }
    memory.served(client, best.pid());
    return seen(best, front, terminal, depth)
        .unsure()
        .without(relay(best.pid()))
        .and(relay(client));
  }

  private Evidence relay(long pid) {
    // Some put a title into their name: "tmux: client".
    var name = kernel.name(pid);
    var end = name.indexOf(':');
    return new Evidence.Relay(end < 0 ? name : name.substring(0, end));
  }

  /** Somebody whose calls we may not see: whether anybody reads the terminal can still be known. */
  private Look opaque(Group front, ProbedTerminal terminal) {
    if (front.opaqueAwake()) {
      return Look.working(Blind.OPAQUE).unsure();
    }
    if (!read(terminal)) {
      return Look.unknown(Blind.OPAQUE);
    }
    return wanted(terminal, front.opaqueSingle() && !front.running());
  }

  /** Somebody reads the terminal whom we have not found, such as a daemon that was asked to. */
  private @Nullable Look unseen(ProbedTerminal terminal) {
    if (!mayScan && !memory.unseen()) {
      return null;
    }
    var found = read(terminal);
    memory.unseen(found);
    return found ? wanted(terminal, false).and(Doubt.UNSEEN) : null;
  }

  private static boolean read(ProbedTerminal terminal) {
    return ZeroRead.works()
        && !terminal.unread()
        && ZeroRead.reader(terminal.peer())
        && !terminal.unread()
        && ZeroRead.reader(terminal.peer());
  }

  private Look wanted(ProbedTerminal terminal, boolean sure) {
    var mode = kernel.inputMode(terminal.master());
    var look = new Look(Doing.WAITING, sure, List.of(new Evidence.ZeroRead()), null);
    return mode != null && mode.secret()
        ? new Look(Doing.SECRET, sure, look.and(new Evidence.EchoOff()).evidence(), null)
        : look;
  }
}
