package dev.parley.server.calls;

import dev.parley.session.SessionState;
import dev.parley.session.launch.SessionId;
import java.util.Optional;

/**
 * How a session was ended.
 *
 * @param processes how many were ended
 * @param killed how many of them by force
 * @param endedBy what has ended it; empty when it had ended by itself before
 * @param note what became of what it had, such as a worktree
 */
public record CloseReply(
    SessionId session,
    int processes,
    int killed,
    SessionState state,
    Optional<String> endedBy,
    Optional<String> note) {}
