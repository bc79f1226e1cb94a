/** What those who start sessions get and may ask for: {@code policy.json} of the home. */
@NullMarked
package dev.parley.server.policy;

import org.jspecify.annotations.NullMarked;
