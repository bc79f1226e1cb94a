/**
 * A child on a pseudo-terminal: start it, move bytes, resize, signal, ask the kernel what it is
 * doing, and end it with everything it started.
 *
 * <p>All native calls of Parley are here. What the bytes mean is left to {@code terminal}, what to
 * wait for to {@code session}.
 */
@NullMarked
package dev.parley.pty;

import org.jspecify.annotations.NullMarked;
