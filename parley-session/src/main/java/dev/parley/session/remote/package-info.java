/**
 * Children on other machines and in containers, put together from the packages below: a transport
 * by the system's own clients, and the far side's terminal and probe.
 *
 * <p>Read {@code Places}, the only type. What a session does with a child is left to {@code
 * session}, which this package does not know.
 */
@NullMarked
package dev.parley.session.remote;

import org.jspecify.annotations.NullMarked;
