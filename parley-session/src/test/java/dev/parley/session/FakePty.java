package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.pty.Modes;
import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Signal;
import dev.parley.pty.Sink;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A terminal without a child: it prints, is found doing and ends as a test says. */
public final class FakePty implements Pty {
  public static final Finding WORKING = finding(Doing.WORKING, Grade.HARD);
  public static final Finding WAITING = finding(Doing.WAITING, Grade.HARD);
  public static final Finding PERHAPS_WAITING = finding(Doing.WAITING, Grade.SOFT);
  public static final Finding SECRET = finding(Doing.SECRET, Grade.HARD);
  public static final Finding UNKNOWN = finding(Doing.UNKNOWN, Grade.SOFT);

  private final Sink sink;
  private final StringBuilder typed = new StringBuilder();
  private final List<Duration> ended = new ArrayList<>();
  private volatile Finding finding = WORKING;
  private volatile Modes modes = new Modes(true, true, true);
  private volatile Runnable whenTyped = () -> {};
  private volatile boolean full;
  private volatile int probes;

  public FakePty(Sink sink) {
    this.sink = sink;
  }

  public static Finding finding(Doing doing, Grade grade, Evidence... more) {
    var evidence = new ArrayList<Evidence>();
    evidence.add(new Evidence.Blocked(Evidence.Blocked.Call.READ, false));
    evidence.addAll(List.of(more));
    return new Finding(doing, grade, evidence, Duration.ZERO);
  }

  // --- what a test says -----------------------------------------------------------------------

  public FakePty prints(String text) {
    var bytes = MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    for (var at = 0L; at < bytes.byteSize(); ) {
      var space = sink.space();
      var count = Math.min(space.byteSize(), bytes.byteSize() - at);
      MemorySegment.copy(bytes, at, space, 0, count);
      sink.filled((int) count);
      at += count;
    }
    return this;
  }

  public FakePty does(Finding now) {
    finding = now;
    return this;
  }

  /** What is known of the child is told by itself, behind what was printed. */
  public FakePty tells() {
    sink.filled(0);
    return this;
  }

  /** Every key goes to the program at once, which does its own echo. */
  public FakePty raw() {
    modes = new Modes(false, false, false);
    return this;
  }

  public FakePty exits(int code) {
    sink.ended(new Exit.Code(code));
    return this;
  }

  /** Something happens as soon as something was typed, before the typing returns. */
  public FakePty whenTyped(Runnable then) {
    whenTyped = then;
    return this;
  }

  /** Takes no input from now on. */
  public FakePty takesNothing() {
    full = true;
    return this;
  }

  public synchronized String typed() {
    return typed.toString();
  }

  /** How often it was asked what the child does. */
  public int probes() {
    return probes;
  }

  /** With which grace it was ended, each time. */
  public synchronized List<Duration> ended() {
    return List.copyOf(ended);
  }

  // --- what a Pty does ------------------------------------------------------------------------

  @Override
  public long pid() {
    return 1;
  }

  @Override
  public String device() {
    return "/dev/fake";
  }

  @Override
  public void type(byte[] bytes) {
    if (full) {
      throw new PtyException(PtyException.Reason.LIMIT, "Too much is queued already");
    }
    synchronized (this) {
      typed.append(new String(bytes, StandardCharsets.UTF_8));
    }
    whenTyped.run();
  }

  @Override
  public void interrupt(byte[] bytes) {
    type(bytes);
  }

  @Override
  public long pending() {
    return 0;
  }

  @Override
  public void resume() {}

  @Override
  public void resize(int columns, int rows) {}

  @Override
  public Modes modes() {
    return modes;
  }

  @Override
  public Optional<Foreground> foreground() {
    return Optional.of(new Foreground(1, "fake", List.of("fake"), "/"));
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    return true;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // probed under the session's lock
  public Finding probe() {
    probes++;
    return finding;
  }

  @Override
  public synchronized Ended end(Duration grace) {
    ended.add(grace);
    sink.ended(new Exit.Code(129));
    return new Ended(1, 0);
  }

  @Override
  public void close() {}
}
