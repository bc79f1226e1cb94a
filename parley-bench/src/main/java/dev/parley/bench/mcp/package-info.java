/** One turn through MCP, as an agent's client sees it, against other servers in one run. */
@NullMarked
package dev.parley.bench.mcp;

import org.jspecify.annotations.NullMarked;
