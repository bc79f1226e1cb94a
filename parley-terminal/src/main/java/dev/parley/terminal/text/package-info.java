/**
 * What a program has said as plain text, without a grid, and where in the stream it stands. Read
 * {@link dev.parley.terminal.text.CleanText} first.
 */
@NullMarked
package dev.parley.terminal.text;

import org.jspecify.annotations.NullMarked;
