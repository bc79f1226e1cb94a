/**
 * How something is run on a far side, and what every transport there needs.
 *
 * <p>Read {@code Transport} first. The transports themselves are in the packages beside this one.
 */
@NullMarked
package dev.parley.session.remote.transport;

import org.jspecify.annotations.NullMarked;
