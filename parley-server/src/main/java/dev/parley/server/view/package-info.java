/**
 * What can be shown of a session: recordings, texts and pictures ({@code Export}), and the bytes
 * that paint its screen on another terminal ({@code PaintFrame}). All doors for people use it.
 */
@NullMarked
package dev.parley.server.view;

import org.jspecify.annotations.NullMarked;
