/**
 * One contract, every door: the same conversations through Java, the command, MCP and HTTP must go
 * the same way. {@code Conversations} has them, {@code DoorsIT} runs them.
 */
@NullMarked
package dev.parley.cli.doors;

import org.jspecify.annotations.NullMarked;
