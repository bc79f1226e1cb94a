package dev.parley.server.tools;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.LiveOutput;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.calls.Waiting;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Completer;
import dev.parley.server.mcp.Resource;
import dev.parley.server.mcp.ResourceContents;
import dev.parley.server.mcp.Resources;
import dev.parley.session.Expectation;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each session's screen and transcript as resources, with subscriptions. */
final class SessionResources implements Resources, Completer {
  private static final String TYPE = "text/plain";
  private static final Pattern ADDRESS =
      Pattern.compile("parley://sessions/((?:[^/]+/)?[^/]+)/(screen|transcript)");

  /** A program that prints all the time is told of this often. */
  private static final Duration BETWEEN_UPDATES = Duration.ofMillis(200);

  private final Sessions sessions;
  private final SessionCalls calls;

  SessionResources(Sessions sessions, SessionCalls calls) {
    this.sessions = sessions;
    this.calls = calls;
  }

  private enum Face {
    SCREEN("What a person would see now"),
    TRANSCRIPT("Everything printed so far, as text");

    final String description;

    Face(String description) {
      this.description = description;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    String address(String id) {
      return "parley://sessions/%s/%s".formatted(id, word());
    }
  }

  @Override
  public List<Resource> list() {
    return sessions.list().stream().flatMap(SessionResources::resources).toList();
  }

  private static Stream<Resource> resources(Session session) {
    var id = session.id().value();
    return Arrays.stream(Face.values())
        .map(
            view ->
                new Resource(
                    view.address(id),
                    session.name().orElse(id) + " " + view.word(),
                    "%s of %s".formatted(view.word(), SessionEntry.shown(session.launch())),
                    view.description,
                    TYPE));
  }

  @Override
  public List<Resource.Template> templates() {
    return Arrays.stream(Face.values())
        .map(
            view ->
                new Resource.Template(
                    view.address("{id}"),
                    view.word(),
                    "The %s of a session".formatted(view.word()),
                    view.description,
                    TYPE))
        .toList();
  }

  @Override
  public Optional<List<ResourceContents>> read(String uri, Call call) {
    return found(
        uri,
        session ->
            List.of(
                ResourceContents.text(
                    uri, TYPE, uri.endsWith("/screen") ? screen(session) : transcript(session))));
  }

  private String screen(String session) {
    var waiting = new Waiting(Expectation.none(), new View(View.Kind.SCREEN, 1));
    return calls
        .read(Asking.once(Optional.empty()), ReadCall.of(session, -1, waiting))
        .turn()
        .screen()
        .text();
  }

  private String transcript(String session) {
    var waiting = new Waiting(Expectation.none(), View.everything());
    return calls
        .read(Asking.once(Optional.empty()), ReadCall.of(session, 0, waiting))
        .turn()
        .excerpt()
        .text();
  }

  /** What is made of the session that an address names; empty when there is none. */
  private static <T> Optional<T> found(String uri, Function<String, T> use) {
    var address = ADDRESS.matcher(uri);
    if (!address.matches()) {
      return Optional.empty();
    }
    try {
      // A slash in a variable of an address is written so.
      return Optional.of(use.apply(address.group(1).replace("%2F", "/").replace("%2f", "/")));
    } catch (Refusal none) {
      return Optional.empty();
    }
  }

  // --- subscriptions --------------------------------------------------------------------------

  @Override
  public boolean watchable() {
    return true;
  }

  @Override
  public Optional<Watching> watch(String uri, Runnable changed) {
    return found(
        uri,
        named -> {
          var session = calls.live(Asking.once(Optional.empty()), named, Optional.empty());
          var watch = session.output(session.look(0).lastOffset());
          var thread = Thread.startVirtualThread(() -> follow(session, watch, changed));
          return thread::interrupt;
        });
  }

  private static void follow(LiveSession session, LiveOutput watch, Runnable changed) {
    try (session;
        watch) {
      while (!watch.over()) {
        if (watch.next(Duration.ofHours(1)).isPresent() || watch.over()) {
          changed.run();
          Thread.sleep(BETWEEN_UPDATES);
        }
      }
    } catch (WaitCancelledException | InterruptedException closed) {
      // Nobody listens any more.
    }
  }

  // --- completion -----------------------------------------------------------------------------

  /** Ids and names of sessions; prompts have nothing to suggest. */
  @Override
  public List<String> complete(
      String of, String argument, String typed, Map<String, String> others) {
    if (!argument.equals("id")) {
      return List.of();
    }
    return sessions.list().reversed().stream()
        .flatMap(session -> Stream.concat(Stream.of(session.id().value()), session.name().stream()))
        .filter(reference -> reference.startsWith(typed))
        .distinct()
        .toList();
  }
}
