/**
 * Confines a child to what its profile allows: two engines (bubblewrap, Landlock), the system calls
 * that are refused beyond them, the files that are hidden, and a proxy for lists of hosts. Read
 * {@link dev.parley.session.sandbox.Sandboxes} first. It knows no session.
 */
@NullMarked
package dev.parley.session.sandbox;

import org.jspecify.annotations.NullMarked;
