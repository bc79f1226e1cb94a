package dev.parley.server.http;

import dev.parley.server.view.PaintFrame;
import dev.parley.session.Session;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Paints screens for watchers that were too slow. All watchers of a session share a painting for a
 * moment, so that many of them cost little more than one.
 */
final class Painter {
  private static final long FRESH = Duration.ofMillis(8).toNanos();

  private final Map<Session, Easel> easels = Collections.synchronizedMap(new WeakHashMap<>());

  /** A frame of the protocol that repaints the whole screen, and the offset it shows. */
  record Painting(ByteBuffer frame, long offset, int columns, int rows) {}

  private static final class Easel {
    private @Nullable Painting painting;
    private long paintedAt;

    synchronized Painting paint(Session session) {
      var now = System.nanoTime();
      var kept = painting;
      if (kept == null || now - paintedAt > FRESH) {
        var sight = session.sight(0);
        kept =
            new Painting(
                StreamFrame.paint(
                    sight.offset(), PaintFrame.of(sight.screen(), session.inputModes())),
                sight.offset(),
                sight.screen().columns(),
                sight.screen().rows());
        painting = kept;
        paintedAt = now;
      }
      return kept;
    }
  }

  Painting paint(Session session) {
    return easels.computeIfAbsent(session, _ -> new Easel()).paint(session);
  }
}
