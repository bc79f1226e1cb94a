/**
 * Fleets of real daemons on this machine: what far calls cost, what many nodes cost, and whether
 * anything is lost or done twice while nodes, links and brokers fail.
 */
@NullMarked
package dev.parley.bench.fleet;

import org.jspecify.annotations.NullMarked;
