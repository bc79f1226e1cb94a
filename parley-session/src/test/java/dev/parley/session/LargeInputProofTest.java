package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A mebibyte at a time goes in whole, as a command and as typing. */
@Timeout(3600)
class LargeInputProofTest {
  private static final int TIMES = Proof.times(3, 100);
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void aHereDocumentOfAMebibyteHasTheRightChecksumEachTime(@TempDir Path folder) throws Exception {
    try (var sessions = Sessions.inProcess()) {
      var shell = sessions.start(Launch.shell("bash").in(folder));
      for (var time = 0; time < TIMES; time++) {
        var text = mebibyte(time);

        var result = shell.run("sha256sum <<'END'\n" + text + "END", LONG);

        assertThat(result.output()).isEqualTo(sha256(text) + "  -\n");
        assertThat(result.exitCode()).hasValue(0);
      }
    }
  }

  @Test
  void aMebibyteTypedIntoCatArrivesWhole(@TempDir Path folder) throws Exception {
    try (var sessions = Sessions.inProcess()) {
      for (var time = 0; time < TIMES; time++) {
        var text = mebibyte(time);
        var file = folder.resolve("typed" + time);
        var session = sessions.start(Launch.of("/bin/sh", "-c", "stty -echo; exec cat > " + file));
        session.await(Expectation.input());

        session.send(Input.text(text), Expectation.input().within(LONG));
        session.send(Input.keys(List.of("ctrl+d")), Expectation.exit());

        assertThat(sha256(Files.readString(file))).isEqualTo(sha256(text));
        sessions.remove(session);
        Files.delete(file);
      }
    }
  }

  private static String mebibyte(int seed) {
    var random = new Random(seed);
    var text = new StringBuilder();
    while (text.length() < 1 << 20) {
      text.append(Long.toHexString(random.nextLong())).append(" 'quoted' $x `y`\n");
    }
    return text.toString();
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
