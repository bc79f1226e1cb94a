/**
 * The HTTP door: REST under {@code /v1}, a WebSocket for each session, a stream of events, metrics
 * and the console's files, on one listener with MCP. {@code Routes} is the table of all there is
 * and the place to begin; {@code Gate} stands before it. Routes are thin: what tools can do is
 * answered by the tools.
 */
@NullMarked
package dev.parley.server.http;

import org.jspecify.annotations.NullMarked;
