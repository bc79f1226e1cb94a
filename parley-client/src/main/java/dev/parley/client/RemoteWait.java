package dev.parley.client;

import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What to wait for, how long, and what to show. Running out of time is an answer. */
public final class RemoteWait {
  private final ObjectNode json;

  private RemoteWait(ObjectNode json) {
    this.json = json;
  }

  /** The program is ready for the next turn: it waits, its shell is back, or it ended. */
  public static RemoteWait turn() {
    return new RemoteWait(ParleyClient.object());
  }

  /** Nothing: looks once and returns. */
  public static RemoteWait none() {
    return turn().within(Duration.ZERO);
  }

  /**
   * Any of these: {@code input}, {@code command}, {@code exit}, {@code quiet}, {@code change},
   * {@code floor}.
   */
  public static RemoteWait until(String... any) {
    var json = ParleyClient.object();
    var words = json.putArray("until");
    List.of(any).forEach(words::add);
    return new RemoteWait(json);
  }

  /** Ends, among other things, when this regular expression (RE2 syntax) matches. */
  public RemoteWait matching(String pattern) {
    return new RemoteWait(json.deepCopy().put("pattern", pattern));
  }

  public RemoteWait within(Duration timeout) {
    return new RemoteWait(json.deepCopy().put("timeout_ms", timeout.toMillis()));
  }

  /** How long without output counts as quiet. */
  public RemoteWait quietFor(Duration quiet) {
    return new RemoteWait(json.deepCopy().put("quiet_ms", quiet.toMillis()));
  }

  /** Shows {@code text}, {@code screen}, {@code raw} or {@code none}. */
  public RemoteWait showing(String view) {
    return new RemoteWait(json.deepCopy().put("view", view));
  }

  /** Shows only lines of the output that match a regular expression (RE2 syntax); for reading. */
  public RemoteWait onlyLines(String pattern) {
    return new RemoteWait(json.deepCopy().put("grep", pattern));
  }

  /** The budget for the output. */
  public RemoteWait tokens(int most) {
    return new RemoteWait(json.deepCopy().put("max_tokens", most));
  }

  ObjectNode into(ObjectNode parameters) {
    return parameters.setAll(json);
  }
}
