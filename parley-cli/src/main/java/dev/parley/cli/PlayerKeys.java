package dev.parley.cli;

import dev.parley.cli.Player.Wish;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;

/** Reads, from a terminal in raw mode, what a person wishes of a {@link Player}. */
final class PlayerKeys {
  private static final int ESC = 0x1b;
  private static final int CTRL_C = 3;

  private final InputStream in;
  private final BlockingQueue<Wish> wishes;

  PlayerKeys(InputStream in, BlockingQueue<Wish> wishes) {
    this.in = in;
    this.wishes = wishes;
  }

  /** Reads on a thread of its own, which keeps nobody. */
  void start() {
    Thread.ofPlatform().daemon().name("keyboard").start(this::run);
  }

  private void run() {
    try {
      for (var key = in.read(); key >= 0; key = in.read()) {
        wish(key).ifPresent(wishes::add);
      }
    } catch (IOException gone) {
      // As at the end.
    }
    wishes.add(Wish.QUIT);
  }

  private Optional<Wish> wish(int key) throws IOException {
    return switch (key) {
      case ' ' -> Optional.of(Wish.PAUSE);
      case '.' -> Optional.of(Wish.STEP);
      case 'q', 'Q', CTRL_C -> Optional.of(Wish.QUIT);
      case ESC -> arrow(in.read());
      default -> Optional.empty();
    };
  }

  /** An arrow is ESC, a bracket or an O, and a letter. */
  private Optional<Wish> arrow(int second) throws IOException {
    if (second != '[' && second != 'O') {
      return second < 0 ? Optional.empty() : wish(second);
    }
    return switch (in.read()) {
      case 'A' -> Optional.of(Wish.FASTER);
      case 'B' -> Optional.of(Wish.SLOWER);
      case 'C' -> Optional.of(Wish.AHEAD);
      case 'D' -> Optional.of(Wish.BACK);
      default -> Optional.empty();
    };
  }
}
