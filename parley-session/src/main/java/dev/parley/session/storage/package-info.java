/**
 * What a session keeps, in memory or on disk: its output, when things happened, and what is written
 * down about it.
 *
 * <p>Read {@code Journal} first, then {@code SessionFolder}. What the bytes mean is left to {@code
 * session}.
 */
@NullMarked
package dev.parley.session.storage;

import org.jspecify.annotations.NullMarked;
