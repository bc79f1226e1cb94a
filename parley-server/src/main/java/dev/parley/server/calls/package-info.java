/**
 * What can be asked of sessions, as values: a record in, a record out, and a {@link
 * dev.parley.session.refusal.Refusal} where a request is declined. Every door stands on these calls
 * and only translates: the agents' tools, REST, and the commands on the socket.
 *
 * <p>Read {@code SessionCalls} first. A call names its session and its target by value, so that
 * this is the one place to decide where a session lives. Nothing of JSON or of a protocol is here.
 */
@NullMarked
package dev.parley.server.calls;

import org.jspecify.annotations.NullMarked;
