package dev.parley.server.wire;

import dev.parley.pty.Signal;
import dev.parley.server.calls.AskCall;
import dev.parley.server.calls.CloseCall;
import dev.parley.server.calls.ListCall;
import dev.parley.server.calls.Place;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.SendCall;
import dev.parley.server.calls.StartCall;
import dev.parley.server.calls.Waiting;
import dev.parley.server.json.Arguments;
import dev.parley.session.Asks;
import dev.parley.session.Expectation;
import dev.parley.session.Guard;
import dev.parley.session.Input;
import dev.parley.session.Search;
import dev.parley.session.Until;
import dev.parley.session.View;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Reads calls from their fields, which fit the schema of their {@link NamedCall}. */
public final class CallReader {
  private static final List<String> INPUTS = List.of("text", "keys", "paste", "signal", "secret");

  private CallReader() {}

  public static StartCall start(ObjectNode fields) {
    var arguments = new Arguments(fields);
    var waiting = waiting(arguments);
    var read = Place.read(arguments.text("target", "local"));
    return new StartCall(
        LaunchReader.launch(arguments, Target.parse(read.target()), read.place()),
        waiting,
        read.place());
  }

  public static SendCall send(ObjectNode fields) {
    var arguments = new Arguments(fields);
    var waiting = waiting(arguments);
    return new SendCall(
        arguments.text("session", ""),
        typed(arguments),
        new Guard(arguments.text("if_state"), arguments.number("if_offset")),
        waiting);
  }

  private static SendCall.Typed typed(Arguments arguments) {
    var given = INPUTS.stream().filter(arguments::has).toList();
    if (given.size() != 1) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          given.isEmpty()
              ? "There is nothing to type"
              : "One call types one thing, not " + String.join(" and ", given),
          "Give exactly one of " + String.join(", ", INPUTS));
    }
    var what = given.getFirst();
    var value = arguments.text(what, "");
    return switch (what) {
      case "text" ->
          new SendCall.Given(arguments.flag("enter", true) ? Input.line(value) : Input.text(value));
      case "keys" -> new SendCall.Given(Input.keys(arguments.texts("keys")));
      case "paste" -> new SendCall.Given(Input.paste(value));
      case "signal" -> new SendCall.Given(Input.signal(signal(value)));
      default -> new SendCall.KeptSecret(value);
    };
  }

  private static Signal signal(String name) {
    return Signal.named(name)
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.BAD_INPUT,
                    "There is no such signal",
                    "Use one of "
                        + Arrays.stream(Signal.values())
                            .map(Signal::name)
                            .collect(Collectors.joining(", "))));
  }

  public static ReadCall read(ObjectNode fields) {
    var arguments = new Arguments(fields);
    var waiting = waiting(arguments);
    var filter = arguments.text("grep").map(Search::pattern);
    var sessions =
        Stream.concat(arguments.text("session").stream(), arguments.texts("sessions").stream())
            .distinct()
            .toList();
    if (sessions.isEmpty()) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "There is no session to read",
          "Give session, or sessions to wait on many");
    }
    return new ReadCall(
        sessions,
        arguments.number("from"),
        arguments.number("to"),
        filter,
        arguments.flag("explain", false),
        waiting);
  }

  public static ListCall list(ObjectNode fields) {
    var arguments = new Arguments(fields);
    return new ListCall(arguments.flag("include_exited", false), arguments.flag("fleet", false));
  }

  public static CloseCall close(ObjectNode fields) {
    var arguments = new Arguments(fields);
    return new CloseCall(
        arguments.text("session", ""),
        arguments.flag("force", false)
            ? Duration.ZERO
            : arguments.millis("grace_ms", CloseCall.DEFAULT_GRACE),
        NamedCall.CLOSE.wire());
  }

  public static AskCall ask(ObjectNode fields) {
    var arguments = new Arguments(fields);
    return new AskCall(
        arguments.text("session", ""),
        Asks.Kind.named(arguments.text("kind", "")).orElseThrow(),
        arguments.text("message", ""),
        arguments.millis("timeout_ms", AskCall.DEFAULT_TIMEOUT));
  }

  // --- what all acting calls have -------------------------------------------------------------

  private static Waiting waiting(Arguments arguments) {
    return new Waiting(
        expectation(arguments),
        new View(
            kind(arguments.text("view", "text")),
            arguments.number("max_tokens", View.DEFAULT_TOKENS)));
  }

  private static Expectation expectation(Arguments arguments) {
    var turn = Expectation.turn();
    var expectation =
        new Expectation(
            arguments.has("until") ? until(arguments) : turn.until(),
            turn.pattern(),
            arguments.millis("quiet_ms", turn.quiet()),
            arguments.millis("timeout_ms", Expectation.DEFAULT_TIMEOUT));
    var pattern = arguments.text("pattern");
    if (pattern.isPresent()) {
      return expectation.matching(pattern.get());
    }
    if (expectation.until().contains(Until.MATCH)) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "Waiting for a match needs a pattern",
          "Give pattern, a regular expression in RE2 syntax");
    }
    return expectation;
  }

  private static Set<Until> until(Arguments arguments) {
    var until = EnumSet.noneOf(Until.class);
    for (var word : arguments.texts("until")) {
      until.add(
          Until.named(word)
              .orElseThrow(
                  () ->
                      new Refusal(
                          Refusal.Code.BAD_INPUT,
                          "There is no “%s” to wait for".formatted(word),
                          "Use any of "
                              + Arrays.stream(Until.values())
                                  .map(Until::wire)
                                  .collect(Collectors.joining(", ")))));
    }
    return until;
  }

  private static View.Kind kind(String word) {
    return View.Kind.named(word)
        .orElseThrow(
            () ->
                new Refusal(
                    Refusal.Code.BAD_INPUT,
                    "There is no view “%s”".formatted(word),
                    "Use text, screen, raw or none"));
  }
}
