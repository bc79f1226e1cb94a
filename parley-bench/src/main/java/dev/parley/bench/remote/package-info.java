/** Conversations on another host, beside plain ssh that is driven by expect. */
@NullMarked
package dev.parley.bench.remote;

import org.jspecify.annotations.NullMarked;
