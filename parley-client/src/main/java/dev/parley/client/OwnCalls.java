package dev.parley.client;

import tools.jackson.databind.node.ObjectNode;

/**
 * A way to the daemon from inside it: a command that runs there makes its calls without a
 * connection, on its own thread.
 */
@FunctionalInterface
public interface OwnCalls {
  /**
   * Makes a call, and waits for as long as it takes.
   *
   * @return the answer as it would travel, with a {@code result} or an {@code error}
   * @throws InterruptedException when the thread was interrupted meanwhile
   */
  ObjectNode call(String method, ObjectNode parameters) throws InterruptedException;
}
