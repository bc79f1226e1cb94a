package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.Frame.Kind;
import dev.parley.client.ParleyClient.Attachment;
import dev.parley.pty.OwnTerminal;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A person's terminal while it is a session's: what is printed is shown on it, and keys go back as
 * they are pressed.
 */
final class Attached {
  /** How long the line stays that says how to leave. */
  private static final Duration GREETED = Duration.ofSeconds(5);

  /** Who presses the key that leaves twice within this means to type it. */
  private static final Duration TWICE = Duration.ofMillis(400);

  private final Attaching to;
  private final DetachKey detachKey;
  private final LongConsumer progress;
  private final Seat seat;
  private final Canvas canvas;
  private volatile OwnTerminal.Size size;
  private volatile Attachment attachment;
  private volatile boolean left;
  private Optional<String> end = Optional.empty();
  private long offset;
  private Optional<Keys> keys = Optional.empty();
  private Optional<String> greeting = Optional.empty();

  /**
   * Attaches.
   *
   * @param first the connection to begin with
   * @param from the offset it reads from; zero where it begins with a painting
   * @param progress told the offset that everything before has been shown
   */
  Attached(
      Attaching to,
      DetachKey detachKey,
      OwnTerminal.Size size,
      Seat seat,
      Canvas canvas,
      Attachment first,
      long from,
      LongConsumer progress) {
    this.to = to;
    this.detachKey = detachKey;
    this.size = size;
    this.progress = progress;
    this.seat = seat;
    this.canvas = canvas;
    this.attachment = first;
    this.offset = from;
  }

  /** The same, where somebody else reads the keyboard already. */
  Attached typedOn(Keys keyboard) {
    keys = Optional.of(keyboard);
    return this;
  }

  /** Says something on entering, for a moment or until a key is pressed. */
  Attached greeting(String line) {
    greeting = Optional.of(line);
    return this;
  }

  private void greet(String line) throws IOException {
    canvas.notice(line);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                Thread.sleep(GREETED);
                canvas.dismiss();
              } catch (InterruptedException | IOException over) {
                // Then nobody reads it any more.
              }
            });
  }

  /** Lends the terminal, in raw mode, to the session until the person leaves or it ends. */
  void run() throws IOException {
    if (greeting.isPresent()) {
      greet(greeting.get());
    }
    var typing = keys.orElseGet(() -> Keys.from(seat.in()));
    var keyboard = Thread.ofPlatform().daemon().name("typing").start(() -> type(typing));
    seat.whenResized(this::followSize);
    followSize(); // it may have changed since it was asked for
    try (var _ = seat.whenEnding(this::leave)) {
      while (!left && end.isEmpty()) {
        show();
        if (!left && end.isEmpty()) {
          // The daemon went away; the next one has the session.
          attachment = to.from(offset);
        }
      }
    } finally {
      canvas.leave();
      attachment.close();
      stop(keyboard);
    }
  }

  /** The next key is not for this session; so it must not be taken by who is about to stop. */
  private static void stop(Thread keyboard) {
    keyboard.interrupt();
    try {
      keyboard.join();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() {
    try {
      canvas.leave();
    } catch (IOException gone) {
      // Nobody is left to look.
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
          case RESIZE -> canvas.begin(frame.get().number(0), frame.get().number(4));
          case OUTPUT -> {
            offset = frame.get().offset() + frame.get().bytes().length;
            canvas.show(frame.get().bytes());
            progress.accept(offset);
          }
          case NOTICE -> called("parley: " + Printable.line(frame.get().text()));
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

  /** Says why something was not typed. */
  private void notice(ClientException refused) throws IOException {
    called("parley: %s. %s".formatted(refused.getMessage(), ErrorPrinter.next(refused)).strip());
  }

  /** Shows a line and rings the bell. */
  private void called(String line) throws IOException {
    canvas.notice(line);
    seat.out().write('\007');
    seat.out().flush();
  }

  private void type(Keys typing) {
    try {
      for (var some = typing.next(); some.isPresent(); some = typing.next()) {
        canvas.dismiss();
        if (!pass(some.get(), typing)) {
          break;
        }
      }
    } catch (IOException gone) {
      // The terminal was closed: the same as leaving.
    } catch (InterruptedException over) {
      return; // the session has ended
    }
    left = true;
    attachment.close();
  }

  /** Types keys; false when the key that leaves was among them, and not twice. */
  private boolean pass(byte[] some, Keys typing) throws InterruptedException {
    var rest = some;
    for (var leaving = detachKey.in(rest); leaving.isPresent(); leaving = detachKey.in(rest)) {
      send(Arrays.copyOf(rest, leaving.get().from()));
      rest = Arrays.copyOfRange(rest, leaving.get().to(), rest.length);
      if (rest.length == 0 && !to.readOnly()) {
        rest = typing.next(TWICE).orElse(rest);
      }
      var again = detachKey.in(rest).filter(found -> found.from() == 0);
      if (again.isEmpty()) {
        return false;
      }
      send(Arrays.copyOf(rest, again.get().to()));
      rest = Arrays.copyOfRange(rest, again.get().to(), rest.length);
    }
    send(rest);
    return true;
  }

  private void send(byte[] keys) {
    if (keys.length > 0 && !to.readOnly()) {
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
      try {
        canvas.resize(now.columns(), now.rows());
      } catch (IOException gone) {
        // The next picture fails too, and ends this.
      }
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
        ? "[session %s has ended]".formatted(to.session())
        : "[left session %s, which goes on; 'parley attach %s' comes back]"
            .formatted(to.session(), to.session());
  }
}
