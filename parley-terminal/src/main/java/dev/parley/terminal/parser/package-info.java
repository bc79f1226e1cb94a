/**
 * Bytes to actions: the state machine, the numbers of a sequence, and what a character is (its
 * width, its character set). Not exported: what an action does is left to the emulator and to
 * {@code text}. Read {@link dev.parley.terminal.parser.Actions} first.
 */
@NullMarked
package dev.parley.terminal.parser;

import org.jspecify.annotations.NullMarked;
