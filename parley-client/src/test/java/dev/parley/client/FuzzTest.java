package dev.parley.client;

import dev.parley.testing.Burst;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever comes over the socket, it is taken, or refused as what it is. */
final class FuzzTest {
  @Test
  void frames() {
    Burst.on(
        "frames",
        List.of(
            "O\0\0\0\u0010\0\0\0\0\0\0\0\u0007some text",
            "R\0\0\0\b\0\0\0P\0\0\0\u0018",
            "D\0\0\0\0"),
        bytes -> {
          try {
            var in = new DataInputStream(new ByteArrayInputStream(bytes));
            while (Frame.read(in).isPresent()) {
              // the next one
            }
          } catch (IOException refused) {
            // That is what it is for.
          }
        });
  }

  @Test
  void envelopesOfMessages() {
    Burst.on(
        "envelopes",
        List.of(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\",\"arguments\":{\"a\":[1,{}]}}}",
            "{\"id\":\"a\\\"b\",\"result\":{}}"),
        bytes -> {
          var envelope = Envelope.of(bytes);
          if (envelope.isRequest() && envelope.isAnswer()) {
            throw new AssertionError("both");
          }
        });
  }

  @Test
  void lines() {
    Burst.on(
        "lines",
        List.of("one\ntwo\n\nthree", "\n"),
        bytes -> {
          var lines = new LineReader(new ByteArrayInputStream(bytes), 100);
          for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            if (line.get().length > (64 << 10) + 1) {
              throw new AssertionError("too long");
            }
          }
        });
  }
}
