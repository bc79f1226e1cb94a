/**
 * Asks the kernel what a child is doing. {@link dev.parley.pty.probe.Probe} is where to begin: it
 * keeps the order of the questions. {@code Survey} looks at a terminal, {@code Group} at everyone
 * in front of it, {@code ProcessLook} at one process, {@code WaitReader} at one blocked call; each
 * gets small values and returns one. {@code Kernel} reads {@code /proc} for all of them.
 */
@NullMarked
package dev.parley.pty.probe;

import org.jspecify.annotations.NullMarked;
