package dev.parley.server.calls;

/**
 * One person at the keyboard of one session, on this node or on another. What cannot be done is a
 * {@link dev.parley.session.refusal.Refusal}, which the door must show to the person.
 */
public interface AtKeyboard extends AutoCloseable {
  /** Takes the floor, from agents or from another person. */
  void takeFloor();

  /** Hands the floor back to agents, if this person has it. */
  void handBack();

  /** Types what the person types, who must have the floor. */
  void type(byte[] keys);

  /** Types what a pipe brings; waits while the program reads none of it. */
  void feed(byte[] bytes);

  void resize(int columns, int rows);

  /** Types a secret that was asked for, and only where the program does not show it. */
  void supply(String ask, String value);

  /** Declines what an agent asks for. */
  void refuse(String ask);

  /** Keeps a secret under a name, for one program, while the session lives. */
  void keep(String name, String value, String program);

  /** Whoever leaves hands back, unless another window of theirs has taken the floor since. */
  @Override
  void close();
}
