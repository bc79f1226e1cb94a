package dev.parley.session;

import dev.parley.pty.Foreground;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.terminal.Screen;
import java.time.Duration;
import java.util.Optional;

/**
 * One turn of a conversation: why the call returned, what the session is doing now, and what it
 * printed.
 *
 * @param excerpt the output since the call began; its {@code to} is where the next read goes on
 * @param command the last command that a shell with marks has finished
 * @param hint what to do next; empty when it would not help
 * @param endedBy what has ended the session, where that was not the program's own doing
 */
public record Turn(
    SessionId session,
    Optional<String> name,
    Why why,
    Verdict verdict,
    boolean fullscreen,
    Optional<Foreground> foreground,
    Optional<CommandResult> command,
    Excerpt excerpt,
    Optional<Match> match,
    Screen screen,
    Floor.Party floor,
    Duration elapsed,
    Optional<Advice> hint,
    Optional<String> endedBy) {

  public SessionState state() {
    return verdict.state();
  }

  /** The same with something else shown of the output. */
  public Turn showing(Excerpt other) {
    return new Turn(
        session,
        name,
        why,
        verdict,
        fullscreen,
        foreground,
        command,
        other,
        match,
        screen,
        floor,
        elapsed,
        hint,
        endedBy);
  }

  /** What was printed: without the echo of what was typed and without the prompt at its end. */
  public String output() {
    return excerpt.text();
  }
}
