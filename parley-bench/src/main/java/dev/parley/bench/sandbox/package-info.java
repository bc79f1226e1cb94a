/** What a sandbox costs: a start, memory, the way through the proxy. */
@NullMarked
package dev.parley.bench.sandbox;

import org.jspecify.annotations.NullMarked;
