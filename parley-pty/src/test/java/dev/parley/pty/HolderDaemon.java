package dev.parley.pty;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A daemon with one session, for a real holder. The first to run starts the child; the next ones
 * take it up. It reports on standard output, one line an event.
 */
final class HolderDaemon {
  private static final PrintStream OUT = System.out;

  private HolderDaemon() {}

  public static void main(String[] arguments) throws Exception {
    var next = System.getProperty(HolderTest.NEXT, "");
    var link = HolderLink.inherited();
    var ptys = Ptys.open(link);
    var self = ProcessHandle.current().pid();
    var held = link.held();
    var sink = new Reporting();
    if (held.isEmpty()) {
      var pty =
          ptys.start(
              new Spawn(
                  List.of("sh", "-c", arguments[0]),
                  Map.of("PATH", System.getenv("PATH")),
                  Path.of("/"),
                  80,
                  24,
                  Limits.NONE),
              sink);
      ptys.keep("one", pty);
      OUT.println("started " + self + " " + pty.pid());
    } else {
      var pty = ptys.adopt(held.getFirst(), sink);
      OUT.println("adopted " + self + " " + pty.pid());
    }
    link.whenGone(
        () -> {
          OUT.println("alone " + self);
          ptys.becomeHolder(HolderTest.holder(arguments[0], next, next));
        });
    var replace = Path.of(arguments[0].replaceAll(".*-e (.*)/go .*", "$1"), "replace");
    Thread.startVirtualThread(
        () -> {
          Waiting.until(() -> Files.exists(replace));
          OUT.println("replacing " + self);
          link.replace(HolderTest.holder(arguments[0], next, next));
        });
    sink.collected.exit();
    link.drop("one");
    link.stop();
    System.exit(0);
  }

  /** Says what the child printed and how it ended. */
  private static final class Reporting implements Sink {
    final Collected collected = new Collected();

    @Override
    public MemorySegment space() {
      return collected.space();
    }

    @Override
    public void filled(int count) {
      collected.filled(count);
    }

    @Override
    public void ended(Exit exit) {
      OUT.println("printed " + collected.text().strip().replace("\r\n", ","));
      OUT.println("ended " + exit);
      collected.ended(exit);
    }
  }
}
