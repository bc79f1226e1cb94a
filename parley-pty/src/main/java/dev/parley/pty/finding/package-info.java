/**
 * What can be said of a child: a {@link dev.parley.pty.finding.Finding}, and the {@link
 * dev.parley.pty.finding.Evidence} for it. Values only; who finds them out is elsewhere.
 */
@NullMarked
package dev.parley.pty.finding;

import org.jspecify.annotations.NullMarked;
