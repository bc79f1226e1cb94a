/** The {@code parley} command. {@code Parley} is where it begins. */
@NullMarked
package dev.parley.cli;

import org.jspecify.annotations.NullMarked;
