package dev.parley.session.remote.far;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.pty.Lines;
import dev.parley.pty.Modes;
import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Signal;
import dev.parley.pty.Sink;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Underway;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of a child on a far side: a client of this host carries it, and a probe over there
 * says what the child does.
 *
 * <p>The order of things keeps the answer free of races, as it does on one host. The probe is asked
 * only when the client has read all that was typed; over ssh the question follows it on the same
 * connection, and the probe counts a wait only when it is not the one it has seen before. The
 * answer comes behind all that the child printed. So what is found holds as long as nothing was
 * typed or printed since.
 */
public final class FarPty implements Pty, InBandMessages.Listener {
  /** How long a far side may take to greet before we go by what can be seen from here. */
  private static final Duration GREETING = Duration.ofSeconds(20);

  /** How long the probe looks on one question; who waits longer asks again. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** A greeting inside something that keeps the program may have had no listener. */
  private static final Duration UNHEARD = Duration.ofSeconds(2);

  private static final Duration FIRST_TRY = Duration.ofMillis(250);
  private static final Duration LAST_TRY = Duration.ofSeconds(15);
  private static final Duration GIVING_UP = Duration.ofMinutes(30);

  /** A probe that says nothing for this long is not counted on; a network may be slow. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final BiFunction<Transport, Sink, Pty> rejoin;
  private final Surroundings surroundings = Surroundings.current();
  private final String id;
  private final String nonce;
  private final InBandMessages words;
  private final TimeSource time;
  private final long began;
  private final AtomicLong typed = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final Sink sink;
  private volatile Transport transport;
  private volatile Pty here;
  private volatile boolean away;
  private volatile @Nullable FarProbe probe;
  private volatile @Nullable FarGreeting greeting;
  private volatile @Nullable FarFinding last;
  private volatile boolean lost;
  private volatile boolean ending;
  private long question;
  private long current; // the first question since something was typed or printed
  private long askedAt;
  private long askedTyped = -1;
  private long answeredTyped;
  private volatile boolean aimed;
  private int line;

  public FarPty(
      Transport transport,
      String id,
      String nonce,
      Sink sink,
      Function<Sink, Pty> start,
      BiFunction<Transport, Sink, Pty> rejoin,
      TimeSource time) {
    this(transport, id, nonce, sink, Optional.empty(), start, rejoin, time);
    if (!transport.beginsWithTheChild()) {
      look();
    }
  }

  private FarPty(
      Transport transport,
      String id,
      String nonce,
      Sink sink,
      Optional<FarGreeting> known,
      Function<Sink, Pty> start,
      BiFunction<Transport, Sink, Pty> rejoin,
      TimeSource time) {
    this.time = time;
    this.began = time.nanos();
    this.transport = transport;
    this.rejoin = rejoin;
    this.id = id;
    this.nonce = nonce;
    this.sink = sink;
    this.words = new InBandMessages(sink, nonce, this);
    this.greeting = known.orElse(null);
    try {
      this.here = start.apply(words);
    } catch (RuntimeException | Error failed) {
      letGo();
      throw failed;
    }
  }

  /** The terminal of a child that greeted an earlier process; the probe has to find it again. */
  public static FarPty adopted(
      Transport transport,
      String id,
      String nonce,
      Sink sink,
      Function<Sink, Pty> adoption,
      TimeSource time) {
    return new FarPty(
        transport,
        id,
        nonce,
        sink,
        Optional.of(FarGreeting.UNHEARD),
        adoption,
        (_, _) -> {
          throw new PtyException(
              PtyException.Reason.UNSUPPORTED, "The connection cannot be opened again");
        },
        time);
  }

  /** Starts the probe, once. */
  private void look() {
    if (looking.compareAndSet(false, true)) {
      Thread.startVirtualThread(
          () -> {
            var started = FarProbe.start(transport, time);
            probe = started;
            if (over.get() && started != null) {
              started.close();
            }
          });
    }
  }

  /** The terminal on this host that the client runs on. */
  public Pty here() {
    return here;
  }

  /** The shell or program the far side became, by its path there; empty until it has greeted. */
  public String shell() {
    var hello = greeting;
    var word = last;
    if (hello == null || !hello.shell().isEmpty()) {
      return hello == null ? "" : hello.shell();
    }
    return word == null ? "" : word.front().name();
  }

  /** Whether the program in front can be seen on the far side. */
  public boolean seesTheFarSide() {
    var far = probe;
    return far != null && far.ready();
  }

  // --- what is heard from there ---------------------------------------------------------------

  @Override
  public void heard(List<String> word, long printed) {
    switch (word.getFirst()) {
      case "hello" ->
          FarGreeting.parse(word)
              .ifPresent(
                  hello -> {
                    greeting = hello;
                    aimed = false;
                    look();
                  });
      case "found" -> FarFinding.parse(word, printed).ifPresent(finding -> last = finding);
      default -> {}
    }
  }

  @Override
  public void ended(Exit exit) {
    if (transport.persists() && !ending && transport.lost(exit)) {
      away = true;
      Thread.startVirtualThread(() -> comeBack(exit));
      return;
    }
    gone(exit);
  }

  private void gone(Exit exit) {
    lost = transport.lost(exit);
    sink.ended(exit);
    if (!ending) {
      Thread.startVirtualThread(this::letGo);
    }
  }

  @Override
  public boolean lost() {
    return lost;
  }

  // --- coming back ----------------------------------------------------------------------------

  /** Opens the connection again: tries soon at first, then less often, and gives up in the end. */
  private void comeBack(Exit exit) {
    surroundings.enter();
    var deadline = time.nanos() + GIVING_UP.toNanos();
    var pause = FIRST_TRY;
    while (!ending && time.nanos() < deadline) {
      try {
        var again = transport.reopened();
        var before = here;
        drop();
        transport = again;
        here = rejoin.apply(again, words);
        before.close();
        look();
        away = false;
        return;
      } catch (Refusal | PtyException notYet) {
        time.pause(pause);
        pause = pause.multipliedBy(2).compareTo(LAST_TRY) > 0 ? LAST_TRY : pause.multipliedBy(2);
      }
    }
    gone(exit);
  }

  private synchronized void drop() {
    var far = probe;
    if (far != null) {
      far.close();
    }
    probe = null;
    transport.done();
    looking.set(false);
    aimed = false;
    current = ++question; // what was found before says nothing now
    askedTyped = -1;
  }

  // --- looking --------------------------------------------------------------------------------

  @Override
  public synchronized Finding probe() {
    if (away) {
      return working(Underway.RECONNECTING);
    }
    var underway = here.underway();
    if (underway.isPresent()) {
      return underway.get();
    }
    if (greeting == null && transport.persists() && isPast(UNHEARD)) {
      greeting = FarGreeting.UNHEARD; // it may have greeted before anybody was listening
    }
    var hello = greeting;
    if (hello == null) {
      return isPast(GREETING) ? here.probe() : working(Underway.FAR_STARTING);
    }
    look();
    var far = probe;
    if (far != null && !far.usable()) {
      return fromHere();
    }
    if (far == null || !far.ready()) {
      return isPast(GREETING) ? fromHere() : working(Underway.FAR_STARTING);
    }
    aim(far, hello);
    return ask(far);
  }

  private boolean isPast(Duration sinceTheBeginning) {
    return time.since(began).compareTo(sinceTheBeginning) >= 0;
  }

  private synchronized void aim(FarProbe far, FarGreeting hello) {
    if (!aimed) {
      far.aim(hello.pid(), hello.tty(), "\\033]" + InBandMessages.NUMBER + ";" + nonce + ";", id);
      aimed = true;
    }
  }

  private Finding ask(FarProbe far) {
    var typedNow = typed.get();
    var printedNow = words.printed();
    var word = last;
    var answered = word != null && word.question() >= current;
    if (word != null && answered) {
      answeredTyped = askedTyped;
      if (typedNow == askedTyped && word.printed() == printedNow) {
        if (word.isProvisional() && time.since(askedAt).compareTo(PATIENCE) > 0) {
          ask(far, typedNow, printedNow);
        }
        return word.finding();
      }
    }
    if (typedNow != askedTyped || answered || time.since(askedAt).compareTo(PATIENCE) > 0) {
      if (!answered && question > 0 && time.since(far.heardAt()).compareTo(SILENCE) > 0) {
        return fromHere();
      }
      ask(far, typedNow, printedNow);
      current = question;
    }
    return far.working().orElseGet(() -> working(Underway.FAR_ASKED));
  }

  private void ask(FarProbe far, long typedNow, long printedNow) {
    question++;
    askedAt = time.nanos();
    askedTyped = typedNow;
    far.ask(question, PATIENCE, typedNow != answeredTyped, typedNow, printedNow);
  }

  /** The client's own state; it waits for both ends alike, so this is never sure. */
  private Finding fromHere() {
    var finding = here.probe();
    var evidence = new ArrayList<>(finding.evidence());
    var relay = new Evidence.Relay(transport.name());
    if (!evidence.contains(relay)) {
      evidence.add(relay);
    }
    return switch (finding.doing()) {
      case WORKING, WAITING, SECRET, UNKNOWN ->
          new Finding(Doing.WAITING, Grade.SOFT, evidence, finding.again());
      case STOPPED, EXITED -> finding;
    };
  }

  private static Finding working(Evidence why) {
    return new Finding(Doing.WORKING, Grade.SOFT, List.of(why), Duration.ZERO);
  }

  @Override
  public Modes modes() {
    var word = last;
    var modes = here.modes();
    return word == null ? modes : new Modes(word.canonical(), modes.echo(), modes.signals());
  }

  @Override
  public Optional<Foreground> foreground() {
    var word = last;
    if (word == null) {
      return here.foreground();
    }
    return here.foreground().isEmpty() ? Optional.empty() : Optional.of(word.front());
  }

  // --- typing ---------------------------------------------------------------------------------

  @Override
  public void type(byte[] bytes) {
    if (away) {
      throw new PtyException(
          PtyException.Reason.LIMIT,
          "The connection has dropped and is being opened again; nothing was typed");
    }
    var word = last;
    // The far terminal cuts a long line as ours would, but here it is in key mode all the time.
    if (word != null && word.canonical() && Lines.longest(line, bytes) > Lines.MAX) {
      throw new PtyException(
          PtyException.Reason.BAD_INPUT,
          "The far terminal is in line mode and would cut a line of %d bytes to %d; nothing was typed"
              .formatted(Lines.longest(line, bytes), Lines.MAX));
    }
    here.type(bytes);
    line = Lines.unfinished(line, bytes);
    typed.addAndGet(bytes.length);
  }

  @Override
  public void interrupt(byte[] bytes) {
    here.interrupt(bytes);
    line = 0;
    typed.addAndGet(bytes.length);
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    var far = probe;
    if (far != null && far.ready() && aimed) {
      far.signal(signal);
      typed.incrementAndGet(); // what is known of the program is old from now on
      return true;
    }
    var key =
        switch (signal) {
          case INT -> 0x03;
          case QUIT -> 0x1c;
          case TSTP -> 0x1a;
          default -> 0;
        };
    if (key == 0) {
      return false;
    }
    interrupt(new byte[] {(byte) key});
    return true;
  }

  /** Files of the far side. */
  public FarFiles files() {
    return new FarFiles(transport);
  }

  // --- the end --------------------------------------------------------------------------------

  @Override
  public Ended end(Duration grace) {
    var far = probe;
    var there = 0;
    var hello = greeting;
    var living = !over.get();
    ending = true;
    // A container of our own goes as a whole; its first process heeds no signal from inside.
    var shared = !transport.beginsWithTheChild();
    if (living && shared && far != null && far.ready() && hello != null) {
      aim(far, hello);
      there = far.end(grace);
    }
    if (living) {
      transport.end(there > 0);
    }
    var ended = here.end(there > 0 ? Duration.ofMillis(100) : grace);
    letGo();
    return new Ended(ended.processes() + there, ended.killed());
  }

  @Override
  public void close() {
    end(Duration.ZERO);
    here.close();
  }

  private void letGo() {
    if (over.compareAndSet(false, true)) {
      var far = probe;
      if (far != null) {
        far.close();
      }
      transport.done();
    }
  }

  // --- as it is here --------------------------------------------------------------------------

  @Override
  public long pid() {
    return here.pid();
  }

  @Override
  public String device() {
    return here.device();
  }

  @Override
  public long pending() {
    return here.pending();
  }

  @Override
  public void release() {
    here.release();
  }

  @Override
  public void resume() {
    here.resume();
  }

  @Override
  public void resize(int columns, int rows) {
    here.resize(columns, rows);
  }
}
