/**
 * Pictures that programs send to their terminal: sixel and the kitty protocol, read into pixels.
 *
 * <p>Nothing here says that such pictures are understood: a program that asks gets no answer and
 * goes on with text, which agents read better. One that is told to send a picture has it shown.
 */
@NullMarked
package dev.parley.terminal.image;

import org.jspecify.annotations.NullMarked;
