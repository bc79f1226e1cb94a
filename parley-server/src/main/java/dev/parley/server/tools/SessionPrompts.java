package dev.parley.server.tools;

import dev.parley.server.json.Arguments;
import dev.parley.server.mcp.Prompt;
import java.util.List;

/** Conversation openers for common jobs. */
final class SessionPrompts {
  private SessionPrompts() {}

  static List<Prompt> all() {
    return List.of(
        prompt(
            "debug_with_gdb",
            "Debug a program with gdb",
            "Find out why a program misbehaves, in a debugger session.",
            List.of(
                new Prompt.Argument("program", "The program with its arguments", true),
                new Prompt.Argument("problem", "What goes wrong", false)),
            """
            Debug this program with gdb: %s
            What goes wrong: %s

            Start it with session_start and command "gdb -q --args PROGRAM". Each session_send \
            returns when gdb is at its prompt again, or when the program runs on or wants input. \
            Set breakpoints, run, and look with bt, info locals and print before you draw \
            conclusions. Stop a program that runs away with keys ["ctrl+c"]. Say what you found \
            and which commands showed it, then close the session.\
            """,
            "what happens when it runs"),
        prompt(
            "drive_a_repl",
            "Work in a REPL",
            "Solve a task step by step in an interactive interpreter or database console.",
            List.of(
                new Prompt.Argument("command", "For example python3, node or psql", true),
                new Prompt.Argument("task", "What to find out or do", false)),
            """
            Work in this interactive program: %s
            The task: %s

            Start it once with session_start and keep it open: variables and connections stay. \
            Send one step at a time with session_send, read the answer and the prompt, and only \
            then go on. A continuation prompt means the step is not complete yet: finish it, or \
            give it up with keys ["ctrl+c"]. Send several lines at once with paste.\
            """,
            "as the conversation says"),
        prompt(
            "answer_an_installer",
            "Answer an installer",
            "Run something that asks questions, and answer them.",
            List.of(
                new Prompt.Argument("command", "What to run", true),
                new Prompt.Argument("wishes", "How to answer", false)),
            """
            Run this and answer its questions: %s
            How to answer: %s

            Start it with session_start. Whenever state is waiting, read the question in output \
            and prompt and answer it with session_send: text for a line, keys for menus (arrows, \
            tab, space, enter). When fullscreen is true read screen and its highlights. When \
            state is secret a password is wanted: use session_ask, never type one. While it is \
            working, session_read waits. Ask the person before you confirm anything that \
            deletes data. Finish when state is exited or ready, and report the exit code.\
            """,
            "take the defaults, and ask where it matters"));
  }

  private static Prompt prompt(
      String name,
      String title,
      String description,
      List<Prompt.Argument> arguments,
      String text,
      String otherwise) {
    return new Prompt(
        name,
        title,
        description,
        arguments,
        call -> {
          var given = new Arguments(call.arguments());
          return List.of(
              Prompt.Message.user(
                  text.formatted(
                      given.text(arguments.get(0).name(), ""),
                      given.text(arguments.get(1).name(), otherwise))));
        });
  }
}
