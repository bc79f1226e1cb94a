package dev.parley.cli;

import dev.parley.client.OwnCalls;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.server.launcher.Lent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A launcher's streams and terminal, for a command that runs in the daemon. */
final class LentSeat implements Seat {
  private final Lent lent;
  private final PrintStream out;
  private final PrintStream err;

  LentSeat(Lent lent) {
    this.lent = lent;
    this.out = new PrintStream(lent.out(), true, StandardCharsets.UTF_8);
    this.err = new PrintStream(lent.err(), true, StandardCharsets.UTF_8);
  }

  @Override
  public Optional<OwnCalls> calls() {
    return Optional.of(lent.calls());
  }

  @Override
  public InputStream in() {
    return lent.in();
  }

  @Override
  public PrintStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return err;
  }

  @Override
  public Path directory() {
    return lent.directory();
  }

  @Override
  public Map<String, String> environment() {
    return lent.environment();
  }

  @Override
  public boolean hasTerminalIn() {
    return lent.hasTerminalIn();
  }

  @Override
  public boolean hasTerminalOut() {
    return lent.hasTerminalOut();
  }

  @Override
  public boolean isInFront() {
    return lent.isInFront();
  }

  @Override
  public Optional<Size> size() {
    return lent.size().map(size -> new Size(size.columns(), size.rows()));
  }

  @Override
  public Optional<Undo> raw() throws IOException {
    if (!lent.hasTerminalIn()) {
      return Optional.empty();
    }
    lent.mode(Lent.Mode.RAW);
    return Optional.of(this::restore);
  }

  private void restore() {
    try {
      lent.mode(Lent.Mode.AS_IT_WAS);
    } catch (IOException gone) {
      // The launcher restores it at its own end.
    }
  }

  @Override
  public Optional<String> readHidden(String prompt) throws IOException {
    err.print(prompt);
    lent.mode(Lent.Mode.NO_ECHO);
    try {
      return line();
    } finally {
      restore();
      err.println();
    }
  }

  private Optional<String> line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = lent.in().read(); next != '\n'; next = lent.in().read()) {
      if (next < 0) {
        return line.size() == 0
            ? Optional.empty()
            : Optional.of(line.toString(StandardCharsets.UTF_8));
      }
      line.write(next);
    }
    return Optional.of(line.toString(StandardCharsets.UTF_8));
  }

  @Override
  public void whenResized(Runnable task) {
    lent.whenResized(task);
  }

  @Override
  public Undo whenEnding(Runnable task) {
    var still = new AtomicReference<Runnable>(task);
    lent.whenSignalled(
        _ -> {
          var now = still.getAndSet(() -> {});
          now.run();
        });
    return () -> still.set(() -> {});
  }

  @Override
  public void resumeAs(List<String> arguments) throws IOException {
    lent.resumeAs(arguments);
  }

  @Override
  public void atOnce(Lent.Printing printing) throws IOException {
    lent.atOnce(printing);
  }
}
