package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEnding;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * A session's output on its way to stdout, as it comes. A daemon that goes away is no end: the next
 * one is asked for what follows.
 */
final class Streaming {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** As long as a node may be away before its sessions count as lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration BEFORE_TRYING_AGAIN = Duration.ofMillis(200);

  private final Seat seat;
  private final ParleyClient client;
  private final String session;
  private final OutputStream out;
  private final LongConsumer progress;
  private long offset;

  /**
   * A session's output.
   *
   * @param seat where {@code out} leads
   * @param progress told the offset that everything before has been written
   */
  Streaming(
      Seat seat, ParleyClient client, String session, OutputStream out, LongConsumer progress) {
    this.seat = seat;
    this.client = client;
    this.progress = progress;
    this.session = session;
    this.out = out;
  }

  /**
   * Writes everything from an offset on, to the end of the session.
   *
   * @param again whether this goes on with what another process began, so that the session was
   *     there
   * @return how it ended, as the last frame says it
   */
  RemoteEnding run(long from, boolean again) throws IOException {
    offset = from;
    var attached = again;
    while (true) {
      try (var attachment = attach(attached)) {
        if (!attached) {
          attached = true;
          progress.accept(offset); // who goes on for us knows that the session was there
        }
        for (var frame = next(attachment); frame.isPresent(); frame = next(attachment)) {
          switch (frame.get().kind()) {
            case OUTPUT -> print(frame.get());
            case END -> {
              return ending(frame.get().text());
            }
            default -> {}
          }
        }
      }
    }
  }

  private void print(Frame frame) throws IOException {
    seat.atOnce(
        () -> {
          out.write(frame.bytes());
          out.flush();
          offset = frame.offset() + frame.bytes().length;
          progress.accept(offset);
        });
  }

  /** A node that was there a moment ago may be on its way back. */
  private ParleyClient.Attachment attach(boolean again) throws IOException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.attach(session, true, offset);
      } catch (ClientException refused) {
        if (!again || !mayComeBack(refused) || System.nanoTime() - deadline > 0) {
          throw refused;
        }
        pause();
      }
    }
  }

  /** A daemon that has just been started does not know nodes that are away. */
  private boolean mayComeBack(ClientException refused) {
    return refused.code() == ClientException.Code.UNREACHABLE
        || (refused.code() == ClientException.Code.NOT_FOUND && session.indexOf('/') >= 0);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(BEFORE_TRYING_AGAIN);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("It was ended");
    }
  }

  private static Optional<Frame> next(ParleyClient.Attachment attachment) {
    try {
      return attachment.next();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** What the last frame says. */
  static RemoteEnding ending(String text) {
    return new RemoteEnding(MAPPER.readTree(text));
  }
}
