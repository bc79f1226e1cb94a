/**
 * One conversation with one child, kept alive: its journal, its screen, its state with the evidence
 * for it, and the waits of its callers.
 *
 * <p>Read {@code Session} first. Who is asking, and over which door, is left to {@code server}.
 *
 * <table>
 *   <caption>Which lock guards what</caption>
 *   <tr><th>lock<th>guards
 *   <tr><td>the session's {@code lock}<td>{@code Terminal}, {@link ShellMarks} and {@link Replay};
 *     parsing; setting {@code Intake.parsed}, the last command and the ending; the checkpoint's
 *     place; {@code StateReader.again}; a {@link Wait} while it looks
 *   <tr><td>the monitor of {@link Floor}<td>who has the floor, and typing as an agent or a person
 *   <tr><td>the monitors of {@link Asks}, {@link StateWatch} and {@link Sessions}<td>the open
 *     questions; whether there is a thread that looks; starting sessions, and that no more are
 *   <tr><td>none<td>the {@code Journal} (one writer, readers without a lock), {@link Bell}, {@link
 *     Activity}, {@link Needs}, {@link End} and {@link Secrets} (volatile or concurrent, each value
 *     by itself)
 * </table>
 *
 * <p>Who needs several takes them in this order: the session's lock, Asks, Floor. Nobody holds one
 * of them while waiting for a child, a person or time to pass.
 */
@NullMarked
package dev.parley.session;

import org.jspecify.annotations.NullMarked;
