package dev.parley.server.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Prints how long the fixture, as a process, takes to its first answer and to answer a trivial
 * call. It judges nothing: run it with {@code -Dparley.measure=true} and read.
 */
@EnabledIfSystemProperty(named = "parley.measure", matches = "true")
@Timeout(300)
class LatencyTest {
  private static final int WARM_UP = 4000;
  private static final int CALLS = 5000;
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"}}}\n";

  @Test
  void printTheTimes() throws IOException {
    long start = System.nanoTime();
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Fixture.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var in = process.getOutputStream();
        var out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      in.write(
          "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}\n"
              .getBytes(StandardCharsets.UTF_8));
      in.flush();
      out.readLine();
      System.out.printf("first answer after %d ms%n", (System.nanoTime() - start) / 1_000_000);
      var call = CALL.getBytes(StandardCharsets.UTF_8);
      var times = new long[CALLS];
      for (int i = -WARM_UP; i < CALLS; i++) {
        long before = System.nanoTime();
        in.write(call);
        in.flush();
        out.readLine();
        times[Math.max(0, i)] = System.nanoTime() - before;
      }
      Arrays.sort(times);
      System.out.printf(
          "a call over stdio: p50 %d µs, p99 %d µs%n",
          times[CALLS / 2] / 1000, times[CALLS * 99 / 100] / 1000);
    }
  }
}
