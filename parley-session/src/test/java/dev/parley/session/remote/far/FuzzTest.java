package dev.parley.session.remote.far;

import dev.parley.pty.Exit;
import dev.parley.pty.Sink;
import dev.parley.session.remote.transport.ProcessCompanion;
import dev.parley.testing.Burst;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a far host sends, it is output or a word, and none of it is lost. */
final class FuzzTest {
  private static final String WORD = "\u001b]7717;nonce;hello;1;/dev/pts/1;/bin/bash\u0007";

  /** Takes what is delivered, in pieces of a few bytes. */
  private static final class Kept implements Sink {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final MemorySegment space = MemorySegment.ofArray(new byte[64]);

    @Override
    public MemorySegment space() {
      return space;
    }

    @Override
    public void filled(int count) {
      bytes.writeBytes(space.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE));
    }

    @Override
    public void ended(Exit exit) {}
  }

  private static final class Heard implements InBandMessages.Listener {
    int bytes;

    @Override
    public void heard(List<String> word, long printed) {
      bytes += String.join(";", word).length() + "\u001b]7717;nonce;\u0007".length();
    }

    @Override
    public void ended(Exit exit) {}
  }

  @Test
  void messagesInTheOutput() {
    Burst.on(
        "far messages",
        List.of("text" + WORD + "more", WORD + WORD, "\u001b]7717;other;x\u0007", "\u001b[31m"),
        bytes -> {
          var kept = new Kept();
          var heard = new Heard();
          var messages = new InBandMessages(kept, "nonce", heard);
          var at = 0;
          while (at < bytes.length) {
            var space = messages.space();
            var count = (int) Math.min(space.byteSize(), bytes.length - at);
            MemorySegment.copy(bytes, at, space, ValueLayout.JAVA_BYTE, 0, count);
            messages.filled(count);
            at += count;
          }
          if (kept.bytes.size() + heard.bytes > bytes.length) {
            throw new AssertionError("more came out than went in");
          }
        });
  }

  @Test
  void linesOfTheProbe() {
    Burst.on(
        "far probe",
        List.of("ready\nworking kernel:read(tty) kernel:socket\nended 3\n", "blind\n"),
        bytes -> {
          var in = new ByteArrayInputStream(bytes);
          try {
            for (var line = ProcessCompanion.line(in);
                line != null;
                line = ProcessCompanion.line(in)) {
              FarProbe.evidence(line);
            }
          } catch (IOException refused) {
            // A line without an end.
          }
        });
  }
}
