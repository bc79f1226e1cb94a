/**
 * Who may do what: tokens, roles, the one-time codes and cookies of the console, and the log of
 * what was done. {@code Access} is where to begin; it knows nothing of HTTP or of sessions.
 */
@NullMarked
package dev.parley.server.access;

import org.jspecify.annotations.NullMarked;
