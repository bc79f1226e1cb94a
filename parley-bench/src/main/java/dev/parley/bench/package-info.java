/** Side-by-side runs against peers, printed as ratios. Never shipped. */
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
