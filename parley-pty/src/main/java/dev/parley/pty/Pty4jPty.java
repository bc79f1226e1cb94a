package dev.parley.pty;

import com.pty4j.PtyProcess;
import com.pty4j.WinSize;
import com.pty4j.unix.PtyHelpers;
import com.pty4j.unix.UnixPtyProcess;
import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A child of the pty4j engine: one thread reads what it prints, another writes what is typed. */
final class Pty4jPty implements Pty {
  private static final Logger LOG = System.getLogger(Pty4jPty.class.getName());
  private static final byte[] STOP = {};

  private final Pty4jPtys ptys;
  private final PtyProcess process;
  private final Sink sink;
  private final LinkedBlockingDeque<byte[]> outbox = new LinkedBlockingDeque<>();
  private final AtomicLong pending = new AtomicLong();
  private final Semaphore room = new Semaphore(0);
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable Exit exit;

  Pty4jPty(Pty4jPtys ptys, PtyProcess process, Sink sink) {
    this.ptys = ptys;
    this.process = process;
    this.sink = sink;
  }

  void begin() {
    // These threads sit in native calls that block, which a virtual thread must not.
    Thread.ofPlatform().daemon().name("parley-read-" + pid()).start(this::read);
    Thread.ofPlatform().daemon().name("parley-write-" + pid()).start(this::write);
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public String device() {
    return process instanceof UnixPtyProcess unix ? unix.getPty().getSlaveName() : "";
  }

  private void read() {
    try (var output = process.getInputStream()) {
      var bytes = new byte[16 * 1024];
      for (var count = output.read(bytes); count >= 0; count = output.read(bytes)) {
        deliver(bytes, count);
      }
    } catch (IOException hungUp) {
      // the usual last word of a terminal whose programs have all gone
    } catch (RuntimeException | Error problem) {
      LOG.log(Level.ERROR, "Reading from a child failed", problem);
    }
    try {
      var code = process.waitFor();
      var how = exitOf(code);
      exit = how;
      outbox.add(STOP);
      sink.ended(how);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      over.countDown();
    }
  }

  private void deliver(byte[] bytes, int count) {
    for (var done = 0; done < count; ) {
      var space = sink.space();
      if (space.byteSize() == 0) {
        if (closed.get()) {
          return;
        }
        room.acquireUninterruptibly();
        room.drainPermits();
        continue;
      }
      var part = (int) Math.min(space.byteSize(), count - done);
      MemorySegment.copy(MemorySegment.ofArray(bytes), done, space, 0, part);
      sink.filled(part);
      done += part;
    }
  }

  /** pty4j tells the end by a signal as a shell does, so a code above 128 stands for one. */
  private static Exit exitOf(int code) {
    return code > 128 && code <= 128 + 31 ? Exits.killed(code - 128) : new Exit.Code(code);
  }

  private void write() {
    try (var input = process.getOutputStream()) {
      for (var bytes = outbox.take(); bytes != STOP; bytes = outbox.take()) {
        input.write(bytes);
        input.flush();
        pending.addAndGet(-bytes.length);
      }
    } catch (IOException | InterruptedException ended) {
      // nobody is left to read it
    }
  }

  @Override
  public void type(byte[] bytes) {
    requireLiving();
    if (pending.get() + bytes.length > Outbox.MAX_PENDING) {
      throw new PtyException(
          Reason.LIMIT,
          "%d bytes are already waiting for the child, which does not read them; nothing was typed"
              .formatted(pending.get()));
    }
    if (Lines.longest(0, bytes) > Lines.MAX && modes().canonical()) {
      throw new PtyException(
          Reason.BAD_INPUT,
          "The terminal is in line mode and would cut a line of %d bytes; nothing was typed. Type shorter lines, or split this one"
              .formatted(Lines.longest(0, bytes)));
    }
    pending.addAndGet(bytes.length);
    // In pieces, so that an interrupt has somewhere to get in between.
    for (var at = 0; at < bytes.length; at += 1024) {
      outbox.addLast(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 1024)));
    }
  }

  @Override
  public void interrupt(byte[] bytes) {
    requireLiving();
    pending.addAndGet(bytes.length);
    outbox.addFirst(bytes.clone());
  }

  private void requireLiving() {
    var how = exit;
    if (how != null) {
      throw new PtyException(
          Reason.EXITED, "The child has ended with %s; nothing can be typed".formatted(how));
    }
  }

  @Override
  public long pending() {
    return pending.get();
  }

  @Override
  public void resume() {
    room.release();
  }

  @Override
  public void resize(int columns, int rows) {
    Spawn.requireSize(columns, rows);
    process.setWinSize(new WinSize(columns, rows));
  }

  @Override
  public Modes modes() {
    var settings = device().isEmpty() ? "" : run(new File(device()), "stty", "-a");
    if (settings.isEmpty()) {
      throw new PtyException(
          Reason.UNSUPPORTED, "How the terminal treats input cannot be known on this host");
    }
    var words = List.of(settings.split("[\\s;]+"));
    return new Modes(words.contains("icanon"), words.contains("echo"), words.contains("isig"));
  }

  @Override
  public Optional<Foreground> foreground() {
    var group = foregroundGroup();
    if (group <= 0) {
      return Optional.empty();
    }
    var name = ps("comm", group);
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Foreground(
                group,
                name.substring(name.lastIndexOf('/') + 1),
                List.of(ps("args", group).split(" ")),
                ""));
  }

  private int foregroundGroup() {
    var group = ps("tpgid", pid());
    return group.matches("\\d+") ? Integer.parseInt(group) : -1;
  }

  private String ps(String field, long pid) {
    return device().isEmpty()
        ? ""
        : run(new File("/dev/null"), "ps", "-o", field + "=", "-p", Long.toString(pid)).strip();
  }

  private static String run(File input, String... command) {
    try {
      var process = new ProcessBuilder(command).redirectInput(input).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public boolean signal(Signal signal, Signal.To to) {
    if (!(process instanceof UnixPtyProcess)) {
      throw new PtyException(Reason.UNSUPPORTED, "There are no signals on this host");
    }
    return switch (to) {
      case FOREGROUND -> {
        var group = foregroundGroup();
        yield group > 0 && PtyHelpers.signal(-group, signal.number()) == 0;
      }
      case SESSION ->
          tree().stream()
              .map(member -> PtyHelpers.signal((int) member.pid(), signal.number()) == 0)
              .reduce(false, Boolean::logicalOr);
    };
  }

  @Override
  public Finding probe() {
    return exit == null
        ? new Finding(
            Finding.Doing.UNKNOWN, Finding.Grade.SOFT, List.of(Evidence.Blind.PTY4J), Duration.ZERO)
        : new Finding(
            Finding.Doing.EXITED, Finding.Grade.HARD, List.of(Evidence.Blind.PTY4J), Duration.ZERO);
  }

  private List<ProcessHandle> tree() {
    var all = new ArrayList<ProcessHandle>();
    ProcessHandle.of(pid()).filter(ProcessHandle::isAlive).ifPresent(all::add);
    ProcessHandle.of(pid()).ifPresent(child -> child.descendants().forEach(all::add));
    return all;
  }

  @Override
  public Ended end(Duration grace) {
    var all = tree();
    if (grace.isPositive() && process instanceof UnixPtyProcess) {
      all.forEach(member -> PtyHelpers.signal((int) member.pid(), Signal.HUP.number()));
      if (!gone(all, grace.dividedBy(2))) {
        all.forEach(ProcessHandle::destroy);
        gone(all, grace.dividedBy(2));
      }
    }
    var killed = all.stream().filter(ProcessHandle::isAlive).toList();
    killed.forEach(ProcessHandle::destroyForcibly);
    gone(all, Duration.ofSeconds(10));
    return new Ended(all.size(), killed.size());
  }

  private static boolean gone(List<ProcessHandle> all, Duration longest) {
    var ends = all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(ends).get(longest.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    end(Duration.ZERO);
    process.destroyForcibly();
    room.release();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ptys.forget(this);
  }
}
