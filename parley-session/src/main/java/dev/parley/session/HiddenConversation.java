package dev.parley.session;

import dev.parley.pty.Exit;
import dev.parley.session.remote.ssh.SshConversation;
import java.time.Duration;

/** A conversation with ssh, held by a session that is in no list. */
record HiddenConversation(Session session) implements SshConversation {

  @Override
  public Step await(Duration longest) {
    var turn = session.await(Expectation.turn().within(longest));
    return switch (turn.state()) {
      case SessionState.Exited(Exit.Code(var code)) when code == 0 -> new Step.Connected();
      case SessionState.Exited _, SessionState.Lost _ -> new Step.Failed();
      case SessionState.Secret(var prompt) -> new Step.AsksForSecret(prompt, isCertain(turn));
      case SessionState.Waiting(var prompt) -> new Step.Asks(prompt);
      case SessionState.Working _, SessionState.Ready _, SessionState.Unreachable _ ->
          new Step.Busy();
    };
  }

  private boolean isCertain(Turn turn) {
    return turn.verdict().confidence() == Confidence.HIGH
        && TerminalReaders.isAlone(session.pid(), "ssh");
  }

  @Override
  public void awaitChange(Duration longest) {
    session.await(Expectation.turn().only(Until.CHANGE, Until.EXIT).within(longest));
  }

  @Override
  public void typeLine(String text) {
    session.send(Input.line(text), Expectation.none());
  }

  @Override
  public void typeSecret(String text) {
    session.send(Input.secret(text), Expectation.none());
  }

  @Override
  public String printed() {
    return session.read(0, View.everything()).text();
  }

  @Override
  public void end(String by) {
    session.end(Duration.ZERO, by);
  }
}
