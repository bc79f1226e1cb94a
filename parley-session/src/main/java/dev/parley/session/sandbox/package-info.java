/**
 * Confines a child to what its profile allows: the command line of bubblewrap, the system calls
 * that are refused beyond it, and the files that are hidden. It knows no session.
 */
@NullMarked
package dev.parley.session.sandbox;

import org.jspecify.annotations.NullMarked;
