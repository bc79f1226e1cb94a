package dev.parley.client;

import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** What every answer about a session says: which it is, its state, and how it ended if it did. */
public sealed interface RemoteStanding permits RemoteTurn, RemoteEntry, RemoteEnding {
  /** All of it, as it travels. */
  JsonNode json();

  /** The id. */
  default String session() {
    return json().path("session").asString("");
  }

  default Optional<String> name() {
    return json().path("name").asStringOpt();
  }

  default RemoteState state() {
    return RemoteState.named(json().path("state").asString(""));
  }

  /** How it ended; a signal's code is 128 and its number. */
  default OptionalInt exitCode() {
    return json().has("exit_code")
        ? OptionalInt.of(json().path("exit_code").asInt())
        : OptionalInt.empty();
  }

  /** What has ended it, where that was not the program's own doing. */
  default Optional<String> endedBy() {
    return json().path("ended_by").asStringOpt();
  }

  /** The signal that ended it, such as {@code SIGKILL}. */
  default Optional<String> signal() {
    return json().path("signal").asStringOpt();
  }
}
