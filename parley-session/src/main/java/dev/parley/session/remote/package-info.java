/**
 * Children on other machines and in containers: where a launch happens, the way there by the
 * system's own clients, and what can be known of a program on the far side.
 *
 * <p>Read {@code Target} first, then {@code Places}, which starts a child at one, and {@code
 * FarPty}, which is that child's terminal. What a session does with it is left to {@code session}.
 */
@NullMarked
package dev.parley.session.remote;

import org.jspecify.annotations.NullMarked;
