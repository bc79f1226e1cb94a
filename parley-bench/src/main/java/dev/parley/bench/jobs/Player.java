package dev.parley.bench.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Has jobs played, each in a fresh folder, and judges what they leave behind. */
final class Player {
  private static final AtomicInteger FOLDERS = new AtomicInteger();

  private final World world;
  private final boolean shown;
  private final Duration grace;

  /**
   * Plays in a world.
   *
   * @param shown whether all calls are printed
   * @param grace how long a program that was told everything may take to finish
   */
  Player(World world, boolean shown, Duration grace) {
    this.world = world;
    this.shown = shown;
    this.grace = grace;
  }

  /** Plays a job through a peer. However it goes, it is the judge who says whether it is done. */
  Result play(Job job, Peer peer) throws IOException {
    var folder = world.folder().resolve("j" + FOLDERS.incrementAndGet());
    Files.createDirectories(folder);
    var place = new Workplace(folder, world);
    var meter = new Meter(shown);
    var trouble = "";
    var began = System.nanoTime();
    try {
      job.prepare().in(place);
      began = System.nanoTime();
      try (var hands = peer.take(place, meter)) {
        try {
          hands.play(job.steps());
        } catch (Hands.GaveUp gaveUp) {
          trouble = gaveUp.reason();
        }
        var seconds = (System.nanoTime() - began) / 1e9;
        return new Result(
            job.name(),
            peer.name(),
            judge(job, place, trouble),
            meter.calls(),
            seconds,
            meter.asked(),
            meter.answered());
      }
    } catch (Exception failed) {
      return new Result(
          job.name(),
          peer.name(),
          Result.BROKEN + failed,
          meter.calls(),
          (System.nanoTime() - began) / 1e9,
          meter.asked(),
          meter.answered());
    }
  }

  /** What is wrong, or nothing. */
  private String judge(Job job, Workplace place, String trouble) throws Exception {
    var deadline = System.nanoTime() + (trouble.isEmpty() ? grace.toNanos() : 0);
    for (; ; ) {
      try {
        job.judge().in(place);
        return "";
      } catch (Job.NotDone wrong) {
        if (System.nanoTime() >= deadline) {
          return trouble.isEmpty() ? wrong.reason() : wrong.reason() + "; " + trouble;
        }
        LockSupport.parkNanos(100_000_000);
      }
    }
  }
}
