package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.pty.Modes;
import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Signal;
import dev.parley.pty.Sink;
import dev.parley.pty.Strays;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The terminal of a child that ended before this process began; nothing is left but its pid. */
final class GonePty implements Pty {
  private final long pid;
  private final String marker;

  /**
   * A child that has ended.
   *
   * @param marker what stands in the environment of everything it may have left behind
   */
  GonePty(long pid, String marker, Exit exit, Sink sink) {
    this.pid = pid;
    this.marker = marker;
    sink.ended(exit);
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public String device() {
    return "";
  }

  @Override
  public void type(byte[] bytes) {
    throw gone();
  }

  @Override
  public void interrupt(byte[] bytes) {
    throw gone();
  }

  private static PtyException gone() {
    return new PtyException(
        PtyException.Reason.EXITED, "The child has ended; nothing can be typed");
  }

  @Override
  public long pending() {
    return 0;
  }

  @Override
  public void resume() {}

  @Override
  public void resize(int columns, int rows) {
    throw gone();
  }

  @Override
  public Modes modes() {
    throw gone();
  }

  @Override
  public Optional<Foreground> foreground() {
    return Optional.empty();
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    return false;
  }

  @Override
  public Finding probe() {
    return new Finding(
        Finding.Doing.UNKNOWN,
        Finding.Grade.SOFT,
        List.of(Evidence.Blind.CHILD_GONE),
        Duration.ZERO);
  }

  @Override
  public Ended end(Duration grace) {
    var ended = Strays.end(marker);
    return new Ended(ended, ended);
  }

  @Override
  public void close() {}
}
