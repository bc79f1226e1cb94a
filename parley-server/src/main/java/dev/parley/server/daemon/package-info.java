/**
 * The daemon: one process for a user that runs all of the user's sessions, and the socket through
 * which commands and agents reach it. {@code Daemon} puts it together, {@code SocketListener} lets
 * clients in; what is said on the socket is described in {@code dev.parley.client}.
 */
@NullMarked
package dev.parley.server.daemon;

import org.jspecify.annotations.NullMarked;
