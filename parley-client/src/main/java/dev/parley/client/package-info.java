/**
 * A way to the daemon over its socket. {@code ParleyClient} calls and attaches; {@code McpPipe} is
 * all that {@code parley mcp} needs and stays clear of the JSON library, so that it starts quickly.
 *
 * <p>What is said on the socket: the first line from each side is a hello in JSON, {@code
 * {"parley":1,"version":"…","door":"call"}}; what follows depends on the door. {@code mcp} is MCP,
 * a message a line. {@code call} is {@code {"id","method","params"}} answered by {@code
 * {"id","result"}} or {@code {"id","error":{"code","message","try"}}}. {@code attach} is {@link
 * dev.parley.client.Frame frames}.
 */
@NullMarked
package dev.parley.client;

import org.jspecify.annotations.NullMarked;
