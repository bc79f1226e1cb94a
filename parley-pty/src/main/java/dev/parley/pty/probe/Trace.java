package dev.parley.pty.probe;

import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Takes down what is looked at, for a person who asks why. Mostly nobody does: {@link #NONE}. */
class Trace {
  /** Takes nothing down. */
  static final Trace NONE = new Trace();

  private Trace() {}

  static Written written() {
    return new Written();
  }

  void thread(long pid, long tid, boolean foreign, ThreadSeen seen) {}

  void waits(long pid, long tid, boolean foreign, TerminalWait wait) {}

  /** Takes everything down, the last look at a thread in place of an earlier one. */
  static final class Written extends Trace {
    private final Map<Long, Map<Long, String>> threads = new LinkedHashMap<>();
    private final Map<Long, Boolean> foreigners = new LinkedHashMap<>();

    private Written() {}

    @Override
    void thread(long pid, long tid, boolean foreign, ThreadSeen seen) {
      switch (seen.where()) {
        case RUNNING -> put(pid, tid, foreign, "running");
        case ELSEWHERE -> put(pid, tid, foreign, "blocked outside any call");
        case REFUSED -> put(pid, tid, foreign, "may not be looked into");
        case IN_CALL, GONE -> {}
      }
    }

    @Override
    void waits(long pid, long tid, boolean foreign, TerminalWait wait) {
      var parts = new ArrayList<String>();
      if (wait.onTerminal()) {
        parts.add("terminal");
      }
      if (wait.full()) {
        parts.add("to write to the terminal");
      }
      wait.beside().stream().map(Evidence::wire).sorted().forEach(parts::add);
      if (wait.hidden()) {
        parts.add("may not be looked into");
      }
      if (wait.finite()) {
        parts.add(shown(wait.nanos()) + " at most");
      }
      var call = wait.call().name().toLowerCase(Locale.ROOT);
      put(pid, tid, foreign, parts.isEmpty() ? call : call + ": " + String.join(", ", parts));
    }

    private void put(long pid, long tid, boolean foreign, String doing) {
      threads.computeIfAbsent(pid, _ -> new LinkedHashMap<>()).put(tid, doing);
      foreigners.put(pid, foreign);
    }

    List<Account.Looked> processes(Kernel kernel) {
      var looked = new ArrayList<Account.Looked>();
      threads.forEach(
          (pid, tasks) ->
              looked.add(
                  new Account.Looked(
                      pid,
                      kernel.name(pid),
                      foreigners.getOrDefault(pid, false),
                      Math.floorDiv(kernel.worked(pid), 1_000_000),
                      tasks.entrySet().stream()
                          .map(task -> new Account.Task(task.getKey(), task.getValue()))
                          .toList())));
      return looked;
    }
  }

  private static String shown(long nanos) {
    var millis = nanos / 1e6;
    if (millis < 10) {
      return "%.1f ms".formatted(millis);
    }
    return millis < 1000 ? "%.0f ms".formatted(millis) : "%.0f s".formatted(millis / 1000);
  }
}
