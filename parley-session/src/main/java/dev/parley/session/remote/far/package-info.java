/**
 * A child on a far side: its terminal, the script that starts it, and the probe that looks at it
 * there.
 *
 * <p>Read {@code FarPty} first. How to get there is left to {@code transport}.
 */
@NullMarked
package dev.parley.session.remote.far;

import org.jspecify.annotations.NullMarked;
