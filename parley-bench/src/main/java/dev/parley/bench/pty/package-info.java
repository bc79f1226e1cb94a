/** Starting, echoing, draining and idling: our engine against C, pty4j and tmux in one run. */
@NullMarked
package dev.parley.bench.pty;

import org.jspecify.annotations.NullMarked;
