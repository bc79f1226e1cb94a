/**
 * What the launcher ({@code launcher/parley.c}) meets at the daemon's socket: a command that runs
 * here on the streams of a process elsewhere ({@link dev.parley.server.launcher.Lent}), and the
 * pipe behind {@code parley mcp} ({@link dev.parley.server.launcher.PipeDoor}). Read {@link
 * dev.parley.server.launcher.LauncherDoor} first.
 */
@NullMarked
package dev.parley.server.launcher;

import org.jspecify.annotations.NullMarked;
