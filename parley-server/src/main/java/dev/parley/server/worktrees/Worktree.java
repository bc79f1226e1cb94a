package dev.parley.server.worktrees;

import java.nio.file.Path;

/**
 * A worktree that a session has for itself.
 *
 * @param repository the worktree it was made from
 * @param madeBranch whether the branch was made with it
 */
public record Worktree(Path repository, Path path, String branch, boolean madeBranch) {}
