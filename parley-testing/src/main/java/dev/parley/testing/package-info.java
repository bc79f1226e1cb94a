/** What the tests of several modules share. */
@NullMarked
package dev.parley.testing;

import org.jspecify.annotations.NullMarked;
