/**
 * One conversation with one child, kept alive: its journal, its screen, its state with the evidence
 * for it, and the waits of its callers.
 *
 * <p>Read {@code Session} first. Who is asking, and over which door, is left to {@code server}.
 */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
