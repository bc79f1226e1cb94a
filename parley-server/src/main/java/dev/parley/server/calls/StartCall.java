package dev.parley.server.calls;

import dev.parley.session.launch.Launch;

/**
 * Start a program, and wait until it is ready for its first turn.
 *
 * @param place the node to start it on
 */
public record StartCall(Launch launch, Waiting waiting, Place place) {

  /** Starts it on this node. */
  public StartCall(Launch launch, Waiting waiting) {
    this(launch, waiting, Place.HERE);
  }
}
