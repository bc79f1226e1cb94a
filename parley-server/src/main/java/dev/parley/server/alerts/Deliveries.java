package dev.parley.server.alerts;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Brings calls to where they go. A server that cannot be reached or has trouble is tried again, a
 * few times and ever more rarely; a program is run once.
 *
 * @param firstPause before the second try; each later one is four times as long
 * @param limit what one try may take
 */
record Deliveries(
    AttachedTerminals terminals,
    PushKeys pushKeys,
    InstantSource clock,
    Duration firstPause,
    Duration limit) {
  private static final int TRIES = 4;
  private static final int LONGER = 4;

  /** How long a push service keeps a call for a browser that does not run. */
  private static final Duration PUSH_LIFE = Duration.ofHours(12);

  /** A call did not arrive. */
  static final class Undelivered extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean worthAnother;
    private final boolean nobodyThere;

    Undelivered(String why, boolean worthAnother) {
      this(why, worthAnother, false);
    }

    private Undelivered(String why, boolean worthAnother, boolean nobodyThere) {
      super(why);
      this.worthAnother = worthAnother;
      this.nobodyThere = nobodyThere;
    }

    /** Whether there will be nobody there later either. */
    boolean nobodyThere() {
      return nobodyThere;
    }
  }

  /** Brings a call there; returns when it has arrived. */
  void deliver(Destination to, Call call) throws Undelivered, InterruptedException {
    var pause = firstPause;
    for (var tries = 1; ; tries++) {
      try {
        once(to, call);
        return;
      } catch (Undelivered failed) {
        if (!failed.worthAnother || tries == TRIES) {
          throw failed;
        }
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(LONGER);
    }
  }

  private void once(Destination to, Call call) throws Undelivered, InterruptedException {
    switch (to) {
      case Destination.Desktop(var environment) ->
          AlertProgram.run(
              List.of(
                  "notify-send",
                  "--app-name=Parley",
                  "--",
                  call.sentence(),
                  call.text().orElse("")),
              environment,
              limit);
      case Destination.Webhook(var url, var key) -> post(signed(url, key, json(call)));
      case Destination.Command(var words) -> AlertProgram.run(words, variables(call), limit);
      case Destination.Ntfy(var url, var token) -> post(ntfy(url, token, call));
      case Destination.Push push -> send(push, call);
      case Destination.Bell() -> {
        if (terminals.ring(call.sentenceWithText()) == 0) {
          throw new Undelivered("no terminal is attached", false);
        }
      }
    }
  }

  private static Map<String, String> variables(Call call) {
    return Map.of(
        "PARLEY_ALERT", call.id(),
        "PARLEY_ALERT_KIND", call.kind(),
        "PARLEY_ALERT_SESSION", call.session(),
        "PARLEY_ALERT_NAME", call.name(),
        "PARLEY_ALERT_SINCE", Json.time(call.since()),
        "PARLEY_ALERT_TEXT", call.text().orElse(""));
  }

  private static String json(Call call) {
    var fields =
        Json.object()
            .put("id", call.id())
            .put("kind", call.kind())
            .put("session", call.session())
            .put("name", call.name())
            .put("since", Json.time(call.since()))
            .put("message", call.sentence());
    call.text().ifPresent(text -> fields.put("text", text));
    return Json.text(fields);
  }

  /** A request that its receiver can tell from others': signed, with the time in the signature. */
  private HttpRequest.Builder signed(URI url, String key, String body) {
    var time = String.valueOf(clock.instant().getEpochSecond());
    return HttpRequest.newBuilder(url)
        .header("Content-Type", "application/json")
        .header("Parley-Timestamp", time)
        .header("Parley-Signature", "sha256=" + hmac(key, time + "." + body))
        .POST(BodyPublishers.ofString(body));
  }

  static String hmac(String key, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  private static HttpRequest.Builder ntfy(URI url, Optional<String> token, Call call) {
    var request =
        HttpRequest.newBuilder(url)
            .header("Title", "Parley: " + call.kind())
            .header("Priority", call.kind().equals("done") ? "3" : "4")
            .POST(BodyPublishers.ofString(call.sentenceWithText()));
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    return request;
  }

  /** A browser that has ended its subscription will not come back under the same address. */
  private void send(Destination.Push to, Call call) throws Undelivered, InterruptedException {
    var status =
        status(
            HttpRequest.newBuilder(to.endpoint())
                .header("Authorization", pushKeys.credentials(to.endpoint()))
                .header("Content-Encoding", "aes128gcm")
                .header("TTL", String.valueOf(PUSH_LIFE.toSeconds()))
                .header("Urgency", call.kind().equals("done") ? "normal" : "high")
                .POST(BodyPublishers.ofByteArray(PushMessage.sealed(shortened(call), to))));
    if (status == 404 || status == 410) {
      throw new Undelivered("the browser has ended its subscription", false, true);
    }
    check(status);
  }

  private static String shortened(Call call) {
    var text = json(call);
    return text.getBytes(StandardCharsets.UTF_8).length <= PushMessage.LONGEST
        ? text
        : json(call.withoutText());
  }

  private void post(HttpRequest.Builder request) throws Undelivered, InterruptedException {
    check(status(request));
  }

  private static void check(int status) throws Undelivered {
    if (status / 100 != 2) {
      throw new Undelivered(
          "the server says " + status, status >= 500 || status == 429 || status == 408);
    }
  }

  private int status(HttpRequest.Builder request) throws Undelivered, InterruptedException {
    try (var client = HttpClient.newBuilder().connectTimeout(limit).build()) {
      var sent = client.sendAsync(request.timeout(limit).build(), BodyHandlers.discarding());
      try {
        return sent.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).get().statusCode();
      } finally {
        client.shutdownNow();
      }
    } catch (ExecutionException failed) {
      var cause = failed.getCause();
      throw new Undelivered(why(cause == null ? failed : cause), true);
    }
  }

  private static String why(Throwable failed) {
    return switch (failed) {
      case TimeoutException _, HttpTimeoutException _ -> "the server does not answer";
      case ConnectException _ -> "the server cannot be reached";
      case IOException broken when broken.getMessage() != null -> broken.getMessage();
      default -> failed.getClass().getSimpleName();
    };
  }
}
