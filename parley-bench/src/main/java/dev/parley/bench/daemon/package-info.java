/** The daemon as a user's commands see it: how soon it answers, and how soon it is back. */
@NullMarked
package dev.parley.bench.daemon;

import org.jspecify.annotations.NullMarked;
