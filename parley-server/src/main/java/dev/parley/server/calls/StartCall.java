package dev.parley.server.calls;

import dev.parley.session.launch.Launch;

/** Start a program, and wait until it is ready for its first turn. */
public record StartCall(Launch launch, Waiting waiting) {}
