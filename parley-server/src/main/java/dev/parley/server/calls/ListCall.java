package dev.parley.server.calls;

/**
 * List sessions.
 *
 * @param exitedToo also those that have ended and are still kept
 * @param fleet also those of the other nodes
 */
public record ListCall(boolean exitedToo, boolean fleet) {

  /** Lists the sessions of this node. */
  public ListCall(boolean exitedToo) {
    this(exitedToo, false);
  }
}
