/** Calls into the operating system. */
@NullMarked
package dev.parley.pty.sys;

import org.jspecify.annotations.NullMarked;
