package dev.parley.pty;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.parley.pty.Evidence.Activity;
import dev.parley.pty.Evidence.Beside;
import dev.parley.pty.Evidence.Blind;
import dev.parley.pty.Evidence.Doubt;
import dev.parley.pty.Evidence.Underway;
import dev.parley.pty.Finding.Doing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at a terminal and at whoever is in front of it, followed through relays into the
 * terminals behind: what they do, whether that is sure, and the evidence for it.
 */
final class ProbeLook {
  private static final int MAX_DEPTH = 4;
  private static final int VTIME = 5;
  private static final int VMIN = 6;
  private static final long TENTH = 100_000_000;
  private static final int PEER_FLAGS = Sys.O_RDWR | Sys.O_NOCTTY | Sys.O_CLOEXEC | Sys.O_NONBLOCK;

  /**
   * Programs that carry a terminal over a socket to some place we cannot see. This only puts a name
   * into the evidence: what they wait for, and how sure that is, the kernel has said before.
   */
  private static final Set<String> FAR =
      Set.of("ssh", "docker", "podman", "kubectl", "telnet", "mosh-client", "nerdctl", "lxc");

  private final ProcReader reader;
  private final ProbeMemory memory;
  private final long now;
  private final boolean mayScan;

  Doing doing = Doing.WORKING;
  boolean sure = true;
  final List<Evidence> evidence = new ArrayList<>(4);

  /** The wait that decided, when somebody wants input. */
  @Nullable ProbeSighting sighting;

  ProbeLook(ProcReader reader, ProbeMemory memory, long now) {
    this.reader = reader;
    this.memory = memory;
    this.now = now;
    this.mayScan = memory.mayScan(now);
  }

  boolean wantsInput() {
    return doing == Doing.WAITING || doing == Doing.SECRET;
  }

  /** Looks at a terminal whose typed input has all been read. */
  ProbeLook at(ProbeTerminal terminal) {
    return at(terminal, 0);
  }

  private ProbeLook at(ProbeTerminal terminal, int depth) {
    var foreground = reader.foreground(terminal.master());
    // With nobody in front, the first process is on its way out, or has let go of its terminal.
    var group = foreground > 0 ? foreground : terminal.session();
    var front = new ProbeGroup(reader, memory, terminal, group);
    front.lookAtLeader();
    front.walk(terminal.session());
    for (var stray : memory.strays(group)) {
      front.visit(stray);
    }
    if (front.best == null) {
      front.lookAtForeigners();
    }
    if (front.best == null && (front.childless || mayScan)) {
      var began = System.nanoTime();
      var strays = front.scan();
      memory.scanned(group, strays, began, System.nanoTime());
      for (var stray : strays) {
        front.visit(stray);
      }
    }
    var best = front.best;
    if (best != null) {
      return seen(best, front, terminal, depth);
    }
    if (front.members > 0 && front.stopped == front.members) {
      doing = Doing.STOPPED;
      evidence.add(Activity.STOPPED);
      return this;
    }
    if (front.opaque > 0) {
      return opaque(front, terminal);
    }
    if (front.socketHolder != 0 && handedOver(front, terminal, depth)) {
      return this;
    }
    if (unseen(terminal)) {
      return this;
    }
    if (front.ring) {
      return unknown(Blind.IO_URING);
    }
    return working(front.running > 0 ? Activity.RUNNING : Activity.BLOCKED);
  }

  private ProbeLook seen(ProbeSighting first, ProbeGroup front, ProbeTerminal terminal, int depth) {
    var termios = reader.termios(terminal.master());
    if (termios == null) {
      return working(Activity.HUNG_UP);
    }
    var flags = termios.get(JAVA_INT, Sys.TERMIOS_LFLAG);
    var canonical = (flags & Sys.ICANON) != 0;
    var echo = (flags & Sys.ECHO) != 0;
    var least = termios.get(JAVA_BYTE, Sys.TERMIOS_CC + VMIN);
    var tenths = termios.get(JAVA_BYTE, Sys.TERMIOS_CC + VTIME) & 0xff;
    // A raw terminal may let a read go empty-handed after some tenths of a second.
    var best =
        first.reads() && !canonical && least == 0 && tenths > 0
            ? first.within(tenths * TENTH)
            : first;
    if (best.full()) {
      return working(Activity.WRITING);
    }
    if (best.beside().contains(Beside.MASTER_FULL)) {
      return working(Underway.RELAY_INPUT);
    }
    var relays = !best.masters().isEmpty();
    var masters = relays || !front.inner ? best.masters() : mastersOf(best.pid());
    if (!masters.isEmpty() && depth < MAX_DEPTH) {
      return through(best, masters, relays, depth);
    }
    doing = canonical && !echo ? Doing.SECRET : Doing.WAITING;
    sighting = best;
    // A read is a read; but who polls may do so while it waits for a child it has started.
    var withChild =
        !best.reads()
            && (front.hasChildInFront(best.pid())
                || (best.beside().contains(Beside.PAIR) && front.hasChild(best.pid())));
    sure = best.sure() && front.running == 0 && !withChild;
    evidence.add(best.evidence());
    if (doing == Doing.SECRET) {
      evidence.add(new Evidence.EchoOff());
    }
    doubts(best, front);
    if (withChild) {
      evidence.add(Doubt.HAS_CHILD);
    }
    return this;
  }

  /** Adds what keeps a wait from being sure, for whoever has to settle it. */
  private void doubts(ProbeSighting best, ProbeGroup front) {
    evidence.addAll(best.beside());
    if (!best.main()) {
      evidence.add(Doubt.THREAD_NOT_MAIN);
    }
    if (best.othersBusy()) {
      evidence.add(Doubt.OTHER_THREAD_RUNNING);
    }
    if (front.running > 0) {
      evidence.add(Doubt.OTHER_PROCESS_RUNNING);
    }
    if (best.foreign()) {
      evidence.add(Doubt.OTHER_SESSION);
    }
    if (best.beside().contains(Beside.SOCKET)) {
      var name = reader.name(best.pid());
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
  private ProbeLook through(
      ProbeSighting relay, List<Integer> masters, boolean oneThread, int depth) {
    var name = relay(relay.pid());
    var waiting = 0;
    var other = 0;
    ProbeLook answer = null;
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
        answer = look;
      }
    } finally {
      if (pidfd >= 0) {
        Sys.close(pidfd);
      }
    }
    if (answer == null) {
      // Not ours to see, or nobody there yet; the next moment may bring somebody.
      doing = Doing.WAITING;
      sighting = relay.within(ProbeSighting.SHORT);
      sure = false;
      evidence.add(relay.evidence());
      evidence.addAll(relay.beside());
      evidence.add(name);
      return this;
    }
    if (waiting > 0 && other > 0) { // which of them has the keyboard only the relay knows
      unknown(Blind.SEVERAL);
      evidence.add(name);
      return this;
    }
    doing = answer.doing;
    sighting = answer.sighting;
    sure =
        answer.sure
            && oneThread
            && !relay.finite()
            && !relay.foreign()
            && !relay.othersBusy()
            && waiting + other == 1;
    evidence.addAll(answer.evidence);
    if (relay.finite()) {
      evidence.add(relay.evidence());
    }
    evidence.add(name);
    return this;
  }

  private @Nullable ProbeLook behind(int pidfd, int fd, ProbeSighting relay, int depth) {
    var master = pidfd < 0 ? pidfd : Sys.pidfdGetFd(pidfd, fd);
    if (master < 0) {
      return null;
    }
    var peer = -1;
    try {
      var session = reader.session(master);
      if (session <= 0 || reader.foreground(master) <= 0) {
        return null;
      }
      peer = Sys.ioctl(master, Sys.TIOCGPTPEER, PEER_FLAGS);
      var terminal = peer < 0 ? null : ProbeTerminal.of(master, peer, session, reader);
      if (terminal == null) {
        return null;
      }
      var look = new ProbeLook(reader, memory, now);
      if (terminal.unread()) {
        return look.working(Underway.INPUT_UNREAD);
      }
      look.at(terminal, depth + 1);
      if (look.wantsInput() && (Sys.readable(master) || terminal.unread() || !stillThere(relay))) {
        return new ProbeLook(reader, memory, now).working(Underway.RELAY_BUSY);
      }
      return look;
    } finally {
      if (peer >= 0) {
        Sys.close(peer);
      }
      Sys.close(master);
    }
  }

  private boolean stillThere(ProbeSighting relay) {
    return reader.syscall(relay.pid(), relay.tid()) == ProcText.Seen.IN_CALL
        && ProbeWait.called(reader.call[0]) == relay.call();
  }

  private List<Integer> mastersOf(long pid) {
    var found = new ArrayList<Integer>();
    for (var fd : reader.descriptors(pid)) {
      if (reader.descriptor(pid, fd)
          && reader.kind == ProcReader.DEVICE
          && reader.device == ProbeTerminal.MASTER) {
        found.add((int) fd);
      }
    }
    return found;
  }

  /**
   * A client may have passed its terminal to a server and wait for that on a local socket, as tmux
   * does. Then the server is the one to look at, and behind it the terminals it serves.
   */
  private boolean handedOver(ProbeGroup front, ProbeTerminal terminal, int depth) {
    var client = front.socketHolder;
    var known = memory.server(client);
    if (known != 0) {
      front.lookBehind(known);
    } else {
      for (var socket : front.sockets) {
        front.lookBehind(reader.socketPeer(client, socket));
      }
      if (front.best == null && mayScan) {
        // The socket names who made its other end, which may have forked since.
        front.lookBehindEveryone();
      }
    }
    var best = front.best;
    if (best == null) {
      if (known != 0 && reader.stat(known) == null) {
        memory.served(client, 0); // it is gone; one that only runs just now is not forgotten
      }
      return false;
    }
    memory.served(client, best.pid());
    seen(best, front, terminal, depth);
    sure = false;
    evidence.remove(relay(best.pid()));
    evidence.add(relay(client));
    return true;
  }

  private Evidence relay(long pid) {
    // Some put a title into their name: "tmux: client".
    var name = reader.name(pid);
    var end = name.indexOf(':');
    return new Evidence.Relay(end < 0 ? name : name.substring(0, end));
  }

  /** Somebody whose calls we may not see: whether anybody reads the terminal can still be known. */
  private ProbeLook opaque(ProbeGroup front, ProbeTerminal terminal) {
    if (front.opaqueAwake) {
      sure = false;
      return working(Blind.OPAQUE);
    }
    if (!read(terminal)) {
      return unknown(Blind.OPAQUE);
    }
    wanted(terminal);
    sure = front.opaqueSingle && front.running == 0;
    return this;
  }

  /** Somebody reads the terminal whom we have not found, such as a daemon that was asked to. */
  private boolean unseen(ProbeTerminal terminal) {
    var found = (mayScan || memory.unseen) && read(terminal);
    if (mayScan || memory.unseen) {
      memory.unseen = found;
    }
    if (found) {
      wanted(terminal);
      sure = false;
      evidence.add(Doubt.UNSEEN);
    }
    return found;
  }

  private static boolean read(ProbeTerminal terminal) {
    return ProbeZeroRead.works()
        && !terminal.unread()
        && ProbeZeroRead.reader(terminal.peer())
        && !terminal.unread()
        && ProbeZeroRead.reader(terminal.peer());
  }

  private void wanted(ProbeTerminal terminal) {
    var termios = reader.termios(terminal.master());
    var flags = termios == null ? Sys.ECHO : termios.get(JAVA_INT, Sys.TERMIOS_LFLAG);
    var secret = (flags & Sys.ICANON) != 0 && (flags & Sys.ECHO) == 0;
    doing = secret ? Doing.SECRET : Doing.WAITING;
    evidence.add(new Evidence.ZeroRead());
    if (secret) {
      evidence.add(new Evidence.EchoOff());
    }
  }

  private ProbeLook working(Evidence why) {
    doing = Doing.WORKING;
    evidence.add(why);
    return this;
  }

  private ProbeLook unknown(Evidence why) {
    doing = Doing.UNKNOWN;
    sure = false;
    evidence.add(why);
    return this;
  }
}
