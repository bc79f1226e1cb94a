package dev.parley.server.tools;

import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Wording;

/**
 * What could be done next, in terms of a toolset that has fewer tools than Parley's own. What it
 * has no tool for is said in plain words.
 *
 * @param list the tool that lists sessions
 * @param close the tool that ends one
 * @param start the tool that starts one
 * @param type the tool that types
 */
record ToolsetWording(String list, String close, String start, String type) implements Wording {
  static final Wording TRICODE =
      new ToolsetWording("list_sessions", "close_session", "start_session", "send_input");

  static final Wording UNIFIED_EXEC =
      new ToolsetWording("list_pty_sessions", "close_pty_session", "unified_exec", "write_stdin");

  static final Wording TERMINAL =
      new ToolsetWording(
          "terminal_list_sessions_tool",
          "terminal_close_session_tool",
          "terminal_create_session_tool",
          "terminal_send_tool");

  @Override
  public String of(Advice advice) {
    return switch (advice) {
      case Advice.Step step -> of(step);
      case Advice.AcceptHostKey(var target) -> accept(target);
      case Advice.ReadFrom _, Advice.Plain _ -> advice.plain();
    };
  }

  private String of(Advice.Step step) {
    return switch (step) {
      case LIST_SESSIONS -> "List the sessions with " + list;
      case CLOSE_A_SESSION -> "Close one with " + close;
      case START_ANOTHER -> "Start a new session with " + start;
      case FREE_THE_SHELL ->
          "Answer it with %s, interrupt it by typing \\u0003, or start another with %s"
              .formatted(type, start);
      case FINISH_COMMAND ->
          "The shell wants the rest of the command: type it with %s".formatted(type);
      case RUN_OR_DROP_LINE ->
          "The shell's line is not empty: run it with an empty %1$s, or drop it with %1$s and \\u0003"
              .formatted(type);
      case DROP_LINE -> "Drop the line with %s and \\u0003, then type again".formatted(type);
      case GIVE_CREDENTIALS ->
          "Use a key or an agent; or give password or key_file where the tool takes them";
      case AWAIT_FLOOR,
          TAKE_FLOOR,
          AWAIT_SECRET_PROMPT,
          ASK_FOR_NAMED_SECRET,
          ASK_FOR_PASSWORD,
          READ_SCREEN,
          CONTINUE_PROGRAM,
          WAIT_OR_INTERRUPT ->
          step.plain();
    };
  }

  /** Only the terminal toolset opens connections, and it has the fingerprint behind the host. */
  private static String accept(String target) {
    var ssh = (Target.Ssh) Target.parse(target);
    return "Compare the fingerprint with one from a source you trust; to accept it, give the host"
        + " %s?fingerprint=%s".formatted(ssh.host(), ssh.fingerprint());
  }
}
