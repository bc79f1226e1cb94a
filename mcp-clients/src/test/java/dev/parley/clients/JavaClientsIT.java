package dev.parley.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same through each client and each transport. */
@ParameterizedClass
@EnumSource
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit sets the fields
class JavaClientsIT {
  enum Way {
    SDK_STDIO,
    SDK_HTTP,
    LANGCHAIN4J_STDIO,
    LANGCHAIN4J_HTTP;

    private JavaClient connect(Daemon daemon) {
      return switch (this) {
        case SDK_STDIO -> SdkClient.stdio(daemon);
        case SDK_HTTP -> SdkClient.http(daemon);
        case LANGCHAIN4J_STDIO -> LangChainClient.stdio(daemon);
        case LANGCHAIN4J_HTTP -> LangChainClient.http(daemon);
      };
    }
  }

  @TempDir private static Path home;
  private static Daemon daemon;

  @Parameter private Way way;
  private JavaClient client;

  @BeforeAll
  static void start() throws Exception {
    daemon = Daemon.in(home);
  }

  @AfterAll
  static void stop() throws Exception {
    daemon.stop();
  }

  @BeforeEach
  void connect() {
    client = way.connect(daemon);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  @Test
  void theToolsAndTheirUseAreTold() {
    assertThat(client.tools())
        .containsExactly(
            "session_start",
            "session_send",
            "session_read",
            "session_list",
            "session_close",
            "session_ask");
    assertThat(client.instructions()).contains("session_start");
  }

  @Test
  void aReplTakesTurns() {
    var name = name("repl");
    var python =
        client.call("session_start", Map.of("command", List.of("python3", "-q"), "name", name));
    assertThat(python.text()).startsWith("waiting").contains(">>>");

    var sum = client.call("session_send", Map.of("session", name, "text", "6 * 7"));
    assertThat(sum.text()).startsWith("waiting").contains("\n42");

    assertThat(client.call("session_list", Map.of()).text()).contains(name, "python3");
    assertThat(client.call("session_close", Map.of("session", name)).text()).contains("closed");
    assertThat(client.call("session_list", Map.of()).text()).doesNotContain(name);
  }

  @Test
  void aWaitHoldsUpNoOtherCall() {
    var name = name("build");
    client.call(
        "session_start",
        Map.of("command", "read go; echo built; exit 3", "name", name, "until", List.of("input")));
    var waiting =
        calling(
            "session_read",
            Map.of("session", name, "until", List.of("exit"), "timeout_ms", 40_000));
    assertThat(client.call("session_list", Map.of()).text()).contains(name);
    assertThat(waiting).isNotDone();

    client.call("session_send", Map.of("session", name, "text", "go"));

    assertThat(waiting)
        .succeedsWithin(50, TimeUnit.SECONDS)
        .satisfies(end -> assertThat(end.text()).contains("exited 3", "built"));
  }

  @Test
  void aPersonTypesTheSecretThatTheAgentAsksFor() throws Exception {
    var name = name("lock");
    var lock =
        client.call(
            "session_start",
            Map.of(
                "command",
                List.of("bash", "-c", "read -rsp 'PIN: ' pin; echo; echo ${#pin} letters"),
                "name",
                name));
    assertThat(lock.text()).startsWith("secret");
    var asking = calling("session_ask", Map.of("session", name, "kind", "secret"));
    while (!daemon.listed(name).has("asks")) {
      assertThat(asking).isNotDone();
    }

    daemon.parley("hunter2\n", "secret", name);

    assertThat(asking)
        .succeedsWithin(50, TimeUnit.SECONDS)
        .satisfies(
            answer ->
                assertThat(answer.text())
                    .startsWith("done")
                    .contains("7 letters")
                    .doesNotContain("hunter2"));
  }

  @Test
  void aLargeAnswerArrivesWhole() {
    var answer =
        client.call("session_start", Map.of("command", "seq 150000", "max_tokens", 1_000_000));
    assertThat(answer.text().lines().filter(line -> line.matches("\\d+"))).hasSize(150_000);
  }

  @Test
  void aPictureIsAPicture() {
    assumeTrue(
        way == Way.SDK_STDIO || way == Way.SDK_HTTP,
        "LangChain4j 1.18 takes text from tools alone");
    var name = name("picture");
    client.call("session_start", Map.of("command", "cat", "name", name));
    var seen = client.call("session_read", Map.of("session", name, "image", true));
    assertThat(seen.pictures()).containsExactly("image/png");
    client.call("session_close", Map.of("session", name));
  }

  @Test
  void aRefusalSaysWhatToDo() {
    var refused = client.call("session_read", Map.of("session", "nobody"));
    assertThat(refused.refused()).isTrue();
    assertThat(refused.text()).contains("nobody", "session_list");
  }

  @Test
  void anArgumentThatDoesNotFitIsNamed() {
    var refused = client.call("session_start", Map.of("cols", "many"));
    assertThat(refused.refused()).isTrue();
    assertThat(refused.text()).contains("cols");
  }

  /**
   * On a thread of its own: the SDK brings answers on the common pool, which has one thread on a
   * small machine.
   */
  private CompletableFuture<JavaClient.Reply> calling(String tool, Map<String, Object> arguments) {
    return CompletableFuture.supplyAsync(
        () -> client.call(tool, arguments), Thread::startVirtualThread);
  }

  /** A name that no other client's session has. */
  private String name(String what) {
    return what + "-" + way.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
