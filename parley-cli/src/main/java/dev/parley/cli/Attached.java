package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.Frame.Kind;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyClient.Attachment;
import dev.parley.pty.OwnTerminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * A person's terminal while it is a session's: what is printed is shown on it, and keys go back as
 * they are pressed.
 */
final class Attached {
  /** Ctrl-], as in telnet. */
  private static final byte DETACH = 0x1d;

  private final ParleyClient client;
  private final String session;
  private final boolean readOnly;
  private final LongConsumer progress;
  private final Seat seat;
  private final Canvas canvas;
  private volatile OwnTerminal.Size size;
  private volatile Attachment attachment;
  private volatile boolean left;
  private Optional<String> end = Optional.empty();
  private long offset;

  /**
   * Attaches.
   *
   * @param from the offset to read from; none for a painting of the screen as it is
   * @param progress told the offset that everything before has been shown
   */
  Attached(
      ParleyClient client,
      String session,
      boolean readOnly,
      OwnTerminal.Size size,
      Seat seat,
      Canvas canvas,
      OptionalLong from,
      LongConsumer progress) {
    this.client = client;
    this.session = session;
    this.readOnly = readOnly;
    this.size = size;
    this.progress = progress;
    this.seat = seat;
    this.canvas = canvas;
    this.attachment =
        from.isPresent()
            ? client.attach(session, readOnly, from.getAsLong())
            : client.attach(session, readOnly);
    this.offset = from.orElse(0);
  }

  /** Lends the terminal, in raw mode, to the session until the person leaves or it ends. */
  void run() throws IOException {
    Thread.ofPlatform().daemon().name("keyboard").start(this::type);
    seat.whenResized(this::followSize);
    followSize(); // it may have changed since it was asked for
    try {
      while (!left && end.isEmpty()) {
        show();
        if (!left && end.isEmpty()) {
          // The daemon went away; the next one has the session.
          attachment = client.attach(session, readOnly, offset);
        }
      }
    } finally {
      canvas.leave();
      attachment.close();
    }
  }

  private void show() throws IOException {
    try {
      for (var frame = attachment.next(); frame.isPresent(); frame = attachment.next()) {
        switch (frame.get().kind()) {
          case PAINT -> {
            offset = frame.get().offset();
            canvas.paint(frame.get().bytes());
          }
          case OUTPUT -> {
            offset = frame.get().offset() + frame.get().bytes().length;
            canvas.show(frame.get().bytes());
            progress.accept(offset);
          }
          case REFUSED -> notice(PipedInput.refusal(frame.get()));
          case END -> {
            end = Optional.of(frame.get().text());
            return;
          }
          default -> {}
        }
      }
    } catch (IOException gone) {
      // Left, or the daemon has gone: the caller knows which.
    }
  }

  /** Says on the last line, until the program paints over it, why something was not typed. */
  private void notice(ClientException refused) throws IOException {
    var said = "parley: %s. %s".formatted(refused.getMessage(), ErrorPrinter.next(refused)).strip();
    var line = Printable.line(said);
    var shown = line.substring(0, Math.min(line.length(), size.columns()));
    var out = seat.out();
    out.write(
        "\0337\033[%d;1H\033[0;7m%s\033[0m\033[K\0338\007"
            .formatted(size.rows(), shown)
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void type() {
    var keys = new byte[4096];
    var in = seat.in();
    try {
      for (var count = in.read(keys); count >= 0; count = in.read(keys)) {
        var detach = detachAt(keys, count);
        send(Arrays.copyOf(keys, detach));
        if (detach < count) {
          break;
        }
      }
    } catch (IOException gone) {
      // The terminal was closed: the same as leaving.
    }
    left = true;
    attachment.close();
  }

  private static int detachAt(byte[] keys, int count) {
    for (var i = 0; i < count; i++) {
      if (keys[i] == DETACH) {
        return i;
      }
    }
    return count;
  }

  private void send(byte[] keys) {
    if (keys.length > 0 && !readOnly) {
      send(new Frame(Kind.INPUT, keys));
    }
  }

  private void send(Frame frame) {
    try {
      attachment.send(frame);
    } catch (IOException between) {
      // Between two daemons there is nobody to type to; as at a line that is down, keys are lost.
    }
  }

  /** Gives the session the size of the person's terminal, if that is another now. */
  private void followSize() {
    synchronized (canvas) {
      var now = seat.size().orElse(size);
      if (now.equals(size)) {
        return;
      }
      size = now;
      canvas.resize(now.columns(), now.rows());
    }
    send(Frame.resize(size.columns(), size.rows()));
  }

  boolean ended() {
    return end.isPresent();
  }

  /** How the session ended, as its last frame says it. */
  Optional<String> ending() {
    return end;
  }

  /** What to say when it is over. */
  String parting() {
    return end.isPresent()
        ? "[session %s has ended]".formatted(session)
        : "[left session %s, which goes on; 'parley attach %s' comes back]"
            .formatted(session, session);
  }
}
