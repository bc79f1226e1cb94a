/**
 * MCP clients that other people wrote for Java, as their users use them, against the built command:
 * one conversation through every client and transport.
 */
@NullMarked
package dev.parley.clients;

import org.jspecify.annotations.NullMarked;
