/**
 * The Model Context Protocol: JSON-RPC messages in, answers out, over standard streams or HTTP. It
 * knows tools, resources and prompts, and nothing of terminals; it could be lifted out as a
 * library.
 *
 * <p>Read {@link dev.parley.server.mcp.McpServer} first for what is offered, {@link
 * dev.parley.server.mcp.Call} for what a handler gets, then {@code Exchange} and {@code Methods}
 * for the way of one request. A request takes a straight line:
 *
 * <pre>
 *  McpStdio │ McpHttp ─► Peer ─► Exchange (a virtual thread) ─► Methods ─► a handler
 *                                    └─► Outlet ◄── answers, progress, logs
 * </pre>
 *
 * <p>Two eras of the protocol share the endpoint and are told apart by each request: up to
 * 2025-11-25 a client introduces itself once with {@code initialize}; since 2026-07-28 every
 * request says for itself which revision it speaks and what its client can do.
 */
@NullMarked
package dev.parley.server.mcp;

import org.jspecify.annotations.NullMarked;
