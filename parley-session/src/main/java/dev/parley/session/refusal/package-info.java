/**
 * What is said when a request is declined: why, and what could be done.
 *
 * <p>Read {@code Refusal} first. How it is said is left to whoever passes it on.
 */
@NullMarked
package dev.parley.session.refusal;

import org.jspecify.annotations.NullMarked;
