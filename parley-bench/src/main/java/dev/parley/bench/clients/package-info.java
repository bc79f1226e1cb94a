/**
 * Parley as an MCP server of real coding agents, whose model follows a script: which of its answers
 * reaches the model, in which form, and what is cut on the way.
 */
@NullMarked
package dev.parley.bench.clients;

import org.jspecify.annotations.NullMarked;
