package dev.parley.session.refusal;

/**
 * What could be done next, as a value. The engine knows neither tools nor commands nor routes, so
 * whoever passes advice on says it in words of its own; {@link #plain} is for Java callers and for
 * whoever has none.
 */
public sealed interface Advice {

  /** A step that every door has in one form or another. */
  enum Step implements Advice {
    LIST_SESSIONS("Look for it in the list of sessions"),
    CLOSE_A_SESSION("Close a session"),
    START_ANOTHER("Start a new session"),
    /** A person has the floor. */
    AWAIT_FLOOR("Wait until it is given back"),
    TAKE_FLOOR("Take control first"),
    AWAIT_SECRET_PROMPT("Wait until its state is secret"),
    /** A secret was to be typed by a name that nobody has supplied one for. */
    ASK_FOR_NAMED_SECRET("Ask a person to supply it"),
    /** Another program than the shell is in front. */
    FREE_THE_SHELL("Answer the program, interrupt it, or start another session"),
    /** ssh asked for something that nobody gave us. */
    GIVE_CREDENTIALS(
        "Use a key or an agent, or give a password; or run ssh as a local command and let a person"
            + " answer it"),
    ASK_FOR_PASSWORD("A password is asked for: let a person enter it."),
    FINISH_COMMAND("The shell wants the rest of the command: type it, or interrupt."),
    RUN_OR_DROP_LINE("The shell's line is not empty: press Enter to run it, or Ctrl-C to drop it."),
    DROP_LINE("Drop the line with Ctrl-C, then type again"),
    READ_SCREEN("A full-screen program: look at the screen and answer with keys."),
    CONTINUE_PROGRAM("The program is stopped: send it the signal CONT, or end it."),
    WAIT_OR_INTERRUPT("Still working: wait on, or interrupt.");

    private final String plain;

    Step(String plain) {
      this.plain = plain;
    }

    @Override
    public String plain() {
      return plain;
    }
  }

  /** What was asked for is gone; this is the oldest that is kept. */
  record ReadFrom(long offset) implements Advice {
    @Override
    public String plain() {
      return "Read from " + offset;
    }
  }

  /**
   * A person may accept a host key by naming its fingerprint.
   *
   * @param target where the host is, with the fingerprint
   */
  record AcceptHostKey(String target) implements Advice {
    @Override
    public String plain() {
      return "Compare the fingerprint with one from a source you trust; accept it by starting at "
          + target;
    }
  }

  /** Something that is the same for everyone. */
  record Plain(String plain) implements Advice {}

  /** In words that belong to no door. */
  String plain();
}
