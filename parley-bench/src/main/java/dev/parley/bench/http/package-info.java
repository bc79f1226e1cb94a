/** The HTTP door under load: watchers that read and that do not, small requests, idle memory. */
@NullMarked
package dev.parley.bench.http;

import org.jspecify.annotations.NullMarked;
