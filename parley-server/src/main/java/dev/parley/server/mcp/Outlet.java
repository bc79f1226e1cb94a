package dev.parley.server.mcp;

import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Where messages to a client go; safe for many threads. */
interface Outlet {
  /** Sends a notification, or a request of ours. */
  void send(ObjectNode message) throws IOException;

  /** Sends the answer to the request this outlet serves, and the fault it reports if it is one. */
  default void reply(ObjectNode answer, Optional<Fault> fault) throws IOException {
    send(answer);
  }
}
