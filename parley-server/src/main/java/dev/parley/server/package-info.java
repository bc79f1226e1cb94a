/** The doors to sessions; each one translates and nothing more. */
@NullMarked
package dev.parley.server;

import org.jspecify.annotations.NullMarked;
