package dev.parley.server.wire;

import dev.parley.pty.Exit;
import dev.parley.pty.Foreground;
import dev.parley.server.calls.AskReply;
import dev.parley.server.calls.CloseReply;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.SessionList;
import dev.parley.server.calls.Told;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.json.Json;
import dev.parley.session.CommandResult;
import dev.parley.session.Confidence;
import dev.parley.session.Excerpt;
import dev.parley.session.Floor;
import dev.parley.session.Match;
import dev.parley.session.SessionState;
import dev.parley.session.refusal.Wording;
import dev.parley.terminal.Screen;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Replies as they travel: the fields of a turn, of a list, of an ending and of a question. */
public final class ReplyFields {
  private ReplyFields() {}

  /** A turn, with its hint in the words of the door. */
  public static ObjectNode of(TurnReply reply, Wording wording) {
    var turn = reply.turn();
    var fields = Json.object().put("session", turn.session().value());
    turn.name().ifPresent(name -> fields.put("name", name));
    fields.put("why", turn.why().wire());
    state(fields, turn.state());
    turn.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    fields.put("confidence", turn.verdict().confidence().wire());
    var evidence = fields.putArray("evidence");
    turn.verdict().evidence().forEach(each -> evidence.add(each.wire()));
    fields.put("prompt", turn.state().prompt()).put("fullscreen", turn.fullscreen());
    turn.foreground().ifPresent(program -> fields.set("foreground", foreground(program)));
    turn.command().ifPresent(command -> fields.set("command", command(command)));
    fields
        .put("output", reply.output())
        .put("from", turn.excerpt().from())
        .put("to", turn.excerpt().to());
    turn.excerpt().omitted().ifPresent(omitted -> fields.set("omitted", omitted(omitted)));
    turn.match().ifPresent(match -> fields.set("match", match(match)));
    if (reply.showsScreen()) {
      fields.set("screen", screen(turn.screen()));
    }
    fields.put("floor", turn.floor().wire()).put("elapsed_ms", turn.elapsed().toMillis());
    reply.hint().ifPresent(hint -> fields.put("hint", wording.of(hint)));
    if (!reply.others().isEmpty()) {
      others(fields, reply.others());
    }
    reply.explanation().ifPresent(why -> fields.set("explain", ExplanationFields.of(why)));
    return fields;
  }

  /**
   * A turn for a model: without what says nothing, such as a full screen that is none, or the
   * program in front when it is the one that was started.
   */
  public static ObjectNode brief(TurnReply reply, Wording wording, long started) {
    var fields = of(reply, wording);
    var turn = reply.turn();
    if (!turn.fullscreen()) {
      fields.remove("fullscreen");
    }
    if (reply.prompt().isBlank()) {
      fields.remove("prompt");
    }
    if (turn.floor() == Floor.Party.AGENT) {
      fields.remove("floor");
    }
    if (turn.foreground().map(program -> program.pid() == started).orElse(true)) {
      fields.remove("foreground");
    }
    return fields;
  }

  /**
   * A turn for a model that reads fields alone: what it needs, and of that what it was not told
   * before.
   *
   * @param named whether the caller must be told which session this is
   */
  public static ObjectNode lean(
      TurnReply reply, Wording wording, long started, Told.News news, boolean named) {
    var turn = reply.turn();
    var fields = brief(reply, wording, started);
    fields.remove(List.of("from", "elapsed_ms", "fullscreen", "command", "screen", "evidence"));
    if (!named) {
      fields.remove(List.of("session", "name"));
    }
    if (reply.impliesWhy()) {
      fields.remove("why");
    }
    if (turn.verdict().confidence() == Confidence.HIGH) {
      fields.remove("confidence");
    }
    if (!news.prompt()) {
      fields.remove("prompt");
    }
    if (!news.foreground()) {
      fields.remove("foreground");
    }
    if (!news.hint()) {
      fields.remove("hint");
    }
    if (reply.output().isEmpty()) {
      fields.remove("output");
    }
    turn.command().ifPresent(command -> fields.set("command", lean(command, news)));
    if (reply.showsScreen()) {
      fields.set("screen", lean(turn.screen(), news));
    }
    return fields;
  }

  /** The line is what the caller has typed. */
  private static ObjectNode lean(CommandResult command, Told.News news) {
    var fields = command(command);
    fields.remove(List.of("text", "duration_ms"));
    if (!news.directory()) {
      fields.remove("cwd");
    }
    return fields;
  }

  private static ObjectNode lean(Screen screen, Told.News news) {
    var fields = screen(screen);
    fields.remove("revision");
    if (!screen.cursor().visible() || (news.screen().isPresent() && !news.cursor())) {
      fields.remove("cursor");
    } else if (fields.path("cursor") instanceof ObjectNode cursor) {
      cursor.remove("visible");
    }
    if (screen.highlights().isEmpty()) {
      fields.remove("highlights");
    }
    if (screen.title().isEmpty()) {
      fields.remove("title");
    }
    news.screen()
        .ifPresent(
            change -> {
              fields.remove(List.of("cols", "rows", "lines", "title"));
              if (change.up() != 0) {
                fields.put("up", change.up());
              }
              var changed = fields.putObject("changed");
              change.rows().forEach((row, text) -> changed.put(row.toString(), text));
            });
    return fields;
  }

  private static void others(ObjectNode fields, List<TurnReply.Other> others) {
    var list = fields.putArray("others");
    for (var other : others) {
      var entry = list.addObject().put("session", other.session().value());
      other.name().ifPresent(name -> entry.put("name", name));
      state(entry, other.state());
    }
  }

  public static ObjectNode of(AskReply reply, Wording wording) {
    return of(reply.turned(), wording).put("outcome", reply.outcome().wire());
  }

  public static ObjectNode of(CloseReply reply) {
    var fields =
        Json.object()
            .put("session", reply.session().value())
            .put("processes", reply.processes())
            .put("killed", reply.killed());
    state(fields, reply.state());
    reply.endedBy().ifPresent(reason -> fields.put("ended_by", reason));
    reply.note().ifPresent(note -> fields.put("note", note));
    return fields;
  }

  /** How a session that was closed ended, for a model that closed it: what is not as usual. */
  public static ObjectNode lean(CloseReply reply) {
    var fields = of(reply);
    fields.remove("session");
    if (reply.processes() == 1) {
      fields.remove("processes");
    }
    if (reply.killed() == 0) {
      fields.remove("killed");
    }
    if (reply.endedBy().filter(by -> by.startsWith("closed")).isPresent()) {
      fields.remove(List.of("exit_code", "signal"));
    }
    return fields;
  }

  /** A list as agents and commands get it. */
  public static ObjectNode of(SessionList entries) {
    var fields = Json.object();
    var list = fields.putArray("sessions");
    entries.entries().forEach(entry -> list.add(EntryFields.brief(entry)));
    silent(fields, entries);
    return fields;
  }

  /** Names the nodes that did not answer. */
  public static void silent(ObjectNode fields, SessionList entries) {
    if (!entries.silent().isEmpty()) {
      var silent = fields.putArray("unreachable");
      entries.silent().forEach(silent::add);
    }
  }

  /** The state, and how it ended if it did. */
  public static void state(ObjectNode fields, SessionState state) {
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
    return program.command().isEmpty() ? program.name() : SessionEntry.shown(program.command());
  }

  private static ObjectNode command(CommandResult command) {
    var fields = Json.object();
    if (!command.command().isEmpty()) {
      fields.put("text", command.command());
    }
    command.exitCode().ifPresent(code -> fields.put("exit_code", code));
    return fields.put("cwd", command.directory()).put("duration_ms", command.duration().toMillis());
  }

  public static ObjectNode omitted(Excerpt.Omitted omitted) {
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
  public static ObjectNode screen(Screen screen) {
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
}
