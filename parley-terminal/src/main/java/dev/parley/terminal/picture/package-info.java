/**
 * Pictures of a Screen as SVG, HTML, PNG and text. They are painted from a Screen alone; showing or
 * storing them is left to others. Read {@link dev.parley.terminal.picture.Picture} first.
 */
@NullMarked
package dev.parley.terminal.picture;

import org.jspecify.annotations.NullMarked;
