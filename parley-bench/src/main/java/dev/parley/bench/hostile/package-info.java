/** Honest callers beside hostile ones: what the ones notice of the others. */
@NullMarked
package dev.parley.bench.hostile;

import org.jspecify.annotations.NullMarked;
