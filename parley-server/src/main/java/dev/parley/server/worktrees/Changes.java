package dev.parley.server.worktrees;

/**
 * What is different in a worktree.
 *
 * @param base the commit it is compared with: the last that its branch and the repository's have in
 *     common
 * @param diff as git prints it
 * @param cut whether there is more of it
 */
public record Changes(Worktree worktree, String base, String diff, boolean cut) {}
