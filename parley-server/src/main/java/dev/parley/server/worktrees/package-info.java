/**
 * Worktrees of git that sessions have for themselves: made for a session, and removed with it if
 * nothing would be lost. Read {@code Worktrees} first.
 */
@NullMarked
package dev.parley.server.worktrees;

import org.jspecify.annotations.NullMarked;
