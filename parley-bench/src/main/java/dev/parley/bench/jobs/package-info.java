/**
 * Whole jobs at a terminal, played through Parley and through its peers and judged by what they
 * leave behind. {@link dev.parley.bench.jobs.Job} is one job, {@link dev.parley.bench.jobs.Hands}
 * is how a peer plays it.
 */
@NullMarked
package dev.parley.bench.jobs;

import org.jspecify.annotations.NullMarked;
