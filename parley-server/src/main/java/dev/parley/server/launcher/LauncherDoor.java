package dev.parley.server.launcher;

import dev.parley.client.OwnCalls;
import dev.parley.session.launch.Surroundings;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The launcher's end of the socket. It says one line, {@code parley launcher PROTOCOL VERSION
 * DOOR}, is answered {@code ok VERSION} or {@code no REASON}, and then both sides speak in frames.
 */
public final class LauncherDoor {
  /** The version of what is said; {@code launcher/parley.c} has the same number. */
  private static final int PROTOCOL = 2;

  private static final String GREETING = "parley launcher ";

  private final DataInputStream in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();

  private LauncherDoor(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    this.out = out;
  }

  /** Whether a first line on the socket is a launcher's. */
  public static boolean isMeant(String line) {
    return line.startsWith(GREETING);
  }

  /**
   * What stands behind the door.
   *
   * @param version this daemon's
   * @param commands runs commands in this process
   * @param servers makes the server behind a pipe
   * @param calls the way from a command to the sessions, one for each client of theirs
   */
  public record Backing(
      String version, Commands commands, PipeServers servers, Supplier<OwnCalls> calls) {}

  /**
   * Serves one launcher until it has what it came for.
   *
   * @param line its first line
   */
  public static void serve(String line, InputStream in, OutputStream out, Backing backing)
      throws IOException, InterruptedException {
    var words = line.split(" ");
    if (words.length < 5 || !words[2].equals(Integer.toString(PROTOCOL))) {
      say(
          out,
          "no The daemon is Parley %s and does not understand this launcher"
              .formatted(backing.version()));
      return;
    }
    say(out, "ok " + backing.version());
    var door = new LauncherDoor(in, out);
    var introduction = door.introduction();
    if (introduction.isEmpty()) {
      return;
    }
    introduction.get().surroundings().enter();
    if (words[4].equals("mcp")) {
      new PipeDoor(door, introduction.get(), backing.servers()).serve();
    } else {
      new CommandDoor(door, introduction.get(), backing).serve();
    }
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /**
   * What a launcher says of itself before anything is done for it.
   *
   * @param told lines of an agent that an earlier daemon was told
   */
  record Introduction(
      List<String> arguments,
      Surroundings surroundings,
      Optional<String> client,
      Terminals terminals,
      Optional<LauncherFrame> size,
      List<LauncherFrame> told) {}

  /**
   * Which of a process's descriptors are terminals, and whether it may read what is typed there.
   */
  record Terminals(boolean in, boolean out, boolean err, boolean front) {
    static Terminals of(String letters) {
      return new Terminals(
          letters.startsWith("1"),
          letters.startsWith("1", 1),
          letters.startsWith("1", 2),
          letters.startsWith("1", 3));
    }
  }

  private Optional<Introduction> introduction() throws IOException {
    var arguments = new ArrayList<String>();
    Map<String, String> environment = new HashMap<>();
    var told = new ArrayList<LauncherFrame>();
    var directory = Path.of("/");
    var terminals = Terminals.of("");
    Optional<String> client = Optional.empty();
    Optional<LauncherFrame> size = Optional.empty();
    for (var frame = next(); frame.isPresent(); frame = next()) {
      switch (frame.get().kind()) {
        case 'a' -> arguments.add(frame.get().text());
        case 'd' -> directory = Path.of(frame.get().text());
        case 'e' -> {
          var entry = frame.get().text();
          var equals = entry.indexOf('=', 1);
          if (equals > 0) {
            environment.put(entry.substring(0, equals), entry.substring(equals + 1));
          }
        }
        case 'n' -> client = Optional.of(frame.get().text());
        case 't' -> terminals = Terminals.of(frame.get().text());
        case 'w' -> size = frame;
        case 'p' -> told.add(frame.get());
        case '.' -> {
          return Optional.of(
              new Introduction(
                  List.copyOf(arguments),
                  new Surroundings(directory, environment),
                  client,
                  terminals,
                  size,
                  List.copyOf(told)));
        }
        default -> {} // a later launcher may say more
      }
    }
    return Optional.empty();
  }

  /** The next frame; nothing when the launcher has gone. */
  Optional<LauncherFrame> next() throws IOException {
    return LauncherFrame.read(in);
  }

  /** Sends a frame, whole and in order. */
  void send(LauncherFrame frame) throws IOException {
    var bytes = frame.bytes();
    writing.lock();
    try {
      out.write(bytes);
      out.flush();
    } finally {
      writing.unlock();
    }
  }
}
