/**
 * Keys and the mouse: names to keys, keys to the bytes a program expects. Typing them is left to
 * {@code session}. Read {@link dev.parley.terminal.keys.Key} first.
 */
@NullMarked
package dev.parley.terminal.keys;

import org.jspecify.annotations.NullMarked;
