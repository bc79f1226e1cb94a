/** How fast and how small the emulator is, beside others that read the same bytes. */
@NullMarked
package dev.parley.bench.terminal;

import org.jspecify.annotations.NullMarked;
