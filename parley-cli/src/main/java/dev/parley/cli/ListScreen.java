package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteList;
import java.time.Duration;
import java.util.function.Consumer;

/** The list of sessions while somebody watches it; the daemon says when there is another one. */
final class ListScreen {
  /** After this much the ages are shown anew, though nothing else has changed. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Nobody reads more lists in a second than this allows. */
  private static final Duration BETWEEN = Duration.ofMillis(150);

  private final ParleyClient client;
  private final boolean endedToo;
  private final boolean fleet;
  private final Answering answering;
  private final Consumer<RemoteList> printing;
  private String mark = "";

  ListScreen(
      ParleyClient client,
      boolean endedToo,
      boolean fleet,
      Answering answering,
      Consumer<RemoteList> printing) {
    this.fleet = fleet;
    this.client = client;
    this.endedToo = endedToo;
    this.answering = answering;
    this.printing = printing;
  }

  /** Shows lists until it is interrupted, or nobody takes them. */
  void run() throws InterruptedException {
    var screen = answering.seat.hasTerminalOut() && !answering.json;
    try (var _ = answering.seat.whenEnding(() -> end(screen))) {
      say(screen ? "\033[?1049h\033[?25l" : "");
      while (!answering.out.checkError()) {
        var before = mark;
        var list = next();
        if (screen) {
          say("\033[H\033[2J");
        }
        if (screen || !mark.equals(before)) {
          printing.accept(list);
        }
        Thread.sleep(BETWEEN);
      }
    } finally {
      end(screen);
    }
  }

  private RemoteList next() {
    var list =
        client.call(
            "list_news",
            ParleyClient.object()
                .put("include_exited", endedToo)
                .put("fleet", fleet)
                .put("mark", mark)
                .put("timeout_ms", LONGEST.toMillis()));
    mark = list.path("mark").asString("");
    return new RemoteList(list);
  }

  private void end(boolean screen) {
    say(screen ? "\033[?25h\033[?1049l" : "");
  }

  private void say(String sequence) {
    answering.out.print(sequence);
    answering.out.flush();
  }
}
