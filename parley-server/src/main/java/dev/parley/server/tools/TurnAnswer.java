package dev.parley.server.tools;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.server.json.Json;
import dev.parley.server.mcp.ToolResult;
import dev.parley.session.Asks;
import dev.parley.session.CommandResult;
import dev.parley.session.Confidence;
import dev.parley.session.Excerpt;
import dev.parley.session.Match;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.Launch;
import dev.parley.terminal.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Turn as an answer: fields for programs, and a few lines of text for a model, which show what a
 * person at the terminal would see under a line that says where things stand.
 *
 * @param output what is shown of the output; the turn's own unless it was filtered
 * @param hint the turn's own unless there is something more important to say
 */
record TurnAnswer(Turn turn, View.Kind view, String output, String hint) {
  private static final int LONG_COMMAND = 200;

  static TurnAnswer of(Turn turn, View.Kind view) {
    return new TurnAnswer(
        turn, view, turn.output(), turn.hint().map(ParleyWording.WORDING::of).orElse(""));
  }

  TurnAnswer showing(String filtered) {
    return new TurnAnswer(turn, view, filtered, hint);
  }

  TurnAnswer hinting(String moreImportant) {
    return new TurnAnswer(turn, view, output, moreImportant);
  }

  ToolResult result() {
    return ToolResult.structured(fields(), text());
  }

  /** With the state of the other sessions that were waited on. */
  ToolResult result(List<Session> others) {
    var fields = fields();
    var list = fields.putArray("others");
    var text = new StringBuilder(text()).append("\nothers:");
    for (var other : others) {
      var state = other.state();
      var entry = list.addObject().put("session", other.id().value());
      other.name().ifPresent(name -> entry.put("name", name));
      state(entry, state);
      text.append(" %s %s;".formatted(other.name().orElse(other.id().value()), state.wire()));
    }
    return ToolResult.structured(fields, text.toString());
  }

  /** With what came of a question to a person. */
  ToolResult result(Asks.Outcome outcome) {
    var fields = fields().put("outcome", outcome.wire());
    return ToolResult.structured(fields, "outcome: %s%n%s".formatted(outcome.wire(), text()));
  }

  private boolean showsScreen() {
    return view == View.Kind.SCREEN || (turn.fullscreen() && view == View.Kind.TEXT);
  }

  // --- for programs ---------------------------------------------------------------------------

  ObjectNode fields() {
    var fields = Json.object().put("session", turn.session().value());
    turn.name().ifPresent(name -> fields.put("name", name));
    fields.put("why", turn.why().wire());
    state(fields, turn.state());
    fields.put("confidence", turn.verdict().confidence().wire());
    var evidence = fields.putArray("evidence");
    turn.verdict().evidence().forEach(each -> evidence.add(each.wire()));
    fields.put("prompt", turn.state().prompt()).put("fullscreen", turn.fullscreen());
    turn.foreground().ifPresent(program -> fields.set("foreground", foreground(program)));
    turn.command().ifPresent(command -> fields.set("command", command(command)));
    fields.put("output", output).put("from", turn.excerpt().from()).put("to", turn.excerpt().to());
    turn.excerpt().omitted().ifPresent(omitted -> fields.set("omitted", omitted(omitted)));
    turn.match().ifPresent(match -> fields.set("match", match(match)));
    if (showsScreen()) {
      fields.set("screen", screen(turn.screen()));
    }
    fields.put("floor", turn.floor().wire()).put("elapsed_ms", turn.elapsed().toMillis());
    if (!hint.isEmpty()) {
      fields.put("hint", hint);
    }
    return fields;
  }

  /** The state, and how it ended if it did. */
  static void state(ObjectNode fields, SessionState state) {
    fields.put("state", state.wire());
    if (state instanceof SessionState.Exited exited) {
      fields.put("exit_code", exited.exit().shellCode());
      if (exited.exit() instanceof Exit.Killed killed) {
        fields.put("signal", killed.name());
      }
    }
  }

  static ObjectNode foreground(Foreground program) {
    var fields = Json.object().put("command", shown(program)).put("pid", program.pid());
    if (!program.directory().isEmpty()) {
      fields.put("cwd", program.directory());
    }
    return fields;
  }

  private static String shown(Foreground program) {
    return program.command().isEmpty() ? program.name() : shown(program.command());
  }

  /** What was asked for: the line where a shell runs one. */
  static String shown(Launch launch) {
    var command = launch.command();
    return shown(
        command.size() > 2 && command.get(command.size() - 2).equals("-c")
            ? command.subList(command.size() - 1, command.size())
            : command);
  }

  /** A command and its arguments as one line, cut where it goes on and on. */
  static String shown(List<String> command) {
    var line = String.join(" ", command);
    return line.length() <= LONG_COMMAND ? line : line.substring(0, LONG_COMMAND) + "…";
  }

  private static ObjectNode command(CommandResult command) {
    var fields = Json.object().put("text", command.command());
    command.exitCode().ifPresent(code -> fields.put("exit_code", code));
    return fields.put("cwd", command.directory()).put("duration_ms", command.duration().toMillis());
  }

  private static ObjectNode omitted(Excerpt.Omitted omitted) {
    return Json.object()
        .put("bytes", omitted.bytes())
        .put("lines", omitted.lines())
        .put("from", omitted.from())
        .put("to", omitted.to());
  }

  private static ObjectNode match(Match match) {
    var fields = Json.object().put("text", match.text());
    var groups = fields.putArray("groups");
    match.groups().forEach(groups::add);
    return fields.put("before", match.before());
  }

  /** Rows and columns count from zero; empty rows at the end are left out. */
  static ObjectNode screen(Screen screen) {
    var fields = Json.object().put("cols", screen.columns()).put("rows", screen.rows());
    var lines = fields.putArray("lines");
    screen.text().lines().forEach(lines::add);
    var cursor = screen.cursor();
    fields
        .putObject("cursor")
        .put("row", cursor.row())
        .put("col", cursor.column())
        .put("visible", cursor.visible());
    var highlights = fields.putArray("highlights");
    for (var highlight : screen.highlights()) {
      highlights
          .addObject()
          .put("row", highlight.row())
          .put("col", highlight.column())
          .put("text", highlight.text());
    }
    return fields.put("title", screen.title()).put("revision", screen.revision());
  }

  // --- for a model ----------------------------------------------------------------------------

  String text() {
    var text = new StringBuilder(String.join(" · ", standing())).append('\n');
    text.append(output);
    if (showsScreen()) {
      endLine(text);
      screenText(text);
    } else if (view == View.Kind.TEXT) {
      text.append(turn.state().prompt());
    }
    if (!hint.isEmpty()) {
      endLine(text);
      text.append("Hint: ").append(hint);
    }
    return text.toString().stripTrailing();
  }

  private List<String> standing() {
    var standing = new ArrayList<String>();
    standing.add(state(turn.state()));
    if (!implied(turn.why(), turn.state())) {
      standing.add("returned for " + turn.why().wire());
    }
    standing.add("session " + turn.session() + turn.name().map(name -> " " + name).orElse(""));
    turn.foreground().ifPresent(program -> standing.add(program.name()));
    if (turn.why() == Why.COMMAND) {
      finished().ifPresent(standing::add);
    }
    if (turn.verdict().confidence() != Confidence.HIGH) {
      standing.add(turn.verdict().confidence().wire() + " confidence");
    }
    standing.add("offset " + turn.excerpt().to());
    return standing;
  }

  static String state(SessionState state) {
    return switch (state) {
      case SessionState.Waiting _ -> "waiting for input";
      case SessionState.Secret _ -> "waiting for a secret";
      case SessionState.Ready _ -> "ready at the shell prompt";
      case SessionState.Exited(var exit) -> "exited with " + exit;
      case SessionState.Working _ -> "working";
      case SessionState.Lost _ -> "lost";
    };
  }

  private static boolean implied(Why why, SessionState state) {
    return switch (why) {
      case INPUT, COMMAND -> state.wantsInput();
      case EXIT -> state.over();
      case MATCH, QUIET, CHANGE, FLOOR, TIMEOUT, GUARD -> false;
    };
  }

  private Optional<String> finished() {
    return turn.command()
        .filter(CommandResult::finished)
        .map(command -> "last command exited with " + command.exitCode().getAsInt());
  }

  private void screenText(StringBuilder text) {
    var screen = turn.screen();
    var cursor = screen.cursor();
    text.append("screen %d×%d".formatted(screen.columns(), screen.rows()));
    if (cursor.visible()) {
      text.append(", cursor at row %d column %d".formatted(cursor.row(), cursor.column()));
    }
    text.append(":\n").append(screen.text());
    var highlights = screen.highlights();
    if (!highlights.isEmpty()) {
      endLine(text);
      text.append("highlighted: ");
      text.append(
          String.join(" | ", highlights.stream().limit(8).map(one -> one.text().strip()).toList()));
      text.append('\n');
    }
  }

  private static void endLine(StringBuilder text) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }
}
