/**
 * A headless terminal: bytes in, a screen out; keys in, bytes out. No I/O, no threads, no clock.
 *
 * <p>What the marks and events in the stream lead to is left to {@code session}.
 */
@NullMarked
package dev.parley.terminal;

import org.jspecify.annotations.NullMarked;
