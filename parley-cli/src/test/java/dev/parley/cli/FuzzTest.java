package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ClientException;
import dev.parley.testing.Burst;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever a recording or a program brings, nothing but a drawing reaches the terminal. */
final class FuzzTest {
  @Test
  void recordings() {
    Burst.on(
        "asciicast",
        List.of(
            "{\"version\":2,\"width\":20,\"height\":4}\n[0.1,\"o\",\"a\\u001b[31mb\"]\n[1,\"i\",\"x\"]\n[2,\"o\",\"\\r\\n\"]\n"),
        bytes -> {
          try {
            var cast = CastFile.of("x", new String(bytes, StandardCharsets.UTF_8));
            var drawing = new Drawing(cast.columns(), cast.rows(), new ByteArrayOutputStream());
            for (var event : cast.events()) {
              if (event instanceof CastFile.Event.Output output) {
                drawing.show(output.bytes());
              }
            }
            drawing.leave();
          } catch (ClientException refused) {
            // That is what it is for.
          }
        });
  }

  @Test
  void output() {
    Burst.on(
        "output to a terminal",
        List.of(
            "a\u001b[31mb\u001b]0;t\u0007c\u001b[6nd\u001bP+q\u001b\\e",
            "é日\u009b6n\u001b[c\u001bZ"),
        bytes -> {
          var passed = new HarmlessOutput().pass(bytes);
          var text = new String(passed, StandardCharsets.ISO_8859_1);
          assertThat(text)
              .doesNotContainPattern(
                  "\u001b\\[[0-9;?>=]*[cnx]|\u001b\\[[0-9;?>]*\\$p|\u001bP|\u001bZ|\u0005");
        });
  }
}
