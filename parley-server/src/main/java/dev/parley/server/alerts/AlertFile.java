package dev.parley.server.alerts;

import dev.parley.server.access.PrivateFile;
import dev.parley.server.json.Json;
import dev.parley.session.Attention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules on disk, with how each fared; readable by their user alone. */
final class AlertFile {
  private static final Logger LOG = Logger.getLogger(AlertFile.class.getName());

  private final Path file;

  AlertFile(Path folder) {
    this.file = folder.resolve("alerts.json");
  }

  List<AlertRecord> read() {
    try {
      var records = new ArrayList<AlertRecord>();
      for (var one : Json.parse(Files.readString(file)).path("alerts")) {
        records.add(record(one));
      }
      return records;
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException | JacksonException | IllegalArgumentException wrong) {
      LOG.log(
          Level.WARNING,
          "{0} cannot be read, so nobody is called: {1}",
          new Object[] {file, wrong.getMessage()});
      return List.of();
    }
  }

  void write(List<AlertRecord> records) {
    var fields = Json.object();
    var list = fields.putArray("alerts");
    records.forEach(record -> list.add(json(record)));
    try {
      PrivateFile.write(file, Json.text(fields) + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("The alerts cannot be kept in " + file, failed);
    }
  }

  private static ObjectNode json(AlertRecord record) {
    var alert = record.alert();
    var fields =
        Json.object()
            .put("id", alert.id())
            .put("after_ms", alert.after().toMillis())
            .put("with_text", alert.withText())
            .put("calls", record.calls())
            .put("failures", record.failures());
    var when = fields.putArray("when");
    alert.when().forEach(kind -> when.add(kind.wire()));
    var to = fields.putObject("to").put("kind", alert.to().word());
    switch (alert.to()) {
      case Destination.Desktop(var environment) -> {
        var variables = to.putObject("environment");
        environment.forEach(variables::put);
      }
      case Destination.Webhook(var url, var key) -> to.put("url", url.toString()).put("key", key);
      case Destination.Command(var words) -> {
        var command = to.putArray("command");
        words.forEach(command::add);
      }
      case Destination.Ntfy(var url, var token) -> {
        to.put("url", url.toString());
        token.ifPresent(secret -> to.put("key", secret));
      }
      case Destination.Push(var endpoint, var receiver, var secret) ->
          to.put("url", endpoint.toString()).put("receiver", receiver).put("key", secret);
      case Destination.Bell() -> {}
    }
    record.putLast(fields);
    return fields;
  }

  private static AlertRecord record(JsonNode fields) {
    var when = EnumSet.noneOf(Attention.Kind.class);
    for (var word : fields.path("when")) {
      when.add(Attention.Kind.named(word.asString("")).orElseThrow(IllegalArgumentException::new));
    }
    var alert =
        new Alert(
            fields.path("id").asString(),
            when,
            Duration.ofMillis(fields.path("after_ms").asLong()),
            destination(fields.path("to")),
            fields.path("with_text").asBoolean());
    return new AlertRecord(
        alert, fields.path("calls").asLong(0), fields.path("failures").asLong(0), last(fields));
  }

  private static Optional<AlertRecord.Last> last(JsonNode fields) {
    var last = fields.path("last");
    return last.isObject()
        ? Optional.of(
            new AlertRecord.Last(
                Instant.parse(last.path("at").asString()),
                last.path("session").asString(),
                last.path("kind").asString(),
                last.path("failure").asStringOpt()))
        : Optional.empty();
  }

  private static Destination destination(JsonNode to) {
    var url = URI.create(to.path("url").asString(""));
    return switch (to.path("kind").asString("")) {
      case "desktop" -> {
        var environment = new HashMap<String, String>();
        to.path("environment")
            .properties()
            .forEach(each -> environment.put(each.getKey(), each.getValue().asString("")));
        yield new Destination.Desktop(environment);
      }
      case "webhook" -> new Destination.Webhook(url, to.path("key").asString());
      case "command" ->
          new Destination.Command(
              to.path("command").valueStream().map(JsonNode::asString).toList());
      case "ntfy" -> new Destination.Ntfy(url, to.path("key").asStringOpt());
      case "push" ->
          new Destination.Push(url, to.path("receiver").asString(), to.path("key").asString());
      case "bell" -> new Destination.Bell();
      default -> throw new IllegalArgumentException("an unknown destination");
    };
  }
}
