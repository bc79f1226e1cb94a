package dev.parley.pty;

import java.lang.foreign.MemorySegment;

/**
 * Where a child's output goes. The owner provides the space, so that the kernel can copy straight
 * into a mapped journal page.
 *
 * <p>Calls for one child never overlap, but come from the Loop or from a thread that probes; they
 * must not block.
 */
public interface Sink {

  /**
   * Room for the next bytes, at least one, in native memory that stays valid until {@link #ended}.
   * An empty segment pauses the reading of this child until {@link Pty#resume()}; its output then
   * waits in the kernel, and the child waits with it.
   */
  MemorySegment space();

  /**
   * The first {@code count} bytes of the space last given are now the child's output. With none of
   * them, something else is known of the child: {@link Pty#probe()} may answer differently.
   */
  void filled(int count);

  /** The child has ended and every byte it wrote has been delivered. The last call. */
  void ended(Exit exit);
}
