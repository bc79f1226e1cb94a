package dev.parley.server.tools;

import dev.parley.pty.Exit;
import dev.parley.server.calls.AskReply;
import dev.parley.server.calls.CloseReply;
import dev.parley.server.calls.ScreenChange;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.SessionList;
import dev.parley.server.calls.Told;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.wire.ExplanationFields;
import dev.parley.session.CommandResult;
import dev.parley.session.Confidence;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.refusal.Wording;
import dev.parley.terminal.Cursor;
import dev.parley.terminal.Screen;
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
   * @param named whether the caller must be told which session this is
   */
  static String of(TurnReply reply, long started, Told.News news, boolean named, Wording wording) {
    var text =
        new StringBuilder(String.join(" · ", standing(reply, started, news, named))).append('\n');
    text.append(reply.output());
    var printed = text.length();
    if (reply.showsScreen()) {
      endLine(text);
      screenText(text, reply.turn().screen(), news);
    } else if (reply.view() == View.Kind.TEXT && news.prompt()) {
      // A shell's marks say where an output without a line end is over.
      if (reply.turn().state() instanceof SessionState.Ready && !reply.prompt().isEmpty()) {
        endLine(text);
      }
      text.append(reply.prompt());
    }
    if (reply.hint().isPresent() && news.hint()) {
      endLine(text);
      text.append("Hint: ").append(wording.of(reply.hint().get()));
    }
    reply
        .explanation()
        .ifPresent(
            why -> {
              endLine(text);
              text.append("Explained: ").append(ExplanationFields.text(why));
            });
    // What was printed is told to the letter, its end too.
    var exact = !reply.output().isEmpty() && text.length() == printed;
    return others(exact ? text.toString() : text.toString().stripTrailing(), reply.others());
  }

  private static String others(String text, List<TurnReply.Other> others) {
    var more = new StringBuilder(text);
    if (!others.isEmpty()) {
      endLine(more);
      more.append("others:");
    }
    for (var other : others) {
      more.append(
          " %s %s;".formatted(other.name().orElse(other.session().value()), other.state().wire()));
    }
    return more.toString();
  }

  static String of(AskReply reply, long started, Told.News news, Wording wording) {
    return "%s · %s"
        .formatted(reply.outcome().wire(), of(reply.turned(), started, news, false, wording));
  }

  static String of(CloseReply reply) {
    var ended =
        reply.endedBy().filter(by -> by.startsWith("closed")).isPresent()
            ? "closed"
            : state(reply.state());
    var force = reply.killed() == 0 ? "" : ", %d by force".formatted(reply.killed());
    // A session is at least one process.
    return reply.processes() == 1 && force.isEmpty()
        ? ended
        : "%s · processes ended: %d%s".formatted(ended, reply.processes(), force);
  }

  static String of(SessionList list) {
    var lines =
        list.entries().isEmpty()
            ? "No sessions."
            : list.entries().stream().map(ReplyText::line).collect(Collectors.joining("\n"));
    return list.silent().isEmpty()
        ? lines
        : lines + "\nNot reached: " + String.join(", ", list.silent());
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

  private static List<String> standing(
      TurnReply reply, long started, Told.News news, boolean named) {
    var turn = reply.turn();
    var standing = new ArrayList<String>();
    standing.add(state(turn.state()));
    if (!reply.impliesWhy()) {
      standing.add("why: " + turn.why().wire());
    }
    if (named) {
      standing.add(turn.name().orElseGet(() -> turn.session().value()));
    }
    turn.foreground()
        .filter(program -> program.pid() != started && news.foreground())
        .ifPresent(program -> standing.add("running " + program.name()));
    turn.endedBy().ifPresent(reason -> standing.add(endedBy(reason)));
    if (turn.state() instanceof SessionState.Ready) {
      finished(turn).ifPresent(standing::add);
    }
    if (turn.verdict().confidence() != Confidence.HIGH) {
      standing.add(turn.verdict().confidence().wire() + " confidence");
    }
    standing.add("@" + turn.excerpt().to());
    return standing;
  }

  private static String endedBy(String reason) {
    return reason.startsWith("closed") ? reason : "ended by " + reason;
  }

  static String state(SessionState state) {
    return switch (state) {
      case SessionState.Exited(Exit.Code(var code)) -> "exited " + code;
      case SessionState.Exited(Exit.Killed(_, var signal)) -> "exited by " + signal;
      case SessionState.Waiting _,
          SessionState.Secret _,
          SessionState.Ready _,
          SessionState.Working _,
          SessionState.Lost _,
          SessionState.Unreachable _ ->
          state.wire();
    };
  }

  private static Optional<String> finished(Turn turn) {
    return turn.command()
        .filter(CommandResult::finished)
        .map(command -> "exit code " + command.exitCode().getAsInt());
  }

  /** The screen, or where most of it was told before, the rows that have changed. */
  private static void screenText(StringBuilder text, Screen screen, Told.News news) {
    news.screen()
        .ifPresentOrElse(
            change -> changeText(text, change, screen.cursor(), news),
            () -> wholeText(text, screen));
    var highlights = screen.highlights();
    if (!highlights.isEmpty()) {
      endLine(text);
      text.append("highlighted: ");
      text.append(
          String.join(" | ", highlights.stream().limit(8).map(one -> one.text().strip()).toList()));
      text.append('\n');
    }
  }

  private static void wholeText(StringBuilder text, Screen screen) {
    text.append("screen %d×%d".formatted(screen.columns(), screen.rows()));
    if (screen.cursor().visible()) {
      text.append(", ").append(at(screen.cursor()));
    }
    text.append(":\n").append(screen.text());
  }

  private static void changeText(
      StringBuilder text, ScreenChange change, Cursor cursor, Told.News news) {
    var parts = new ArrayList<String>();
    if (change.up() != 0) {
      parts.add(
          "all moved %s %d".formatted(change.up() > 0 ? "up" : "down", Math.abs(change.up())));
    }
    if (news.cursor()) {
      parts.add(at(cursor));
    }
    if (!change.rows().isEmpty()) {
      parts.add("changed rows:");
    } else if (change.up() == 0) {
      parts.add("no row changed");
    }
    text.append(String.join(", ", parts)).append('\n');
    change.rows().forEach((row, line) -> text.append(row).append(": ").append(line).append('\n'));
  }

  private static String at(Cursor cursor) {
    return cursor.visible()
        ? "cursor row %d col %d".formatted(cursor.row(), cursor.column())
        : "cursor hidden";
  }

  private static void endLine(StringBuilder text) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }
}
