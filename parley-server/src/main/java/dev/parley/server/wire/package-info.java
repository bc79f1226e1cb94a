/**
 * The calls as JSON, for all doors that speak it: parameters become records ({@code CallReader}),
 * and replies become fields ({@code ReplyFields}, {@code EntryFields}). {@code NamedCall} has the
 * names and the schemas, and {@code WireCalls} puts it together.
 */
@NullMarked
package dev.parley.server.wire;

import org.jspecify.annotations.NullMarked;
