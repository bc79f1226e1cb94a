package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Something the daemon made of a session, on its way into a file or to stdout. */
@SuppressWarnings("ArrayRecordComponent") // written once and never compared
record Exported(String session, String format, byte[] bytes) {
  static Exported of(JsonNode answer) {
    return new Exported(
        answer.path("session").asString(),
        answer.path("format").asString(),
        answer.has("base64")
            ? Base64.getDecoder().decode(answer.path("base64").asString())
            : answer.path("text").asString().getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Writes it to a file, or to stdout where there is none. */
  int put(Answering answering, @Nullable Path file) throws IOException {
    var fields =
        ParleyClient.object()
            .put("session", session)
            .put("format", format)
            .put("bytes", bytes.length);
    if (file != null) {
      answering.seat.write(file, bytes);
      answering.say(
          fields.put("file", file.toString()), "%s, %d bytes".formatted(file, bytes.length));
    } else if (answering.json) {
      answering.out.println(fields.put("base64", Base64.getEncoder().encodeToString(bytes)));
    } else {
      answering.out.write(bytes);
      answering.out.flush();
    }
    return ExitCode.DONE;
  }
}
