/**
 * Tests of command-line programs. {@link dev.parley.junit.ParleySession} starts the program for one
 * test, {@link dev.parley.junit.Conversation} talks to it and waits without sleeping, {@link
 * dev.parley.junit.ParleyAssertions} looks at its screen.
 */
@NullMarked
package dev.parley.junit;

import org.jspecify.annotations.NullMarked;
