package dev.parley.server.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.client.ClientException;
import dev.parley.client.Frame;
import dev.parley.client.ParleyClient.Attachment;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls that reach real receivers, each once, also with a restart in between. */
@Timeout(180)
final class AlertsTest {
  @TempDir Path folder;
  private RunningDaemon daemon;
  private HttpServer server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /** What the server is to say next; 204 when nothing is planned. */
  private final Queue<Integer> statuses = new ArrayDeque<>();

  private record Request(String path, Map<String, List<String>> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }
  }

  @BeforeEach
  void start() throws IOException {
    daemon = new RunningDaemon(folder, "-Dparley.alert_retry_ms=5");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    daemon.close();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(
          new Request(
              exchange.getRequestURI().getPath(),
              Map.copyOf(exchange.getRequestHeaders()),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      Integer planned;
      synchronized (statuses) {
        planned = statuses.poll();
      }
      exchange.sendResponseHeaders(planned == null ? 204 : planned, -1);
    }
  }

  private String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path);
  }

  private static ObjectNode rule(List<String> when, String kind, String... words) {
    var params = Json.object();
    var kinds = params.putArray("when");
    when.forEach(kinds::add);
    var more = params.putObject("to").put("kind", kind).putArray("words");
    for (var word : words) {
      more.add(word);
    }
    return params;
  }

  private JsonNode add(ObjectNode rule) {
    return daemon.call("alert_add", rule);
  }

  private JsonNode record(String id) {
    return daemon
        .ask("alert_list", Json.object())
        .path("alerts")
        .valueStream()
        .filter(alert -> alert.path("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private long calls(String id) {
    return record(id).path("calls").asLong();
  }

  private long failures(String id) {
    return record(id).path("failures").asLong();
  }

  /** A session that fails or asks only once its start has been answered: who starts it looks. */
  private String started(String name, String then) throws IOException {
    var go = Files.createTempFile(folder, "go", "");
    Files.delete(go);
    var params = Json.object().put("timeout_ms", 0);
    if (!name.isEmpty()) {
      params.put("name", name);
    }
    params
        .putArray("command")
        .add("sh")
        .add("-c")
        .add("until [ -e '%s' ]; do sleep 0.02; done; %s".formatted(go, then));
    var session = daemon.call("session_start", params).path("session").asString();
    Files.createFile(go);
    return session;
  }

  private static String hmac(String key, String text) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aWebhookIsSignedSaysNoMoreThanItMayAndComesOnce() throws Exception {
    var plain = add(rule(List.of("question"), "webhook", url("/plain")));
    var telling = add(rule(List.of("question"), "webhook", url("/telling")).put("with_text", true));
    var session = started("", "printf 'Deploy hunter2? '; read line; sleep 1000");
    RunningDaemon.until(() -> requests.size() == 2);

    for (var request : requests) {
      var rule = request.path.equals("/plain") ? plain : telling;
      var key = rule.path("key").asString();
      assertThat(request.header("Parley-signature"))
          .isEqualTo(
              "sha256=" + hmac(key, request.header("Parley-timestamp") + "." + request.body));
      var body = Json.parse(request.body);
      assertThat(body.path("kind").asString()).isEqualTo("question");
      assertThat(body.path("session").asString()).isEqualTo(session);
      assertThat(request.body.contains("hunter2")).isEqualTo(request.path.equals("/telling"));
    }

    // Another question that nobody has come for does not call again; one that somebody has does.
    daemon.call("notify", Json.object().put("session", session).put("kind", "failed"));
    daemon.call("notify", Json.object().put("session", session).put("kind", "question"));
    RunningDaemon.until(() -> calls(plain.path("id").asString()) == 1);
    daemon.call("session_read", Json.object().put("session", session).put("timeout_ms", 0));
    daemon.call("notify", Json.object().put("session", session).put("kind", "question"));
    RunningDaemon.until(() -> calls(plain.path("id").asString()) == 2);
    assertThat(requests.stream().filter(request -> request.path.equals("/plain"))).hasSize(2);
  }

  @Test
  void aServerInTroubleIsTriedAgainAndThenGivenUp() throws Exception {
    var id = add(rule(List.of("failed"), "webhook", url("/hook"))).path("id").asString();
    synchronized (statuses) {
      statuses.addAll(List.of(503, 500));
    }
    started("", "exit 3");
    RunningDaemon.until(() -> calls(id) == 1);
    assertThat(requests).hasSize(3);
    assertThat(requests.stream().map(request -> Json.parse(request.body).path("id").asString()))
        .containsOnly(Json.parse(requests.getFirst().body).path("id").asString());
    assertThat(record(id).path("last").has("failure")).isFalse();

    synchronized (statuses) {
      statuses.addAll(List.of(500, 500, 500, 500));
    }
    started("", "exit 4");
    RunningDaemon.until(() -> failures(id) == 1);
    assertThat(requests).hasSize(7);
    assertThat(record(id).path("last").path("failure").asString()).contains("500");

    synchronized (statuses) {
      statuses.add(404);
    }
    started("", "exit 5");
    RunningDaemon.until(() -> failures(id) == 2);
    assertThat(requests).hasSize(8);
  }

  @Test
  void rulesOutliveTheDaemonAndWhatWasToldIsNotToldAgain() throws Exception {
    var id =
        add(rule(List.of("question", "failed"), "webhook", url("/hook"))).path("id").asString();
    var asks = started("", "printf 'Go on? '; read line; sleep 1000");
    RunningDaemon.until(() -> calls(id) == 1);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("alerts.json"))))
        .isEqualTo("rw-------");

    var before = daemon.pid();
    RunningDaemon.kill(before);
    RunningDaemon.until(() -> daemon.pid() != before);
    assertThat(calls(id)).isEqualTo(1);

    var fails = started("", "exit 1");
    RunningDaemon.until(() -> calls(id) == 2);
    assertThat(requests.stream().map(one -> Json.parse(one.body).path("session").asString()))
        .containsExactly(asks, fails);
  }

  @Test
  void aCommandGetsWhatItNeedsAndItsFailureIsTold() throws Exception {
    var told = folder.resolve("told");
    var good =
        add(rule(
                List.of("done", "failed"),
                "command",
                "sh",
                "-c",
                "echo \"$PARLEY_ALERT_KIND $PARLEY_ALERT_NAME [$PARLEY_ALERT_TEXT]\" >> \"$0\"",
                told.toString()))
            .path("id")
            .asString();
    var bad =
        add(rule(List.of("failed"), "command", "sh", "-c", "echo no paper >&2; exit 7"))
            .path("id")
            .asString();
    started("printer", "exit 2");
    RunningDaemon.until(() -> calls(good) == 1 && failures(bad) == 1);
    assertThat(Files.readString(told)).isEqualTo("failed printer []\n");
    assertThat(record(bad).path("last").path("failure").asString())
        .contains("exit code 7")
        .contains("no paper");
  }

  @Test
  void manyCallsAtOnceWaitForEachOtherAndNoneIsLost() throws Exception {
    var told = Files.createFile(folder.resolve("told"));
    for (var number = 0; number < 20; number++) {
      add(rule(List.of("failed"), "command", "sh", "-c", "sleep 0.3; echo x >> \"$0\"", "" + told));
    }
    started("", "exit 3");
    RunningDaemon.until(() -> told.toFile().length() == "x\n".repeat(20).length());
  }

  @Test
  void ntfyGetsATitleAndItsToken() throws Exception {
    var rule = rule(List.of("failed"), "ntfy", url("/topic"));
    ((ObjectNode) rule.path("to")).put("key", "tk_1");
    var id = add(rule).path("id").asString();
    started("", "exit 2");
    RunningDaemon.until(() -> calls(id) == 1);
    assertThat(requests).hasSize(1);
    assertThat(requests.getFirst().header("Title")).isEqualTo("Parley: failed");
    assertThat(requests.getFirst().header("Authorization")).isEqualTo("Bearer tk_1");
    assertThat(requests.getFirst().body).endsWith("has failed");
    assertThat(daemon.ask("alert_list", Json.object()).toString()).doesNotContain("tk_1");
  }

  @Test
  void aBellRingsAtEveryTerminalThatIsAttached() throws Exception {
    var id = add(rule(List.of("failed"), "bell")).path("id").asString();
    started("", "exit 2");
    RunningDaemon.until(() -> failures(id) == 1);
    assertThat(record(id).path("last").path("failure").asString())
        .isEqualTo("no terminal is attached");

    var watched = daemon.start("cat");
    try (var terminal = daemon.client.attach(watched, false, true)) {
      started("", "exit 3");
      var frame = terminal.next();
      while (frame.orElseThrow().kind() != Frame.Kind.NOTICE) {
        frame = terminal.next();
      }
      assertThat(frame.get().text()).endsWith("has failed");
    }
    RunningDaemon.until(() -> calls(id) == 1);
  }

  @Test
  void everyKindOfNeedReachesEveryReceiverOnce() throws Exception {
    var all = List.of("question", "secret", "asked", "failed", "done");
    var told = folder.resolve("told");
    var rules =
        List.of(
            add(rule(all, "webhook", url("/hook"))),
            add(rule(all, "ntfy", url("/topic"))),
            add(
                rule(
                    all,
                    "command",
                    "sh",
                    "-c",
                    "echo \"$PARLEY_ALERT_KIND $PARLEY_ALERT_NAME\" >> \"$0\"",
                    told.toString())),
            add(rule(all, "bell")));
    var bells = new CopyOnWriteArrayList<String>();
    try (var terminal = daemon.client.attach(daemon.start("sleep", "1000"), false, true)) {
      Thread.ofVirtual().start(() -> listen(terminal, bells));
      started("asks", "printf 'Deploy hunter2? '; read line; sleep 1000");
      started("locked", "stty -echo; printf 'Password: '; read line; sleep 1000");
      started("broken", "exit 3");
      var finished = started("finished", "exec sleep 1000");
      daemon.call("notify", Json.object().put("session", finished).put("kind", "done"));
      var wanting = started("wanting", "exec sleep 1000");
      Thread.ofVirtual().start(() -> asks(wanting, "hunter2"));
      for (var rule : rules) {
        RunningDaemon.until(() -> calls(rule.path("id").asString()) >= all.size());
      }
      RunningDaemon.until(() -> bells.size() >= all.size());
    }
    var each =
        List.of(
            "asked wanting", "done finished", "failed broken", "question asks", "secret locked");
    assertThat(Files.readAllLines(told)).containsExactlyInAnyOrderElementsOf(each);
    assertThat(at("/hook").map(request -> kindAndName(request.body)))
        .containsExactlyInAnyOrderElementsOf(each);
    assertThat(at("/topic").map(request -> request.header("Title")))
        .containsExactlyInAnyOrderElementsOf(all.stream().map("Parley: "::concat).toList());
    assertThat(bells)
        .containsExactlyInAnyOrder(
            "asks has a question",
            "locked wants a password",
            "broken has failed",
            "finished is done",
            "wanting: its agent asks for you");
    for (var rule : rules) {
      assertThat(failures(rule.path("id").asString())).isZero();
    }
    // Nothing of what programs or agents said is in a call.
    assertThat(requests).noneMatch(request -> request.body.contains("hunter2"));
  }

  private Stream<Request> at(String path) {
    return requests.stream().filter(request -> request.path.equals(path));
  }

  private static String kindAndName(String json) {
    var call = Json.parse(json);
    return call.path("kind").asString() + " " + call.path("name").asString();
  }

  /** What an agent asks people for; nobody answers before the test is over. */
  private void asks(String session, String message) {
    var ask = Json.object().put("session", session).put("kind", "takeover").put("message", message);
    assertThatThrownBy(() -> daemon.call("session_ask", ask)).isInstanceOf(ClientException.class);
  }

  private static void listen(Attachment terminal, List<String> bells) {
    try {
      for (var frame = terminal.next(); frame.isPresent(); frame = terminal.next()) {
        if (frame.get().kind() == Frame.Kind.NOTICE) {
          bells.add(frame.get().text());
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Test
  void aRuleIsTriedAndRemoved() {
    var id = add(rule(List.of("done"), "ntfy", url("/try"))).path("id").asString();
    assertThat(daemon.call("alert_test", Json.object().put("id", id)).path("calls").asLong())
        .isEqualTo(1);
    assertThat(requests.getFirst().body).contains("test");
    daemon.call("alert_remove", Json.object().put("id", id));
    assertThat(daemon.ask("alert_list", Json.object()).path("alerts")).isEmpty();
    assertThatThrownBy(() -> daemon.call("alert_test", Json.object().put("id", id)))
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("There is no alert");
  }

  @Test
  void whatCannotBeARuleIsRefused() {
    for (var wrong :
        List.of(
            rule(List.of(), "bell"),
            rule(List.of("none"), "bell"),
            rule(List.of("never"), "bell"),
            rule(List.of("done"), "pigeon"),
            rule(List.of("done"), "bell", "loud"),
            rule(List.of("done"), "command"),
            rule(List.of("done"), "webhook"),
            rule(List.of("done"), "webhook", "ftp://host/x"),
            rule(List.of("done"), "webhook", "http://user:word@host/x"),
            rule(List.of("done"), "ntfy", "not an address"),
            rule(List.of("done"), "bell").put("after_ms", -1))) {
      assertThatThrownBy(() -> add(wrong)).as(wrong.toString()).isInstanceOf(ClientException.class);
    }
    assertThat(daemon.ask("alert_list", Json.object()).path("alerts")).isEmpty();
  }
}
