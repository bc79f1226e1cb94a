package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.Frame.Kind;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyClient.Attachment;
import dev.parley.pty.OwnTerminal;
import dev.parley.terminal.InputModes;
import dev.parley.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * A person's terminal while it is a session's. Output goes to it as it comes, keys go back as they
 * are pressed, and a terminal of our own follows along, so that we know what to undo when leaving.
 */
final class Attached {
  /** Ctrl-], as in telnet. */
  private static final byte DETACH = 0x1d;

  private final ParleyClient client;
  private final String session;
  private final boolean readOnly;
  private final LongConsumer progress;
  private final Seat seat;
  private final OutputStream out;
  private final Terminal shadow;
  private final QueryFilter filter = new QueryFilter();
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
      OptionalLong from,
      LongConsumer progress) {
    this.client = client;
    this.session = session;
    this.readOnly = readOnly;
    this.size = size;
    this.progress = progress;
    this.seat = seat;
    this.out = seat.out();
    this.shadow = new Terminal(size.columns(), size.rows());
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
      undo();
      attachment.close();
    }
  }

  private void show() throws IOException {
    try {
      for (var frame = attachment.next(); frame.isPresent(); frame = attachment.next()) {
        switch (frame.get().kind()) {
          case PAINT -> {
            offset = frame.get().offset();
            write(frame.get().bytes());
          }
          case OUTPUT -> {
            offset = frame.get().offset() + frame.get().bytes().length;
            write(filter.pass(frame.get().bytes()));
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

  private void write(byte[] bytes) throws IOException {
    synchronized (shadow) {
      shadow.feed(bytes);
    }
    out.write(bytes);
    out.flush();
  }

  /** Says on the last line, until the program paints over it, why something was not typed. */
  private void notice(ClientException refused) throws IOException {
    var said = "parley: %s. %s".formatted(refused.getMessage(), ErrorPrinter.next(refused)).strip();
    var line = said.replaceAll("\\p{Cntrl}", " ");
    var shown = line.substring(0, Math.min(line.length(), size.columns()));
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
    synchronized (shadow) {
      var now = seat.size().orElse(size);
      if (now.equals(size)) {
        return;
      }
      size = now;
      shadow.resize(now.columns(), now.rows());
    }
    send(Frame.resize(size.columns(), size.rows()));
  }

  /** Takes back what the program asked of the terminal, so that the shell finds it as it was. */
  private void undo() throws IOException {
    var modes = shadow.inputModes();
    var undone = new StringBuilder("\033[0m\033[?25h\033[0 q");
    undoIf(undone, modes.applicationCursor(), "\033[?1l");
    undoIf(undone, modes.applicationKeypad(), "\033>");
    undoIf(undone, modes.bracketedPaste(), "\033[?2004l");
    undoIf(undone, modes.focusReports(), "\033[?1004l");
    undoIf(
        undone,
        modes.mouse() != InputModes.Mouse.NONE,
        "\033[?9l\033[?1000l\033[?1002l\033[?1003l");
    undoIf(undone, modes.sgrMouse(), "\033[?1006l");
    undoIf(undone, modes.kittyFlags() != 0, "\033[=0;1u");
    undoIf(undone, modes.modifyOtherKeys() != 0, "\033[>4;0m");
    undoIf(undone, shadow.screen().alternate(), "\033[?1049l");
    undoIf(undone, shadow.screen().cursor().column() > 0, "\r\n");
    out.write(undone.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void undoIf(StringBuilder undone, boolean set, String sequence) {
    if (set) {
      undone.append(sequence);
    }
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
