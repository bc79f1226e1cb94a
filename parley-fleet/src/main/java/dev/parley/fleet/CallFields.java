package dev.parley.fleet;

import dev.parley.server.calls.AskCall;
import dev.parley.server.calls.CloseCall;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.SendCall;
import dev.parley.server.calls.StartCall;
import dev.parley.server.calls.Waiting;
import dev.parley.server.json.Json;
import dev.parley.session.Input;
import dev.parley.session.Search;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls as they travel to another node: with the fields that any door takes, so that the node
 * checks and reads them as it does those of its own callers.
 */
final class CallFields {
  private CallFields() {}

  static ObjectNode of(StartCall call) {
    var launch = call.launch();
    var fields = waiting(call.waiting());
    command(fields, launch);
    if (!launch.directory().toString().isEmpty()) {
      fields.put("cwd", launch.directory().toString());
    }
    if (!launch.environment().isEmpty()) {
      var variables = fields.putObject("env");
      launch.environment().forEach(variables::put);
    }
    launch.name().ifPresent(name -> fields.put("name", name));
    fields.put("cols", launch.columns()).put("rows", launch.rows());
    launch.idleTimeout().ifPresent(time -> fields.put("idle_timeout_s", time.toSeconds()));
    launch.maxLifetime().ifPresent(time -> fields.put("max_lifetime_s", time.toSeconds()));
    if (!launch.target().equals(Target.LOCAL)) {
      fields.put("target", launch.target().toString());
    } else if (!launch.sandbox().equals(SandboxProfile.USUAL)) {
      fields.put("sandbox", launch.sandbox().name());
    }
    limits(fields, launch);
    return fields;
  }

  /** What was asked for before the shell of this host would have come into it. */
  private static void command(ObjectNode fields, Launch launch) {
    var words = launch.command();
    var shell = words.getFirst();
    if (launch.interactiveShell()) {
      fields.put("login", launch.login());
      shell(fields, shell);
    } else if (isLine(words)) {
      fields.put("login", words.contains("-l"));
      fields.put("command", words.getLast());
      shell(fields, shell);
    } else {
      var list = fields.putArray("command");
      words.forEach(list::add);
    }
  }

  private static boolean isLine(List<String> words) {
    return words.getFirst().equals(Launch.FAR_SHELL)
        && words.size() > 2
        && words.get(words.size() - 2).equals("-c");
  }

  private static void shell(ObjectNode fields, String shell) {
    if (!shell.equals(Launch.FAR_SHELL)) {
      fields.put("shell", shell);
    }
  }

  private static void limits(ObjectNode fields, Launch launch) {
    var limits = launch.limits();
    var named = Json.object();
    number(named, "memory_mb", limits.memory(), 1 << 20);
    number(named, "cpu_percent", limits.cpuPercent(), 1);
    number(named, "processes", limits.processes(), 1);
    number(named, "open_files", limits.openFiles(), 1);
    number(named, "file_mb", limits.fileSize(), 1 << 20);
    number(named, "cpu_seconds", limits.cpuSeconds(), 1);
    number(named, "wall_s", limits.wallSeconds(), 1);
    number(named, "address_space_mb", limits.addressSpace(), 1 << 20);
    if (!named.isEmpty()) {
      fields.set("limits", named);
    }
  }

  private static void number(ObjectNode fields, String name, OptionalLong value, long unit) {
    if (value.isPresent()) {
      fields.put(name, Math.max(1, value.getAsLong() / unit));
    }
  }

  static ObjectNode of(SendCall call) {
    var fields = waiting(call.waiting()).put("session", call.session());
    switch (call.typed()) {
      case SendCall.KeptSecret(var name) -> fields.put("secret", name);
      case SendCall.Given(var input) -> typed(fields, input);
    }
    call.guard().state().ifPresent(state -> fields.put("if_state", state));
    call.guard().offset().ifPresent(offset -> fields.put("if_offset", offset));
    return fields;
  }

  private static void typed(ObjectNode fields, Input input) {
    switch (input) {
      case Input.Line(var text) -> fields.put("text", text);
      case Input.Text(var text) -> fields.put("text", text).put("enter", false);
      case Input.Paste(var text) -> fields.put("paste", text);
      case Input.Send(var signal) -> fields.put("signal", signal.name());
      case Input.Keys(var keys) -> {
        var names = fields.putArray("keys");
        keys.forEach(key -> names.add(key.toString()));
      }
      case Input.Raw _, Input.Secret _ ->
          throw new Refusal(
              Refusal.Code.UNSUPPORTED_HERE, "This can be typed on the session's own node only");
    }
  }

  static ObjectNode of(ReadCall call) {
    var fields = waiting(call.waiting());
    var sessions = fields.putArray("sessions");
    call.sessions().forEach(sessions::add);
    call.from().ifPresent(from -> fields.put("from", from));
    call.to().ifPresent(to -> fields.put("to", to));
    call.filter().map(Search::expression).ifPresent(pattern -> fields.put("grep", pattern));
    return fields.put("explain", call.explain());
  }

  static ObjectNode of(CloseCall call) {
    return Json.object().put("session", call.session()).put("grace_ms", call.grace().toMillis());
  }

  static ObjectNode of(AskCall call) {
    return Json.object()
        .put("session", call.session())
        .put("kind", call.kind().wire())
        .put("message", call.message())
        .put("timeout_ms", call.timeout().toMillis());
  }

  private static ObjectNode waiting(Waiting waiting) {
    var expectation = waiting.expectation();
    var fields = Json.object();
    var until = fields.putArray("until");
    expectation.until().forEach(each -> until.add(each.wire()));
    expectation.pattern().map(Search::expression).ifPresent(text -> fields.put("pattern", text));
    return fields
        .put("quiet_ms", expectation.quiet().toMillis())
        .put("timeout_ms", expectation.timeout().toMillis())
        .put("max_tokens", waiting.view().maxTokens())
        .put("view", waiting.view().kind().name().toLowerCase(Locale.ROOT));
  }
}
