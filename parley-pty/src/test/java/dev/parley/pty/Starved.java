package dev.parley.pty;

import java.util.ArrayList;

/**
 * A program of its own that starts children until something runs out, then shows that nothing was
 * harmed: it prints the reason and the message, whether the children still answer, and whether
 * another can start after one was closed.
 */
final class Starved {

  private Starved() {}

  public static void main(String[] arguments) {
    var children = new ArrayList<Pty>();
    var sinks = new ArrayList<Collected>();
    try (var ptys = new LinuxPtys()) {
      try {
        ptys.start(PtyContract.spawn("/", "no-such-command"), new Collected());
      } catch (PtyException e) {
        // The classes that are needed to say no are loaded by now; later there may be no descriptor
        // left to read them with.
      }
      try {
        while (children.size() < 1000) {
          var sink = new Collected();
          children.add(ptys.start(PtyContract.spawn("/", "cat"), sink));
          sinks.add(sink);
        }
      } catch (PtyException e) {
        System.out.println(e.reason() + ": " + e.getMessage());
      }
      var before = Text.names("/proc/self/fd").size();
      for (var i = 0; i < 20; i++) {
        try {
          ptys.start(PtyContract.spawn("/", "cat"), new Collected());
          System.out.println("started all the same");
        } catch (PtyException expected) {
          // as before
        }
      }
      System.out.println("leaked " + (Text.names("/proc/self/fd").size() - before));
      for (var i = 0; i < children.size(); i++) {
        PtyContract.type(children.get(i), "still here\n");
        sinks.get(i).await("still here\r\nstill here\r\n");
      }
      children.getFirst().close();
      try (var _ = ptys.start(PtyContract.spawn("/", "cat"), new Collected())) {
        System.out.println("all answer, and one can start again");
      }
    }
  }
}
