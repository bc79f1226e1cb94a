package dev.parley.session.remote.transport;

import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A companion at the standard streams of a client of this host. */
public final class ProcessCompanion implements Companion {
  private static final int LONGEST_LINE = 4096;

  private final Process process;
  private final BufferedWriter lines;

  private ProcessCompanion(Process process) {
    this.process = process;
    this.lines =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Starts what runs a script there. */
  public static ProcessCompanion start(ProcessBuilder channel, Listener listener)
      throws IOException {
    var process =
        channel.redirectErrorStream(false).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Thread.ofVirtual().name("far-probe").start(() -> listen(process.getInputStream(), listener));
    return new ProcessCompanion(process);
  }

  private static void listen(InputStream in, Listener listener) {
    try (var lines = new BufferedInputStream(in)) {
      for (var line = line(lines); line != null; line = line(lines)) {
        listener.said(line);
      }
    } catch (IOException closed) {
      // As good as an end.
    } finally {
      listener.ended();
    }
  }

  /** The next line; a far side that sends one without an end is not listened to any more. */
  public static @Nullable String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (line.size() >= LONGEST_LINE) {
        throw new IOException("The far side sends a line without an end");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void say(String line) throws IOException {
    lines.write(line);
    lines.newLine();
    lines.flush();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException already) {
      // It has ended.
    }
    process.destroy();
  }
}
