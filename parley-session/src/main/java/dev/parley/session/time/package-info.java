/**
 * The one place of this module that reads a clock or lets time pass, so that a test can move time
 * by hand. It knows nothing of sessions.
 */
@NullMarked
package dev.parley.session.time;

import org.jspecify.annotations.NullMarked;
