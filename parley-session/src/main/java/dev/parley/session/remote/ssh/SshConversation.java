package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Launch;
import java.time.Duration;

/**
 * A conversation with this host's ssh on a terminal that nobody else sees. Who starts sessions
 * provides it, so that logging in needs to know nothing of them.
 */
public interface SshConversation {

  /** Starts a program to talk to. */
  interface Starter {
    SshConversation start(Launch launch);
  }

  /** What the program does now. */
  sealed interface Step {
    /** It has ended by itself and without complaint: the connection is there. */
    record Connected() implements Step {}

    /** It has ended in another way. */
    record Failed() implements Step {}

    /**
     * It asks with echo off.
     *
     * @param certain whether the kernel says so of ssh itself, with nothing else to wait for
     */
    record AsksForSecret(String prompt, boolean certain) implements Step {}

    /** It asks for something that is shown when it is typed. */
    record Asks(String prompt) implements Step {}

    /** It was still busy when the time was up. */
    record Busy() implements Step {}
  }

  /** Waits until the program asks or ends, at most this long. */
  Step await(Duration longest);

  /** Waits until the program prints something or ends, at most this long. */
  void awaitChange(Duration longest);

  void typeLine(String text);

  /** Types something that is masked wherever it is printed. */
  void typeSecret(String text);

  /** All that the program has printed. */
  String printed();

  /**
   * Ends the program at once.
   *
   * @param by who ended it, in a word
   */
  void end(String by);
}
