package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many readers of one stream all get the same bytes, at their own pace. */
@Timeout(1800)
class ReadersProofTest {
  private static final int MEGABYTES = Proof.times(4, 200);
  private static final int READERS = 8;

  @Test
  void eightReadersOfOneStreamGetTheSameBytes(@TempDir Path folder) throws Exception {
    var file = folder.resolve("stream");
    var expected = write(file);
    var bounds = new Sessions.Bounds(8, (MEGABYTES + 16L) << 20, Duration.ofMinutes(10));
    try (var sessions = Sessions.inProcess(bounds);
        var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      // Without the terminal's own output processing, which would turn each line end into two
      // bytes.
      var session = sessions.start(Launch.of("/bin/sh", "-c", "stty -opost; exec cat " + file));
      var hashes = new ArrayList<Future<String>>();
      for (var reader = 0; reader < READERS; reader++) {
        hashes.add(readers.submit(() -> hash(session)));
      }
      for (var hash : hashes) {
        assertThat(hash.get()).isEqualTo(expected);
      }
    }
  }

  private static String hash(Session session) throws NoSuchAlgorithmException {
    var digest = MessageDigest.getInstance("SHA-256");
    var offset = 0L;
    try (var watch = session.watch(0)) {
      while (!watch.over()) {
        var piece = watch.next(Duration.ofSeconds(60));
        if (piece.isPresent()) {
          assertThat(piece.get().missed()).isZero();
          assertThat(piece.get().from()).isEqualTo(offset);
          digest.update(piece.get().bytes());
          offset += piece.get().bytes().length;
        }
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String write(Path file) throws IOException, NoSuchAlgorithmException {
    var digest = MessageDigest.getInstance("SHA-256");
    var random = new Random(MEGABYTES);
    try (var out = Files.newOutputStream(file)) {
      for (var megabyte = 0; megabyte < MEGABYTES; megabyte++) {
        var text = new StringBuilder();
        while (text.length() < 1 << 20) {
          text.append(Long.toHexString(random.nextLong())).append('\n');
        }
        var bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        out.write(bytes);
        digest.update(bytes);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
