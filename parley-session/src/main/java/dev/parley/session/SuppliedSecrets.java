package dev.parley.session;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;

/**
 * The secrets that people supply to one session: typed to the program that asks, whoever has the
 * floor, or kept under a name until it does. Each is masked wherever it is printed.
 */
public final class SuppliedSecrets {
  private final Keyboard keyboard;
  private final Secrets secrets;
  private final Asks asks;
  private final StateReader states;
  private final End end;

  SuppliedSecrets(Keyboard keyboard, Secrets secrets, Asks asks, StateReader states, End end) {
    this.keyboard = keyboard;
    this.secrets = secrets;
    this.asks = asks;
    this.states = states;
    this.end = end;
  }

  /** Who would read a secret that is typed now. */
  public SecretReader reader() {
    return states.secretReader();
  }

  /**
   * Types a secret.
   *
   * @throws Refusal when the program does not ask for one, and might show it
   */
  public Turn type(String value) {
    checkAskedFor();
    return typeUnasked(value);
  }

  /**
   * Types a secret to a reader that was shown to the person.
   *
   * @param mark the reader's {@link SecretReader#mark}
   * @throws Refusal when somebody else would read it now
   */
  public Turn type(String value, String mark) {
    checkAskedFor();
    return keyboard.secret(value, () -> reader().checkMark(mark)).first();
  }

  /** Types a secret also where nothing tells that the program asks for it. */
  public Turn typeUnasked(String value) {
    return keyboard.secret(value, () -> {}).first();
  }

  /**
   * Answers a question of {@link Session#asks} with a secret. It goes to the reader the person was
   * shown: the program that asked, in the words it asked in.
   *
   * @throws Refusal when somebody else would read it now; then they must be asked again
   */
  public Turn answer(String ask, String value) {
    end.checkAlive();
    var meant = asks.reader(ask);
    states.checkAsksForSecret();
    if (!meant.isSame(reader())) {
      asks.withdraw(ask);
    }
    return keyboard.secret(value, () -> meant.checkReads(reader())).first();
  }

  /**
   * Keeps a secret under a name while the session lives, in memory only.
   *
   * @param program the only one it may be typed to: a name, or a path
   */
  public void keep(String name, String value, String program) {
    end.checkAlive();
    secrets.keep(name, value, SecretReader.checkedProgram(program));
  }

  /**
   * The input for a secret that was kept under a name.
   *
   * @throws Refusal when there is none, or its program does not ask for it
   */
  public Input kept(String name) {
    var kept =
        secrets
            .named(name)
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.NOT_FOUND,
                        "Nobody has supplied a secret of this name in this session",
                        Advice.Step.ASK_FOR_NAMED_SECRET));
    states.checkAsksForSecret();
    reader().checkIs(kept.program());
    return Input.secret(kept.value());
  }

  private void checkAskedFor() {
    end.checkAlive();
    states.checkAsksForSecret();
  }
}
