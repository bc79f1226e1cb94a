/**
 * Coding agents, the real programs, with a model that follows a script: what Parley says of them
 * while they think, ask for a permission, are through, or meet an error. Begin with {@link
 * dev.parley.bench.agents.AgentsBench}; {@link dev.parley.bench.agents.ModelServer} is the model.
 */
@NullMarked
package dev.parley.bench.agents;

import org.jspecify.annotations.NullMarked;
