/**
 * Rules that call people when a session needs them: on the desktop, by a webhook, a command, ntfy
 * or a bell. Read {@code Alerts} first. What a session needs is found out by {@code session}.
 */
@NullMarked
package dev.parley.server.alerts;

import org.jspecify.annotations.NullMarked;
