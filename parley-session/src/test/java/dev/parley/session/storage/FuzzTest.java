package dev.parley.session.storage;

import dev.parley.session.refusal.Refusal;
import dev.parley.testing.Burst;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that was damaged, or written by somebody else, is refused as what it is. */
final class FuzzTest {
  private static final List<String> META =
      List.of(
          "{\"session\":\"abc\",\"command\":[\"cat\"],\"directory\":\"/\",\"cols\":80,\"rows\":24,\"started_at_ms\":1,\"pid\":2,\"nonce\":\"x\",\"boot\":\"b\",\"ended_at_ms\":3,\"exit_code\":0,\"ended_by\":\"\",\"idle_timeout_ms\":5,\"target\":\"ssh://a@b:22\"}",
          "{\"version\":1,\"id\":\"abc\",\"nonce\":\"x\",\"launch\":{\"command\":[\"a\",\"b\"]}}");

  @Test
  void metaFiles() {
    Burst.on(
        "meta files",
        META,
        bytes -> {
          try {
            SessionMeta.fromJson(new String(bytes, StandardCharsets.UTF_8));
          } catch (IllegalArgumentException | Refusal refused) {
            // As their reader takes it.
          }
        });
  }

  @Test
  void checkpoints(@TempDir Path folder) {
    var file = folder.resolve("checkpoint");
    Burst.on(
        "checkpoints",
        List.of("{\"offset\":5,\"cols\":80,\"rows\":24,\"marks\":\"\"}\n\u001b[2Jx"),
        bytes -> {
          Files.write(file, bytes);
          Checkpoint.read(file);
        });
  }
}
