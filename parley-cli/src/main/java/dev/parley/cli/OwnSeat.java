package dev.parley.cli;

import dev.parley.client.OwnCalls;
import dev.parley.client.OwnEnvironment;
import dev.parley.pty.OwnTerminal;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.server.launcher.Lent;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** This process's own streams and terminal. */
final class OwnSeat implements Seat {
  static final OwnSeat ONLY = new OwnSeat();

  // Never closed: others in this process may still want them.
  private final InputStream in = new FileInputStream(FileDescriptor.in);
  private final Stdout stdout = new Stdout();
  private final PrintStream out = new PrintStream(stdout, true, StandardCharsets.UTF_8);
  private final PrintStream err =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private OwnSeat() {}

  /** Why something did not get to stdout; nothing while all of it did. */
  Optional<IOException> lost() {
    return Optional.ofNullable(stdout.failed);
  }

  @Override
  public Optional<OwnCalls> calls() {
    return Optional.empty();
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public PrintStream out() {
    return out;
  }

  @Override
  public PrintStream err() {
    return err;
  }

  @Override
  public Path directory() {
    return Path.of(System.getProperty("user.dir"));
  }

  @Override
  public Map<String, String> environment() {
    return OwnEnvironment.get();
  }

  @Override
  public boolean hasTerminalIn() {
    return OwnTerminal.isStdin();
  }

  @Override
  public boolean hasTerminalOut() {
    return OwnTerminal.isStdout();
  }

  @Override
  public boolean isInFront() {
    return OwnTerminal.isInFront();
  }

  @Override
  public Optional<Size> size() {
    return OwnTerminal.size();
  }

  @Override
  public Optional<Undo> raw() {
    return OwnTerminal.raw()
        .map(
            raw -> {
              // Also when we are told to end: a terminal left raw is of no use to anyone.
              var hook = whenEnding(raw::close);
              return () -> {
                raw.close();
                hook.close();
              };
            });
  }

  @Override
  @SuppressWarnings("SystemConsoleNull") // since JDK 25 it may be null again
  public Optional<String> readHidden(String prompt) {
    var console = System.console();
    return console == null
        ? Optional.empty()
        : Optional.ofNullable(console.readPassword("%s", prompt)).map(String::new);
  }

  @Override
  public void whenResized(Runnable task) {
    Resizes.then(task);
  }

  @Override
  public Undo whenEnding(Runnable task) {
    var hook = new Thread(task);
    Runtime.getRuntime().addShutdownHook(hook);
    return () -> {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // It runs, or has run.
      }
    };
  }

  @Override
  public void resumeAs(List<String> arguments) {
    // The client of a process of its own finds the next daemon by itself.
  }

  @Override
  public void atOnce(Lent.Printing printing) throws IOException {
    printing.run();
  }

  /** A {@link PrintStream} tells nobody why it failed. */
  private static final class Stdout extends FileOutputStream {
    private volatile @Nullable IOException failed;

    Stdout() {
      super(FileDescriptor.out);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        super.write(bytes, from, count);
      } catch (IOException problem) {
        failed = problem;
        throw problem;
      }
    }
  }
}
