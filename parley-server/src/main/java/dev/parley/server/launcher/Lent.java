package dev.parley.server.launcher;

import dev.parley.client.OwnCalls;
import dev.parley.server.launcher.LauncherDoor.Introduction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A process elsewhere that lends a command its streams, terminal, directory and environment. The
 * command runs in this one.
 */
public final class Lent {
  /** How a terminal treats what is typed. */
  public enum Mode {
    AS_IT_WAS('b'),
    RAW('r'),
    NO_ECHO('n');

    private final char letter;

    Mode(char letter) {
      this.letter = letter;
    }
  }

  /** A terminal's columns and rows. */
  public record Size(int columns, int rows) {}

  /** Something that prints. */
  public interface Printing {
    void run() throws IOException;
  }

  /** What is being printed to be sent as one. */
  private static final ScopedValue<Piece> PIECE = ScopedValue.newInstance();

  private final LauncherDoor door;
  private final Introduction introduction;
  private final Supplier<OwnCalls> calls;
  private final Out out = new Out(1);
  private final Out err = new Out(2);
  private final In in = new In();
  private final List<Runnable> whenResized = new CopyOnWriteArrayList<>();
  private final List<IntConsumer> whenSignalled = new CopyOnWriteArrayList<>();
  private volatile Optional<Size> size = Optional.empty();

  Lent(LauncherDoor door, Introduction introduction, Supplier<OwnCalls> calls) throws IOException {
    this.door = door;
    this.introduction = introduction;
    this.calls = calls;
    if (introduction.size().isPresent()) {
      resized(introduction.size().get());
    }
  }

  public List<String> arguments() {
    return introduction.arguments();
  }

  public Path directory() {
    return introduction.surroundings().directory();
  }

  public Map<String, String> environment() {
    return introduction.surroundings().environment();
  }

  /** A way to the sessions of this daemon, for one client. */
  public OwnCalls calls() {
    return calls.get();
  }

  public InputStream in() {
    return in;
  }

  public OutputStream out() {
    return out;
  }

  public OutputStream err() {
    return err;
  }

  public boolean hasTerminalIn() {
    return introduction.terminals().in();
  }

  public boolean hasTerminalOut() {
    return introduction.terminals().out();
  }

  public boolean isInFront() {
    return introduction.terminals().front();
  }

  /** The size of the terminal on stdout. */
  public Optional<Size> size() {
    return size;
  }

  /** Sets how the terminal on stdin treats what is typed; the launcher undoes it at its end. */
  public void mode(Mode mode) throws IOException {
    door.send(LauncherFrame.of('m', String.valueOf(mode.letter)));
  }

  /** What the launcher runs instead, should this daemon go away before the command has ended. */
  public void resumeAs(List<String> arguments) throws IOException {
    var words = String.join("\0", arguments) + "\0";
    if (PIECE.isBound()) {
      PIECE.get().again = words;
    } else {
      door.send(LauncherFrame.of('u', words));
    }
  }

  /**
   * What is printed to stdout meanwhile, and what is said of resuming, gets to the launcher as one
   * or not at all: should this daemon go away, the next one repeats nothing of it.
   */
  public void atOnce(Printing printing) throws IOException {
    var piece = new Piece();
    ScopedValue.where(PIECE, piece)
        .call(
            () -> {
              printing.run();
              return piece;
            });
    piece.send();
  }

  private final class Piece {
    final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    String again = "";

    void send() throws IOException {
      if (again.isEmpty()) {
        out.write(printed.toByteArray());
      } else if (printed.size() == 0) {
        door.send(LauncherFrame.of('u', again));
      } else {
        var words = again.getBytes(StandardCharsets.UTF_8);
        var both = ByteBuffer.allocate(words.length + printed.size());
        both.put(words).put(printed.toByteArray());
        door.send(LauncherFrame.of('U', words.length, both.array()));
      }
    }
  }

  public void whenResized(Runnable task) {
    whenResized.add(task);
  }

  /** Runs something when the launcher is told to end, with the number of the signal. */
  public void whenSignalled(IntConsumer task) {
    whenSignalled.add(task);
  }

  void resized(LauncherFrame frame) throws IOException {
    size = Optional.of(new Size(frame.number(0), frame.number(4)));
    whenResized.forEach(Runnable::run);
  }

  void signalled(int signal) {
    whenSignalled.forEach(task -> task.accept(signal));
  }

  void arrived(byte[] bytes) {
    in.arrived.add(bytes);
  }

  /** The launcher has gone: nothing more can be read. */
  void gone() {
    in.arrived.add(new byte[0]);
  }

  void failedWrite(int descriptor, int error) {
    (descriptor == 1 ? out : err).failed = error;
  }

  /** One of the launcher's outputs. What could not be written there is told by the next write. */
  private final class Out extends OutputStream {
    private static final int NO_SPACE = 28;

    private final int descriptor;
    private volatile int failed;

    Out(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (failed != 0) {
        throw new IOException(failed == NO_SPACE ? "No space left on device" : "Broken pipe");
      }
      if (descriptor == 1 && PIECE.isBound()) {
        PIECE.get().printed.write(bytes, from, count);
        return;
      }
      for (var at = 0; at < count; at += 1 << 16) {
        var part = new byte[Math.min(1 << 16, count - at)];
        System.arraycopy(bytes, from + at, part, 0, part.length);
        door.send(new LauncherFrame((char) ('0' + descriptor), part));
      }
    }
  }

  /** The launcher's stdin, read only when somebody wants some. */
  private final class In extends InputStream {
    private final BlockingQueue<byte[]> arrived = new LinkedBlockingQueue<>();
    private byte[] current = {};
    private int at;
    private boolean ended;

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] into, int from, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (at == current.length && !more()) {
        return -1;
      }
      var some = Math.min(count, current.length - at);
      System.arraycopy(current, at, into, from, some);
      at += some;
      return some;
    }

    private boolean more() throws IOException {
      if (ended) {
        return false;
      }
      door.send(LauncherFrame.of('r', 1));
      try {
        current = arrived.take();
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted while reading", ending);
      }
      at = 0;
      ended = current.length == 0;
      return !ended;
    }
  }
}
