/**
 * What agents can do with sessions, as MCP tools, resources and prompts. Four toolsets speak
 * different names for the same engine; each is one file.
 *
 * <p>Read {@link dev.parley.server.tools.Toolset} for what there is, {@code SessionTools} for
 * Parley's own six tools, {@code Engine} for what all toolsets share, and {@code TurnAnswer} for
 * how a Turn becomes an answer. Nothing of the protocol is here, and nothing of terminals.
 */
@NullMarked
package dev.parley.server.tools;

import org.jspecify.annotations.NullMarked;
