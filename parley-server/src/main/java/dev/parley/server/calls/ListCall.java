package dev.parley.server.calls;

/**
 * List sessions.
 *
 * @param exitedToo also those that have ended and are still kept
 */
public record ListCall(boolean exitedToo) {}
