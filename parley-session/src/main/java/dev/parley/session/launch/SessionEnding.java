package dev.parley.session.launch;

import dev.parley.pty.Exit;
import java.time.Instant;

/** How and when a session ended, and who ended it. */
public record SessionEnding(Exit exit, Instant at, String by) {}
