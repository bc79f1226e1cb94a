package dev.parley.server.calls;

import dev.parley.session.SessionState;
import dev.parley.session.launch.SessionId;

/**
 * How a session was ended.
 *
 * @param processes how many were ended
 * @param killed how many of them by force
 */
public record CloseReply(SessionId session, int processes, int killed, SessionState state) {}
