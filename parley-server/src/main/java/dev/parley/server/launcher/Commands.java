package dev.parley.server.launcher;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Runs commands in this process; the command line gives it to the daemon. */
public interface Commands {
  /** A command that must have a process of its own; the launcher then starts a JVM for it. */
  int NEEDS_A_PROCESS = -1;

  /** Runs what the launcher was asked for, on what it lends; the exit code. */
  int run(Lent lent);

  /**
   * What a pipe with these arguments says in its hello.
   *
   * @return nothing when it needs a process of its own
   */
  Optional<ObjectNode> pipe(List<String> arguments);
}
