/** The pictures of the documentation, drawn from the figures that runs have left. */
@NullMarked
package dev.parley.bench.plots;

import org.jspecify.annotations.NullMarked;
