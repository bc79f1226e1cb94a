/**
 * A session's output with its times, in a form that players take.
 *
 * <p>Read {@code Recording}, the only type.
 */
@NullMarked
package dev.parley.session.recording;

import org.jspecify.annotations.NullMarked;
