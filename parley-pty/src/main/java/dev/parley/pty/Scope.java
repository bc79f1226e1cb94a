package dev.parley.pty;

import static java.util.Objects.requireNonNull;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts a child that reaches neither abstract sockets nor, by signals, processes outside of what
 * it starts itself; Landlock's scopes, which Linux has since 6.12. No namespace but that of the
 * network keeps it from those sockets, and a child that needs the network shares it.
 */
final class Scope {
  private static final int CREATE_RULESET = 444;
  private static final int RESTRICT_SELF = 446;
  private static final int ASK_VERSION = 1;
  private static final int FIRST_VERSION = 6;
  private static final int RULESET_SIZE = 24;
  private static final int SCOPED = 16; // behind the accesses to files and the network, both none
  private static final long SOCKETS_AND_SIGNALS = 0b11;
  private static final int NO_NEW_PRIVILEGES = 38;

  private Scope() {}

  /**
   * Runs a start on a thread that is restricted before and ends after it. Threads are restricted
   * one by one, and children inherit what the thread had that started them.
   */
  static <T> T within(Supplier<T> start) {
    var result = new AtomicReference<@Nullable T>();
    var problem = new AtomicReference<@Nullable Throwable>();
    var thread =
        Thread.ofPlatform()
            .name("parley-scope")
            .start(
                () -> {
                  try {
                    restrict();
                    result.set(start.get());
                  } catch (Throwable failed) {
                    problem.set(failed);
                  }
                });
    join(thread);
    switch (problem.get()) {
      case null -> {}
      case RuntimeException failed -> throw failed;
      case Error failed -> throw failed;
      case Throwable failed -> throw new CompletionException(failed);
    }
    return requireNonNull(result.get());
  }

  /** The start is short, and must not be left half done. */
  private static void join(Thread thread) {
    var interrupted = false;
    for (; ; ) {
      try {
        thread.join();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void restrict() {
    if (Sys.syscall(CREATE_RULESET, 0, 0, ASK_VERSION) < FIRST_VERSION) {
      return;
    }
    try (var arena = Arena.ofConfined()) {
      var rules = arena.allocate(RULESET_SIZE, 8);
      rules.set(ValueLayout.JAVA_LONG, SCOPED, SOCKETS_AND_SIGNALS);
      Errors.check(Sys.prctl(NO_NEW_PRIVILEGES, 1), "give up new privileges");
      var fd =
          Errors.check(
              Sys.syscall(CREATE_RULESET, rules.address(), RULESET_SIZE, 0), "make a scope");
      try {
        Errors.check(Sys.syscall(RESTRICT_SELF, fd, 0, 0), "enter a scope");
      } finally {
        Sys.close(fd);
      }
    }
  }
}
