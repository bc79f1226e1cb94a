package dev.parley.server.calls;

import dev.parley.session.refusal.Refusal;
import java.util.Optional;

/**
 * A session as a caller names it: {@code ID} on this node, {@code NODE/ID} on another one.
 *
 * @param session an id, the beginning of one, or a name
 */
public record Reference(Optional<String> node, String session) {

  /**
   * Takes apart what a caller wrote.
   *
   * @throws Refusal when there is a slash and it does not part a node from a session
   */
  public static Reference parse(String text) {
    var slash = text.indexOf('/');
    if (slash < 0) {
      return new Reference(Optional.empty(), text);
    }
    var node = text.substring(0, slash);
    var session = text.substring(slash + 1);
    if (!Place.NODE_NAME.matcher(node).matches()
        || session.isEmpty()
        || session.indexOf('/') >= 0) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "A session of another node is named NODE/ID, with one slash",
          "Use the id as a list of the fleet shows it");
    }
    return new Reference(Optional.of(node), session);
  }
}
