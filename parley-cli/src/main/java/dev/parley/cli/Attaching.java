package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.ParleyClient.Attachment;

/**
 * A session to attach to, and how.
 *
 * @param follows whether every change of the session's size is to be told and painted
 */
record Attaching(ParleyClient client, String session, boolean readOnly, boolean follows) {
  /** A connection whose first frame paints the screen. */
  Attachment begin() {
    return client.attach(session, readOnly, follows);
  }

  /** A connection that goes on from an offset. */
  Attachment from(long offset) {
    return client.attach(session, readOnly, follows, offset);
  }
}
