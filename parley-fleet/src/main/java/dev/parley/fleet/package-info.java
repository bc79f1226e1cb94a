/**
 * Sessions on many hosts, as the same calls that a daemon offers on its own. NATS carries the
 * messages; each node is the only truth about its sessions, so that nothing is replicated and
 * nothing has to be agreed on.
 *
 * <p>Read {@code FleetMember} first, which puts it together: {@code Broker} keeps the connection,
 * {@code NodeTable} knows from heartbeats who is there, {@code FarCalls} asks other nodes and
 * {@code CallServer} answers them, and {@code FleetNodes} makes calls and replies of it ({@code
 * CallFields}, {@code TurnFields}, {@code EntryFields}). What sessions do, and who may use them, is
 * left to {@code dev.parley.server.calls}.
 */
@NullMarked
package dev.parley.fleet;

import org.jspecify.annotations.NullMarked;
