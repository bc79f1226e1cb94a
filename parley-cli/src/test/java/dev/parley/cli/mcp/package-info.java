/** The built {@code parley mcp}, driven over a pipe as a client would. */
@NullMarked
package dev.parley.cli.mcp;

import org.jspecify.annotations.NullMarked;
