package dev.parley.server.daemon;

import dev.parley.server.access.RandomText;
import dev.parley.server.alerts.AlertRecord;
import dev.parley.server.alerts.Alerts;
import dev.parley.server.alerts.Destination;
import dev.parley.server.json.Json;
import dev.parley.session.Attention;
import dev.parley.session.OwnTokens;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people ask of their alerts. */
final class AlertCalls {
  private static final int KEY_BITS = 256;
  private static final Duration LONGEST = Duration.ofDays(30);

  private final Alerts alerts;

  AlertCalls(Alerts alerts) {
    this.alerts = alerts;
  }

  ObjectNode call(String method, JsonNode params) {
    return switch (method) {
      case "alert_add" -> add(params);
      case "alert_list" -> list();
      case "alert_remove" -> remove(params.path("id").asString(""));
      case "alert_test" -> test(params.path("id").asString(""));
      case "push_key" -> Json.object().put("key", alerts.pushKeys().publicKey());
      default ->
          throw new Refusal(Refusal.Code.BAD_INPUT, "There is no method '%s'".formatted(method));
    };
  }

  private ObjectNode add(JsonNode params) {
    var after = Duration.ofMillis(params.path("after_ms").asLong(0));
    if (after.isNegative() || after.compareTo(LONGEST) > 0) {
      throw refused("A call comes after 0 to 30 days", "Say how long with --after");
    }
    var given = params.path("to").path("key").asString("");
    var made = given.isEmpty() ? RandomText.ofBits(KEY_BITS) : given;
    try {
      var to = destination(params.path("to"), given, made);
      var record = alerts.add(kinds(params), after, to, params.path("with_text").asBoolean(false));
      var answer = json(record);
      if (to instanceof Destination.Webhook && given.isEmpty()) {
        OwnTokens.add(made);
        answer.put("key", made);
      }
      return answer;
    } catch (IllegalArgumentException wrong) {
      throw refused(String.valueOf(wrong.getMessage()), "'parley alert list' has them all");
    }
  }

  private static Set<Attention.Kind> kinds(JsonNode params) {
    var kinds = EnumSet.noneOf(Attention.Kind.class);
    for (var word : params.path("when")) {
      kinds.add(
          Attention.Kind.named(word.asString(""))
              .filter(kind -> kind != Attention.Kind.NONE)
              .orElseThrow(
                  () ->
                      refused(
                          "There is no kind '%s' to call for".formatted(word.asString("")),
                          "Use asked, secret, question, failed or done")));
    }
    if (kinds.isEmpty()) {
      throw refused("Nothing is named to call for", "Use asked, secret, question, failed or done");
    }
    return kinds;
  }

  private static Destination destination(JsonNode to, String given, String key) {
    var words = to.path("words").valueStream().map(JsonNode::asString).toList();
    return switch (to.path("kind").asString("")) {
      case "desktop" -> {
        none(words);
        var environment = new HashMap<String, String>();
        to.path("environment")
            .properties()
            .forEach(each -> environment.put(each.getKey(), each.getValue().asString("")));
        yield new Destination.Desktop(environment);
      }
      case "webhook" -> new Destination.Webhook(address(words), key);
      case "ntfy" ->
          new Destination.Ntfy(
              address(words), given.isEmpty() ? Optional.empty() : Optional.of(given));
      case "command" -> {
        if (words.isEmpty()) {
          throw refused("There is no command to run", "Put its words behind --to command --");
        }
        yield new Destination.Command(words);
      }
      case "push" ->
          new Destination.Push(
              address(List.of(to.path("endpoint").asString(""))),
              to.path("p256dh").asString(""),
              to.path("auth").asString(""));
      case "bell" -> {
        none(words);
        yield new Destination.Bell();
      }
      default ->
          throw refused(
              "There is no destination '%s'".formatted(to.path("kind").asString("")),
              "Use desktop, webhook, command, ntfy or bell; push is for the console");
    };
  }

  private static void none(List<String> words) {
    if (!words.isEmpty()) {
      throw refused(
          "'%s' is too much here".formatted(words.getFirst()),
          "Only webhook, ntfy and command take more words");
    }
  }

  private static URI address(List<String> words) {
    try {
      var url = new URI(words.size() == 1 ? words.getFirst() : "");
      var web =
          "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
      if (web && url.getHost() != null && url.getRawUserInfo() == null) {
        return url;
      }
    } catch (URISyntaxException unreadable) {
      // Said below.
    }
    throw refused(
        "This needs one address that begins with https:// or http://, without a password in it",
        "Write it behind the destination, such as --to webhook https://example.org/hook");
  }

  private ObjectNode list() {
    var answer = Json.object();
    var list = answer.putArray("alerts");
    alerts.list().forEach(record -> list.add(json(record)));
    return answer;
  }

  private ObjectNode remove(String id) {
    if (!alerts.remove(id)) {
      throw none(id);
    }
    return Json.object().put("removed", id);
  }

  private ObjectNode test(String id) {
    try {
      return json(alerts.test(id).orElseThrow(() -> none(id)));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }

  /** A rule as it is shown: without its key. */
  private static ObjectNode json(AlertRecord record) {
    var alert = record.alert();
    var fields = Json.object().put("id", alert.id());
    var when = fields.putArray("when");
    alert.when().forEach(kind -> when.add(kind.wire()));
    fields
        .put("after_ms", alert.after().toMillis())
        .put("to", alert.to().word())
        .put("shown", alert.to().shown())
        .put("with_text", alert.withText())
        .put("calls", record.calls())
        .put("failures", record.failures());
    record.putLast(fields);
    return fields;
  }

  private static Refusal none(String id) {
    return new Refusal(
        Refusal.Code.NOT_FOUND,
        "There is no alert '%s'".formatted(id),
        "'parley alert list' has them all");
  }

  private static Refusal refused(String sentence, String instead) {
    return new Refusal(Refusal.Code.BAD_INPUT, sentence, instead);
  }
}
