/**
 * A headless terminal: bytes in, a screen out. No I/O, no threads, no clock.
 *
 * <p>Read {@link dev.parley.terminal.Terminal} first. {@code parser} takes the bytes apart; {@code
 * text}, {@code picture} and {@code keys} build on this package or stand beside it, and it knows
 * none of them. What the marks and events in the stream lead to is left to {@code session}.
 */
@NullMarked
package dev.parley.terminal;

import org.jspecify.annotations.NullMarked;
