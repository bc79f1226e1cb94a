package dev.parley.session.storage;

import java.lang.foreign.Arena;
import java.nio.file.Path;

/** Where a journal gets its segments from: memory, or files in a folder. */
interface Segments {

  /** How many bytes the first segment of a journal holds; later ones grow. */
  int smallest();

  /** Whether making or dropping a segment may have to wait, for a disk. */
  boolean mayWait();

  Segment create(long base, int capacity);

  /** Lets go of a segment and what it held. */
  void drop(Segment segment);

  /** Segments in mapped files, which outlive the process. */
  static FileSegments inFolder(Path folder) {
    return new FileSegments(folder);
  }

  /** Segments that live as long as the process. */
  static Segments inMemory() {
    return new Segments() {
      @Override
      public int smallest() {
        return 8 << 10;
      }

      @Override
      public boolean mayWait() {
        return false;
      }

      @Override
      public Segment create(long base, int capacity) {
        var arena = Arena.ofShared();
        return Segment.begin(
            arena, arena.allocate(Segment.HEADER + (long) capacity, Segment.HEADER), base);
      }

      @Override
      public void drop(Segment segment) {
        segment.close();
      }
    };
  }
}
