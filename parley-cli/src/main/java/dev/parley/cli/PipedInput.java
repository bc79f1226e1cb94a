package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.Frame.Kind;
import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyClient.Attachment;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is piped into a command, on its way to a session's program. The program gets it without an
 * echo and as fast as it reads, and at the end an end of file, as a person gives it with Ctrl-D.
 */
final class PipedInput {
  /** Nobody looks at the output on this connection, and no offset is that high. */
  private static final long NO_OUTPUT = Long.MAX_VALUE / 2;

  private static final byte END_OF_FILE = 4;

  private final ParleyClient client;
  private final String session;
  private final InputStream in;
  private final Consumer<ClientException> trouble;
  private @Nullable Attachment attachment;

  /**
   * What is piped to a session.
   *
   * @param in what to feed; not ours to close
   * @param trouble told once, when something cannot be typed
   */
  PipedInput(
      ParleyClient client, String session, InputStream in, Consumer<ClientException> trouble) {
    this.client = client;
    this.session = session;
    this.in = in;
    this.trouble = trouble;
  }

  /** Feeds what comes on stdin, from a thread of its own that keeps nobody. */
  void start() {
    Thread.ofPlatform().daemon().name("feed").start(this::run);
  }

  private void run() {
    var lineEnds = true;
    var piece = new byte[4096]; // a line of a terminal is no longer
    try {
      for (var count = in.read(piece); count >= 0; count = in.read(piece)) {
        if (count > 0) {
          send(Arrays.copyOf(piece, count));
          lineEnds = piece[count - 1] == '\n';
        }
      }
      // After half a line the first only sends that half off.
      send(lineEnds ? new byte[] {END_OF_FILE} : new byte[] {END_OF_FILE, END_OF_FILE});
    } catch (IOException closed) {
      // There is nothing to read, and so nothing to feed.
    } catch (ClientException refused) {
      trouble.accept(refused);
    }
  }

  /** A daemon that has gone before it took this is followed by one that takes it. */
  private void send(byte[] bytes) throws IOException {
    var frame = new Frame(Kind.FEED, bytes);
    var now = attachment;
    try {
      if (now != null) {
        now.send(frame);
        return;
      }
    } catch (IOException gone) {
      // As when there was none.
    }
    var fresh = client.attach(session, false, NO_OUTPUT);
    attachment = fresh;
    Thread.ofVirtual().start(() -> listen(fresh));
    fresh.send(frame);
  }

  /** What a frame says that could not be done. */
  static ClientException refusal(Frame refused) {
    return ClientException.of(new JsonMapper().readTree(refused.text()));
  }

  private void listen(Attachment from) {
    try {
      for (var frame = from.next(); frame.isPresent(); frame = from.next()) {
        if (frame.get().kind() == Kind.REFUSED) {
          trouble.accept(refusal(frame.get()));
        }
      }
    } catch (IOException gone) {
      // The next piece connects anew.
    }
  }
}
