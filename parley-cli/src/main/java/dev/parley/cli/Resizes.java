package dev.parley.cli;

import java.lang.reflect.Proxy;

/**
 * News that the terminal this process runs on has another size (SIGWINCH).
 *
 * <p>The JVM offers signals only by {@code sun.misc.Signal}. That class is there to stay until
 * there is another way (JEP 260), but the compiler warns of its every mention and cannot be told
 * not to; hence the names in quotes. A handler of our own in native memory would run on whatever
 * thread the kernel picks, in the middle of whatever it does.
 */
final class Resizes {
  private Resizes() {}

  /** Runs something after every change of size from now on; never, where the JVM cannot tell. */
  static void then(Runnable task) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var listener =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, _) -> {
                task.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("WINCH"), listener);
    } catch (ReflectiveOperationException elsewhere) {
      // The size stays what it was when we began.
    }
  }
}
