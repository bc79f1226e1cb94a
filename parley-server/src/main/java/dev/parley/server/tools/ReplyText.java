package dev.parley.server.tools;

import dev.parley.server.calls.AskReply;
import dev.parley.server.calls.CloseReply;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.TurnReply;
import dev.parley.session.CommandResult;
import dev.parley.session.Confidence;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Replies as a few lines of text for a model, which show what a person at the terminal would see
 * under a line that says where things stand.
 */
final class ReplyText {
  private ReplyText() {}

  /**
   * A turn.
   *
   * @param started the process that was started; another one in front of the terminal is named
   */
  static String of(TurnReply reply, long started) {
    var text = new StringBuilder(String.join(" · ", standing(reply.turn(), started))).append('\n');
    text.append(reply.output());
    if (reply.showsScreen()) {
      endLine(text);
      screenText(text, reply.turn());
    } else if (reply.view() == View.Kind.TEXT) {
      text.append(reply.turn().state().prompt());
    }
    if (reply.hint().isPresent()) {
      endLine(text);
      text.append("Hint: ").append(ParleyWording.WORDING.of(reply.hint().get()));
    }
    return others(text.toString().stripTrailing(), reply.others());
  }

  private static String others(String text, List<TurnReply.Other> others) {
    var more = new StringBuilder(text);
    if (!others.isEmpty()) {
      more.append("\nothers:");
    }
    for (var other : others) {
      more.append(
          " %s %s;".formatted(other.name().orElse(other.session().value()), other.state().wire()));
    }
    return more.toString();
  }

  static String of(AskReply reply, long started) {
    return "outcome: %s%n%s".formatted(reply.outcome().wire(), of(reply.turned(), started));
  }

  static String of(CloseReply reply) {
    return "%s · %s%s · ended %d processes, %d of them by force"
        .formatted(
            state(reply.state()),
            reply.session(),
            reply.endedBy().map(reason -> " · " + endedBy(reason)).orElse(""),
            reply.processes(),
            reply.killed());
  }

  static String of(List<SessionEntry> entries) {
    return entries.isEmpty()
        ? "No sessions."
        : entries.stream().map(ReplyText::line).collect(Collectors.joining("\n"));
  }

  private static String line(SessionEntry entry) {
    var parts = new ArrayList<String>();
    parts.add(entry.id().value());
    entry.name().ifPresent(parts::add);
    parts.add(entry.state().wire());
    if (entry.state() instanceof SessionState.Exited(var exit)) {
      parts.add("exit code " + exit.shellCode());
    }
    entry.endedBy().map(ReplyText::endedBy).ifPresent(parts::add);
    parts.add(entry.command());
    parts.add(entry.age().toSeconds() + " s old");
    return String.join(" · ", parts);
  }

  private static List<String> standing(Turn turn, long started) {
    var standing = new ArrayList<String>();
    standing.add(state(turn.state()));
    if (!implied(turn.why(), turn.state())) {
      standing.add("returned for " + turn.why().wire());
    }
    standing.add(turn.name().orElseGet(() -> turn.session().value()));
    turn.foreground()
        .filter(program -> program.pid() != started)
        .ifPresent(program -> standing.add("running " + program.name()));
    turn.endedBy().ifPresent(reason -> standing.add(endedBy(reason)));
    if (turn.state() instanceof SessionState.Ready) {
      finished(turn).ifPresent(standing::add);
    }
    if (turn.verdict().confidence() != Confidence.HIGH) {
      standing.add(turn.verdict().confidence().wire() + " confidence");
    }
    standing.add("offset " + turn.excerpt().to());
    return standing;
  }

  private static String endedBy(String reason) {
    return reason.startsWith("closed") ? reason : "ended by " + reason;
  }

  static String state(SessionState state) {
    return switch (state) {
      case SessionState.Exited(var exit) -> "exited with " + exit;
      case SessionState.Waiting _,
          SessionState.Secret _,
          SessionState.Ready _,
          SessionState.Working _,
          SessionState.Lost _ ->
          state.wire();
    };
  }

  private static boolean implied(Why why, SessionState state) {
    return switch (why) {
      case INPUT, COMMAND -> state.wantsInput();
      case EXIT -> state.over();
      case MATCH, QUIET, CHANGE, FLOOR, TIMEOUT, GUARD -> false;
    };
  }

  private static Optional<String> finished(Turn turn) {
    return turn.command()
        .filter(CommandResult::finished)
        .map(command -> "exit code " + command.exitCode().getAsInt());
  }

  private static void screenText(StringBuilder text, Turn turn) {
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
