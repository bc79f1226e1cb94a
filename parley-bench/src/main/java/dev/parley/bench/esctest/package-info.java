/** Another terminal's conformance suite, run live in a session. */
@NullMarked
package dev.parley.bench.esctest;

import org.jspecify.annotations.NullMarked;
