/**
 * What to start and where: a launch, its target, and what a caller brings along.
 *
 * <p>Read {@code Launch} first, then {@code Target}. Starting it is left to {@code session}.
 */
@NullMarked
package dev.parley.session.launch;

import org.jspecify.annotations.NullMarked;
