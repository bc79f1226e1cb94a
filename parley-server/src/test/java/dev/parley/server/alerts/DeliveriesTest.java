package dev.parley.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.alerts.Deliveries.Undelivered;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long a call is tried, with receivers that never say a word. */
@Timeout(60)
final class DeliveriesTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Call CALL = Call.test("id", Instant.EPOCH);

  @TempDir Path folder;
  private ServerSocket server;
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private volatile boolean answering;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    for (var connection : connections) {
      connection.close();
    }
  }

  private void serve() {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  take(server.accept());
                }
              } catch (IOException closed) {
                // The test is over.
              }
            });
  }

  /** Connections stay open: who never says a word does not hang up either. */
  private void take(Socket connection) throws IOException {
    connections.add(connection);
    var head =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
    requests.add(String.valueOf(head.readLine()));
    if (answering) {
      connection
          .getOutputStream()
          .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private Deliveries deliveries(Duration limit) {
    var clock = InstantSource.system();
    return new Deliveries(
        new AttachedTerminals(), new PushKeys(folder, clock), clock, Duration.ofMillis(1), limit);
  }

  private Destination webhook() {
    return new Destination.Webhook(
        URI.create("http://127.0.0.1:%d/hook".formatted(server.getLocalPort())), "key");
  }

  @Test
  void aReceiverThatNeverAnswersIsTriedFourTimesAndGivenUp() throws Exception {
    serve();
    answering = true;
    deliveries(LONG).deliver(webhook(), CALL); // what is loaded now takes no time later
    answering = false;
    assertThatThrownBy(() -> deliveries(Duration.ofMillis(200)).deliver(webhook(), CALL))
        .isInstanceOf(Undelivered.class)
        .hasMessage("the server does not answer");
    assertThat(requests.take()).isEqualTo("POST /hook HTTP/1.1"); // the one that was answered
    for (var tries = 0; tries < 4; tries++) {
      assertThat(requests.take()).isEqualTo("POST /hook HTTP/1.1");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aProgramThatNeverEndsIsEndedAndNotRunAgain() {
    var ran = folder.resolve("ran");
    var endless =
        new Destination.Command(
            List.of("sh", "-c", "echo $$ >> '%s'; exec sleep 1000".formatted(ran)));
    assertThatThrownBy(() -> deliveries(Duration.ofMillis(300)).deliver(endless, CALL))
        .isInstanceOf(Undelivered.class)
        .hasMessage("sh took too long");
    assertThat(ran).content().satisfies(DeliveriesTest::areGone);
  }

  /** One line, and the process of that number is not there or about to go. */
  private static void areGone(String pids) {
    assertThat(pids.lines()).hasSize(1);
    ProcessHandle.of(Long.parseLong(pids.strip())).ifPresent(left -> left.onExit().join());
  }
}
