/**
 * The transport into containers and pods, by the commands of their engines.
 *
 * <p>Read {@code Containers} first.
 */
@NullMarked
package dev.parley.session.remote.container;

import org.jspecify.annotations.NullMarked;
