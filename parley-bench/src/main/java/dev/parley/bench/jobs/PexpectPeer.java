package dev.parley.bench.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * pexpect in a Python that stays: each step is a cell that types, waits for the pattern that its
 * author knows, and prints what came. Where nobody knows a pattern it waits until nothing has come
 * for a second.
 */
final class PexpectPeer implements Peer {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** As its own {@code replwrap} does it: a shell gets a prompt that nothing else prints. */
  private static final String SHELL_PROMPT = "[PEXPECT]> ";

  private final Process python;
  private final BufferedReader in;
  private final String version;

  PexpectPeer(World world) {
    try {
      var program = world.folder().resolve("cells.py");
      try (var source = PexpectPeer.class.getResourceAsStream("/bench/jobs/cells.py")) {
        Files.write(program, source == null ? new byte[0] : source.readAllBytes());
      }
      var builder =
          new ProcessBuilder("python3", "-u", program.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().putAll(world.environment());
      python = builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    in = new BufferedReader(new InputStreamReader(python.getInputStream(), StandardCharsets.UTF_8));
    version = run("import pexpect; print(pexpect.__version__)").strip();
    if (version.contains("Error")) {
      throw new UncheckedIOException(new IOException(version));
    }
  }

  private String run(String cell) {
    try {
      var out = python.getOutputStream();
      out.write((JSON.writeValueAsString(cell) + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
      var line = in.readLine();
      if (line == null) {
        throw new IOException("Python has ended");
      }
      return JSON.readValue(line, String.class);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Override
  public String name() {
    return "pexpect";
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public int toolTokens() {
    return 0;
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new Cells(place, meter);
  }

  @Override
  public void close() {
    try {
      python.getOutputStream().close();
      if (!python.waitFor(5, TimeUnit.SECONDS)) {
        python.destroyForcibly();
      }
    } catch (IOException | InterruptedException gone) {
      python.destroyForcibly();
    }
  }

  private final class Cells extends Hands {
    private final Set<String> sessions = new HashSet<>();

    Cells(Workplace place, Meter meter) {
      super(place, meter);
    }

    private void cell(String session, String code, Until until) {
      var lines = new ArrayList<>(List.of(code));
      lines.addAll(waiting(session, until));
      var source = String.join("\n", lines).strip();
      var printed = run(source);
      meter.call(source, printed);
      tell(session, printed);
      if (printed.startsWith("pexpect.exceptions.")) {
        throw new GaveUp("waited in vain for " + until);
      }
    }

    private List<String> waiting(String session, Until until) {
      var seconds = until.patience().toSeconds();
      var more = seconds == Until.PATIENCE.toSeconds() ? "" : ", timeout=" + seconds;
      var show = "print(" + session + ".before[-4000:] + " + session + ".after)";
      return switch (until) {
        case Until.Nothing _ -> List.of();
        case Until.Shell _ ->
            List.of(
                session + ".expect_exact(" + quoted(SHELL_PROMPT) + more + ")",
                "print(" + session + ".before[-4000:])");
        case Until.Prompt(var pattern, _) ->
            List.of(session + ".expect(" + quoted(pattern) + more + ")", show);
        case Until.Shows(var pattern, _) ->
            List.of(session + ".expect(" + quoted(pattern) + more + ")", show);
        case Until.Exit _ ->
            List.of(
                session + ".expect(pexpect.EOF" + more + ")",
                session + ".close()",
                "print(" + session + ".before)");
        // "As it comes" in its documentation: read until a time-out.
        case Until.Input _ ->
            List.of(
                "while not "
                    + session
                    + ".expect([r'.+', pexpect.TIMEOUT], timeout=1): print("
                    + session
                    + ".after, end='')");
      };
    }

    @Override
    void start(String session, String command, Until until) {
      sessions.add(session);
      var spawn =
          command.isEmpty() ? "'bash', ['--norc']" : "'bash', ['-c', " + quoted(command) + "]";
      cell(
          session,
          "import pexpect%n%s = pexpect.spawn(%s, cwd=%s, encoding='utf-8', timeout=%d, dimensions=(40, 120))%s"
              .formatted(
                  session,
                  spawn,
                  quoted(place.folder().toString()),
                  Until.PATIENCE.toSeconds(),
                  command.isEmpty()
                      ? "\n%s.sendline(\"PS1='[PEXPECT]''> '\")".formatted(session)
                      : ""),
          until);
    }

    @Override
    void type(String session, Typing typing, Until until) {
      // sendline would send a line feed, which programs on the whole screen take for another key.
      cell(session, "%s.send(%s)".formatted(session, quoted(typing.bytes())), until);
    }

    @Override
    void await(String session, Until until) {
      cell(session, "", until);
    }

    @Override
    String search(String session, Pattern what) {
      var source =
          "import re%nprint(re.search(%s, %s.before + str(%s.after)))"
              .formatted(quoted(what.pattern()), session, session);
      var printed = run(source);
      meter.call(source, printed);
      return printed;
    }

    /** As a literal of Python. */
    private static String quoted(String text) {
      var literal = new StringBuilder("'");
      text.chars()
          .forEach(
              each -> {
                switch (each) {
                  case '\\' -> literal.append("\\\\");
                  case '\'' -> literal.append("\\'");
                  case '\n' -> literal.append("\\n");
                  case '\r' -> literal.append("\\r");
                  case '\t' -> literal.append("\\t");
                  default -> {
                    if (each < 32 || each == 127) {
                      literal.append("\\x%02x".formatted(each));
                    } else {
                      literal.append((char) each);
                    }
                  }
                }
              });
      return literal.append('\'').toString();
    }

    @Override
    public void close() {
      for (var session : sessions) {
        var unused = run("%s.close(force=True)".formatted(session));
      }
    }
  }
}
