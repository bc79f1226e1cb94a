/**
 * What agents can do with sessions, as MCP tools, resources and prompts. Four toolsets speak
 * different names for the same engine; each is one file.
 *
 * <p>Read {@link dev.parley.server.tools.Toolset} for what there is, {@code SessionTools} for
 * Parley's own six tools, which are the {@link dev.parley.server.calls calls}, {@code Engine} for
 * what all toolsets share, and {@code ReplyText} for how a reply is said to a model.
 */
@NullMarked
package dev.parley.server.tools;

import org.jspecify.annotations.NullMarked;
