package dev.parley.cli;

import dev.parley.client.Frame;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEnding;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.LongConsumer;
import tools.jackson.databind.json.JsonMapper;

/**
 * A session's output on its way to stdout, as it comes. A daemon that goes away is no end: the next
 * one is asked for what follows.
 */
final class Streaming {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final ParleyClient client;
  private final String session;
  private final OutputStream out;
  private final LongConsumer progress;

  /**
   * A session's output.
   *
   * @param progress told the offset that everything before has been written
   */
  Streaming(ParleyClient client, String session, OutputStream out, LongConsumer progress) {
    this.client = client;
    this.progress = progress;
    this.session = session;
    this.out = out;
  }

  /**
   * Writes everything from an offset on, to the end of the session.
   *
   * @return how it ended, as the last frame says it
   */
  RemoteEnding run(long from) throws IOException {
    var offset = from;
    while (true) {
      try (var attachment = client.attach(session, true, offset)) {
        for (var frame = next(attachment); frame.isPresent(); frame = next(attachment)) {
          switch (frame.get().kind()) {
            case OUTPUT -> {
              out.write(frame.get().bytes());
              out.flush();
              offset = frame.get().offset() + frame.get().bytes().length;
              progress.accept(offset);
            }
            case END -> {
              return ending(frame.get().text());
            }
            default -> {}
          }
        }
      }
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
