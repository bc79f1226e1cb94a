/**
 * The transport over ssh: connections that sessions share, and logging in.
 *
 * <p>Read {@code SshConnections} first, then {@code SshLogin}. What runs over there is left to
 * {@code far}.
 */
@NullMarked
package dev.parley.session.remote.ssh;

import org.jspecify.annotations.NullMarked;
