package dev.parley.bench.agents;

import dev.parley.session.Attention;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.StateWatch;
import dev.parley.session.Verdict;
import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * A coding agent in a session of Parley's, with a person who types something and goes away. What
 * the session needs is noted as it is told to those who listen, as lists and events have it.
 */
final class Played implements AutoCloseable {
  private static final String PERSON = "bench";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration STEP = Duration.ofMillis(20);

  private final AgentProgram program;
  private final ModelServer server;
  private final Sessions sessions;
  private final Session session;
  private final List<Said> said = new CopyOnWriteArrayList<>();
  private final StateWatch.Listening listening;

  /** What Parley said at a moment. */
  record Said(long nanos, Verdict verdict, Attention attention) {}

  Played(AgentProgram program, ModelServer server, Sessions sessions, Path folder)
      throws IOException, InterruptedException {
    this.program = program;
    this.server = server;
    this.sessions = sessions;
    var home = Files.createDirectories(folder.resolve("home"));
    var project = Files.createDirectories(folder.resolve("project"));
    new ProcessBuilder("git", "init", "-q", project.toString()).start().waitFor();
    var command = new ArrayList<>(List.of("/usr/bin/env", "-i"));
    program
        .prepare(home, project, server.address(program.name()))
        .forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(program.command());
    session = sessions.start(Launch.of(command).in(project));
    session.floor().take(PERSON);
    listening = session.stateWatch().listen(this::note);
  }

  private void note() {
    var standing = session.stateWatch().standing();
    said.add(new Said(System.nanoTime(), standing.verdict(), standing.attention()));
  }

  /** What was said from a moment on. */
  List<Said> since(long nanos) {
    return said.stream().filter(one -> one.nanos - nanos >= 0).toList();
  }

  /** What was said last before a moment. */
  Said before(long nanos) {
    return said.stream()
        .filter(one -> one.nanos - nanos < 0)
        .reduce((_, next) -> next)
        .orElseThrow();
  }

  /** Waits until the program shows its input box and has come to rest. */
  boolean ready() {
    return until(() -> shows(program.box()) && isStill(Duration.ofMillis(1200)));
  }

  /** Waits until it asks for a permission, and looks at it. */
  boolean asks() {
    return until(() -> shows(program.dialog()));
  }

  private boolean isStill(Duration spell) {
    var at = session.lastOffset();
    var began = System.nanoTime();
    while (session.lastOffset() - at < 64 && System.nanoTime() - began < spell.toNanos()) {
      pause();
    }
    return session.lastOffset() - at < 64;
  }

  /** Types a line as a person does, and goes away with Enter. Returns when that was. */
  long enter(String line) {
    type(line);
    var tail = line.substring(line.length() - 6);
    until(() -> shows(tail));
    isStill(Duration.ofMillis(300));
    return press();
  }

  /** Presses Enter and goes away. */
  long press() {
    session.screen();
    var now = System.nanoTime();
    type("\r");
    return now;
  }

  void type(String keys) {
    session.typeByHand(PERSON, keys.getBytes(StandardCharsets.UTF_8));
  }

  /** The model's side of a step. */
  ModelServer.Times times(String step) {
    return server.times(program.name(), step);
  }

  boolean until(BooleanSupplier there) {
    return until(there, PATIENCE);
  }

  boolean until(BooleanSupplier there, Duration patience) {
    var deadline = System.nanoTime() + patience.toNanos();
    while (!there.getAsBoolean()) {
      if (System.nanoTime() > deadline || session.over()) {
        return there.getAsBoolean();
      }
      pause();
    }
    return true;
  }

  private boolean shows(String text) {
    return session.screen().text().contains(text);
  }

  /** The picture of the moment, for a person who wants to know what went wrong. */
  String picture() {
    return session.screen().text().strip();
  }

  private static void pause() {
    try {
      Thread.sleep(STEP);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    listening.close();
    sessions.remove(session);
  }
}
