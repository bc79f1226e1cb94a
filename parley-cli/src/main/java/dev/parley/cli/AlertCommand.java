package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code parley alert}: rules that call you when a session needs you. */
@Command(
    name = "alert",
    mixinStandardHelpOptions = true,
    description = "Calls you when a session needs you: rules, kept by the daemon.",
    subcommands = {
      AlertCommand.AddAlert.class,
      AlertCommand.ListAlerts.class,
      AlertCommand.RemoveAlert.class,
      AlertCommand.TestAlert.class
    },
    footer = {
      "",
      "Examples:",
      "  parley alert add --when question,failed --after 30s --to desktop",
      "  parley alert add --when done --to ntfy https://ntfy.sh/my-topic",
      "  parley alert test a1"
    })
final class AlertCommand implements Runnable {
  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  AlertCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say add, list, remove or test");
  }

  /** Where a call goes. */
  enum To {
    desktop,
    webhook,
    command,
    ntfy,
    bell
  }

  /** {@code parley alert add}. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Adds a rule. One kind of need calls once, until somebody has looked at the session.",
        "What the program said is not in the call, unless --with-text asks for it."
      },
      footer = {
        "",
        "Examples:",
        "  parley alert add --when question,secret,failed --after 30s --to desktop",
        "  parley alert add --when failed --to webhook https://example.org/hook",
        "  parley alert add --when done --to command -- notify-me --urgent"
      })
  static final class AddAlert implements Callable<Integer> {
    /** What leads to the desktop of whoever adds the rule. */
    private static final List<String> DESKTOP =
        List.of(
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "DBUS_SESSION_BUS_ADDRESS",
            "XDG_RUNTIME_DIR");

    @Mixin Answering answering = new Answering();

    @Option(
        names = "--when",
        paramLabel = "KINDS",
        split = ",",
        required = true,
        description = "asked, secret, question, failed or done; several with commas.")
    List<String> when = List.of();

    @Option(
        names = "--after",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "Call only if it lasts so long; default at once.")
    Duration after = Duration.ZERO;

    @Option(names = "--to", required = true, description = "One of: ${COMPLETION-CANDIDATES}.")
    To to = To.bell;

    @Option(names = "--with-text", description = "Say also what it is about: the question asked.")
    boolean withText;

    @Option(
        names = "--key-file",
        paramLabel = "FILE",
        description =
            "The key that signs a webhook's requests, or the token of an ntfy topic; a webhook"
                + " without one gets a new key, which is printed.")
    @Nullable Path keyFile;

    @Parameters(
        arity = "0..*",
        paramLabel = "URL|COMMAND",
        description = "The address of a webhook or ntfy topic, or the command to run.")
    List<String> words = List.of();

    @Override
    public Integer call() throws IOException {
      var fields =
          ParleyClient.object().put("after_ms", after.toMillis()).put("with_text", withText);
      var kinds = fields.putArray("when");
      when.forEach(kinds::add);
      var destination = fields.putObject("to").put("kind", to.name());
      var more = destination.putArray("words");
      words.forEach(more::add);
      if (to == To.desktop) {
        var environment = destination.putObject("environment");
        DESKTOP.stream()
            .filter(name -> !answering.seat.variable(name).isEmpty())
            .forEach(name -> environment.put(name, answering.seat.variable(name)));
      }
      if (keyFile != null) {
        destination.put("key", Files.readString(answering.seat.path(keyFile)).strip());
      }
      try (var client = ToDaemon.open()) {
        var answer = client.call("alert_add", fields);
        var key = answer.path("key").asString("");
        answering.say(
            answer,
            answer.path("id").asString()
                + (key.isEmpty() ? "" : "\nkey for its signatures, not shown again: " + key));
        return ExitCode.DONE;
      }
    }
  }

  /** {@code parley alert list}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the rules, and how each fared.")
  static final class ListAlerts implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Override
    public Integer call() {
      try (var client = ToDaemon.open()) {
        var answer = client.call("alert_list", ParleyClient.object());
        var all = answer.path("alerts");
        answering.say(
            answer,
            all.isEmpty()
                ? "No alerts; 'parley alert add' makes one"
                : all.valueStream().map(AlertCommand::line).collect(Collectors.joining("\n")));
        return ExitCode.DONE;
      }
    }
  }

  /** {@code parley alert remove}. */
  @Command(
      name = "remove",
      aliases = "rm",
      mixinStandardHelpOptions = true,
      description = "Removes rules.")
  static final class RemoveAlert implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Parameters(arity = "1..*", paramLabel = "ID", description = "As 'parley alert list' has them.")
    List<String> ids = List.of();

    @Override
    public Integer call() {
      try (var client = ToDaemon.open()) {
        for (var id : ids) {
          var answer = client.call("alert_remove", ParleyClient.object().put("id", id));
          answering.say(answer, id + " removed");
        }
        return ExitCode.DONE;
      }
    }
  }

  /** {@code parley alert test}. */
  @Command(
      name = "test",
      mixinStandardHelpOptions = true,
      description = "Calls once as a rule would, and says whether that arrived.")
  static final class TestAlert implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Parameters(paramLabel = "ID", description = "As 'parley alert list' has it.")
    String id = "";

    @Override
    public Integer call() {
      try (var client = ToDaemon.open()) {
        var answer = client.call("alert_test", ParleyClient.object().put("id", id));
        var failure = answer.path("last").path("failure").asString("");
        if (!failure.isEmpty()) {
          throw new ClientException(
              ClientException.Code.FAILED,
              "The call of %s did not arrive: %s".formatted(id, failure),
              "'parley alert list' has all that is known of it");
        }
        answering.say(answer, id + " has called");
        return ExitCode.DONE;
      }
    }
  }

  private static String line(JsonNode alert) {
    var words = new ArrayList<String>();
    words.add(alert.path("id").asString());
    var when = alert.path("when").valueStream().map(JsonNode::asString);
    var after = Duration.ofMillis(alert.path("after_ms").asLong());
    words.add(
        when.collect(Collectors.joining(","))
            + (after.isZero() ? "" : " after " + Spans.exact(after)));
    words.add(
        Printable.line(alert.path("shown").asString())
            + (alert.path("with_text").asBoolean() ? " with text" : ""));
    words.add(calls(alert.path("calls").asLong()));
    var last = alert.path("last");
    if (last.isObject()) {
      words.add("last " + ago(last.path("at").asString()));
    }
    var failures = alert.path("failures").asLong();
    if (failures > 0) {
      words.add("%d failed".formatted(failures));
    }
    var failure = last.path("failure").asString("");
    if (!failure.isEmpty()) {
      words.add("last failure: " + Printable.line(failure));
    }
    return String.join("  ", words);
  }

  private static String calls(long calls) {
    return calls == 1 ? "1 call" : calls + " calls";
  }

  private static String ago(String moment) {
    var seconds = Duration.between(Instant.parse(moment), Instant.now()).toSeconds();
    return Spans.shown(Math.max(0, seconds)) + " ago";
  }
}
