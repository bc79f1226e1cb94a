package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEntry;
import dev.parley.client.RemoteList;
import dev.parley.client.RemoteSessions;
import dev.parley.client.RemoteState;
import dev.parley.client.RemoteWait;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.terminal.text.CellWidth;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The full screen of {@code parley top}. Keys, lists and answers of the daemon come in on threads
 * of their own and are taken up one after the other here; so all below is one thread's.
 */
final class TopScreen {
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final int PEEKED = 12;

  private static final List<String> HELP =
      List.of(
          "",
          "Up, Down       select a session (also k and j, page keys, Home and End)",
          "Enter          attach to it; the key that leaves comes back here",
          "Space          look at its last lines, or close that look",
          "a              answer it without attaching",
          "n              start another",
          "/              show only those that match; Esc shows all again",
          "q              quit; the sessions go on");

  /** What keys are for at the moment. */
  private enum Mode {
    LIST(""),
    FILTER("show only: "),
    ANSWER("answer: "),
    PASSWORD("password: "),
    START("start: ");

    private final String prompt;

    Mode(String prompt) {
      this.prompt = prompt;
    }
  }

  /** Something to take up. */
  @FunctionalInterface
  private interface News {
    void take() throws IOException, InterruptedException;
  }

  private final ParleyClient client;
  private final Answering answering;
  private final Seat seat;
  private final TopList list;
  private final Keys keys;
  private final Attending attending;
  private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
  private Size size;
  private Mode mode = Mode.LIST;
  private final StringBuilder input = new StringBuilder();
  private String about = "";
  private String message = "";
  private List<String> below = List.of();
  private boolean peeking;

  /** How often the terminal was lent to a session. */
  private int turns;

  private volatile boolean over;
  private boolean shown; // guarded by this
  private @Nullable Thread typing; // guarded by this

  TopScreen(ParleyClient client, Answering answering, TopList list, Size size) {
    this.client = client;
    this.answering = answering;
    this.seat = answering.seat;
    this.list = list;
    this.size = size;
    this.keys = Keys.from(seat.in());
    this.attending = new Attending(client, seat, DetachKey.usual(seat));
  }

  /** Shows the sessions, in raw mode, until the person quits. */
  void run() throws IOException, InterruptedException {
    try (var _ = seat.whenEnding(this::hide)) {
      show();
      Thread.ofPlatform().daemon().name("list").start(this::listen);
      while (!over) {
        draw();
        news.take().take();
        for (var next = news.poll(); next != null && !over; next = news.poll()) {
          next.take();
        }
      }
    } finally {
      over = true;
      hide();
    }
  }

  // --- the terminal ---------------------------------------------------------------------------

  private synchronized void show() {
    shown = true;
    // Without wrapping a line that this terminal takes for longer than we do spoils nothing.
    print("\033[?1049h\033[?25l\033[?7l" + TopKeys.MARK_PASTES);
    seat.whenResized(() -> news.add(this::resized));
    resized();
    var turn = turns;
    Runnable typist = () -> type(turn);
    typing = Thread.ofPlatform().daemon().name("typing").start(typist);
  }

  /** Gives the terminal back, once, however this ends. */
  private synchronized void hide() {
    if (typing != null) {
      stop(typing);
      typing = null;
    }
    if (shown) {
      shown = false;
      print(TopKeys.STOP_MARKING_PASTES + "\033[0m\033[?7h\033[?25h\033[?1049l");
    }
  }

  /** Waits for its end, so that it takes no key any more. */
  private static void stop(Thread keyboard) {
    keyboard.interrupt();
    try {
      keyboard.join();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void resized() {
    size = seat.size().orElse(size);
  }

  private void type(int turn) {
    var reader = new TopKeys();
    try {
      for (var some = keys.next(); some.isPresent(); some = keys.next()) {
        for (var key : reader.read(some.get())) {
          news.add(
              () -> {
                if (turn == turns) { // what was typed behind Enter is no command for later
                  press(key);
                }
              });
        }
      }
      news.add(() -> over = true);
    } catch (InterruptedException attached) {
      // The keyboard is somebody else's for a while.
    }
  }

  private void draw() {
    var last = mode == Mode.LIST ? (message.isEmpty() ? hint() : message) : typed();
    var lines = new TopPicture(size, answering.paint).of(list, below, last);
    // Shown in one go where a terminal can (2026). A line is erased before it is written: behind a
    // full one the cursor still stands on its last letter.
    var picture = new StringBuilder("\033[?2026h\033[?25l\033[H");
    for (var line = 0; line < lines.size(); line++) {
      picture.append(line == 0 ? "" : "\r\n").append("\033[K").append(lines.get(line));
      picture.append("\033[0m");
    }
    if (mode != Mode.LIST) {
      picture.append(
          "\033[%d;%dH\033[?25h"
              .formatted(size.rows(), Math.min(size.columns(), CellWidth.of(last) + 1)));
    }
    picture.append("\033[?2026l");
    synchronized (this) {
      if (shown) {
        print(picture.toString());
      }
    }
  }

  /** What is being typed; of a long line the end, where the cursor is. */
  private String typed() {
    var text =
        mode == Mode.PASSWORD
            ? "*".repeat(input.length())
            : Printable.text(input.toString()).replace('\n', ' ').replace('\t', ' ');
    return mode.prompt + CellWidth.tail(text, size.columns() - mode.prompt.length() - 1);
  }

  private static String hint() {
    return "Enter attaches, Space peeks, a answers, n starts, / filters, ? helps, q quits";
  }

  private void print(String text) {
    answering.out.print(text);
    answering.out.flush();
  }

  // --- the list -------------------------------------------------------------------------------

  /** Asks for the list again and again; each call returns when there is another. */
  private void listen() {
    var mark = "";
    while (!over) {
      try {
        var next =
            client.call(
                "list_news",
                ParleyClient.object()
                    .put("include_exited", true)
                    .put("reasons", true)
                    .put("mark", mark)
                    .put("timeout_ms", LONGEST.toMillis()));
        mark = next.path("mark").asString("");
        news.add(() -> taken(new RemoteList(next)));
      } catch (ClientException away) {
        mark = "";
        news.add(() -> message = Printable.line(String.valueOf(away.getMessage())));
        if (!paused()) {
          return;
        }
      }
    }
  }

  private static boolean paused() {
    try {
      Thread.sleep(AGAIN);
      return true;
    } catch (InterruptedException ending) {
      return false;
    }
  }

  private void taken(RemoteList now) {
    list.take(now.entries());
    peek();
  }

  // --- keys -----------------------------------------------------------------------------------

  private void press(TopKey key) throws IOException, InterruptedException {
    message = "";
    if (key == TopKey.Named.INTERRUPT) {
      over = true;
    } else if (mode == Mode.LIST) {
      command(key);
    } else {
      edit(key);
    }
  }

  private void command(TopKey key) throws IOException, InterruptedException {
    switch (key) {
      case TopKey.Named named -> {
        switch (named) {
          case UP -> move(-1);
          case DOWN -> move(1);
          case PAGE_UP -> move(-size.rows() / 2);
          case PAGE_DOWN -> move(size.rows() / 2);
          case HOME -> move(Integer.MIN_VALUE / 2);
          case END -> move(Integer.MAX_VALUE / 2);
          case ENTER -> attach();
          case ESCAPE -> {
            list.filter("");
            fold();
          }
          case BACKSPACE, CLEAR, INTERRUPT -> {}
        }
      }
      case TopKey.Pasted _ -> message = "? helps"; // its letters are no commands
      case TopKey.Letter(var letter) -> {
        switch (letter) {
          case "q", "Q" -> over = true;
          case "k" -> move(-1);
          case "j" -> move(1);
          case " " -> {
            var was = peeking;
            fold();
            peeking = !was;
            peek();
          }
          case "a" -> answer();
          case "n" -> begin(Mode.START, "");
          case "/" -> begin(Mode.FILTER, list.filter());
          case "?" -> {
            var helped = below == HELP;
            fold();
            below = helped ? List.of() : HELP;
          }
          default -> message = "? helps";
        }
      }
    }
  }

  private void move(int by) {
    list.move(by);
    peek();
  }

  /** Nothing stands under the list any more. */
  private void fold() {
    peeking = false;
    below = List.of();
  }

  private void begin(Mode next, String text) {
    mode = next;
    input.setLength(0);
    input.append(text);
  }

  private void edit(TopKey key) {
    switch (key) {
      case TopKey.Letter(var letter) -> input.append(letter);
      case TopKey.Pasted(var text) -> input.append(text.replace('\r', '\n'));
      case TopKey.Named.CLEAR -> input.setLength(0);
      case TopKey.Named.BACKSPACE -> {
        if (!input.isEmpty()) {
          input.setLength(input.offsetByCodePoints(input.length(), -1));
        }
      }
      case TopKey.Named.ESCAPE -> {
        if (mode == Mode.FILTER) {
          list.filter("");
        }
        mode = Mode.LIST;
        input.setLength(0);
        return;
      }
      case TopKey.Named.ENTER -> {
        done();
        return;
      }
      case TopKey.Named _ -> {}
    }
    if (mode == Mode.FILTER) {
      list.filter(input.toString());
    }
  }

  private void done() {
    var what = mode;
    var text = input.toString();
    mode = Mode.LIST;
    input.setLength(0);
    switch (what) {
      case FILTER, LIST -> {}
      case ANSWER ->
          ask(
              "answered",
              "session_send",
              ParleyClient.object()
                  .put("session", about)
                  .put("text", text)
                  .put("timeout_ms", 0)
                  .put("view", "none"));
      case PASSWORD ->
          ask("typed", "secret", ParleyClient.object().put("session", about).put("value", text));
      case START -> start(text);
    }
  }

  // --- what is done with sessions -------------------------------------------------------------

  private void answer() {
    var selected = list.selected();
    if (selected.isEmpty() || TopList.isOver(selected.get())) {
      message = "there is nothing to answer";
      return;
    }
    about = selected.get().session();
    begin(selected.get().state() == RemoteState.SECRET ? Mode.PASSWORD : Mode.ANSWER, "");
  }

  /** Makes a call on a thread of its own, and says what came of it. */
  private void ask(String done, String method, ObjectNode params) {
    inBackground(
        () -> {
          client.call(method, params);
          news.add(
              () -> {
                message = done;
                peek();
              });
        });
  }

  private void start(String line) {
    var words = line.isBlank() ? List.<String>of() : List.of(line);
    inBackground(
        () -> {
          var started = RemoteSessions.over(client).start(CommandWords.launch(words));
          news.add(
              () -> {
                message = "started " + started.id();
                list.filter("");
                list.select(started.id());
              });
        });
  }

  private void inBackground(Runnable call) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                call.run();
              } catch (ClientException refused) {
                var words =
                    "%s. %s".formatted(refused.getMessage(), ErrorPrinter.next(refused)).strip();
                news.add(() -> message = Printable.line(words));
              }
            });
  }

  /** Reads the last lines of the selected session, where somebody looks at them. */
  private void peek() {
    var selected = list.selected();
    if (!peeking) {
      return;
    }
    if (selected.isEmpty()) {
      below = List.of();
      return;
    }
    var session = selected.get();
    inBackground(
        () -> {
          var turn =
              RemoteSessions.over(client)
                  .by(session.session())
                  .await(RemoteWait.none().showing("screen"));
          news.add(() -> peeked(session, turn.screen().orElse(List.of())));
        });
  }

  private void peeked(RemoteEntry session, List<String> screen) {
    if (!peeking
        || list.selected().filter(one -> one.session().equals(session.session())).isEmpty()) {
      return; // another is selected by now
    }
    var used = screen.size();
    while (used > 0 && screen.get(used - 1).isBlank()) {
      used--;
    }
    var lines = new ArrayList<String>();
    lines.add("--- " + TurnPrinter.named(session) + " ---");
    screen.subList(Math.max(0, used - PEEKED), used).stream()
        .map(Printable::line)
        .forEach(lines::add);
    below = List.copyOf(lines);
  }

  /** Lends the terminal to the selected session, and comes back. */
  private void attach() throws IOException, InterruptedException {
    var selected = list.selected();
    if (selected.isEmpty()) {
      return;
    }
    var session = TurnPrinter.named(selected.get());
    turns++;
    hide();
    try {
      var attached = attending.prepare(selected.get().session(), false, size).typedOn(keys);
      attached.run();
      message = attached.ended() ? session + " has ended" : "";
    } catch (ClientException refused) {
      message = Printable.line(String.valueOf(refused.getMessage()));
    } finally {
      show();
    }
  }
}
