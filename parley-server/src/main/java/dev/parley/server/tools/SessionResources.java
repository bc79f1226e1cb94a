package dev.parley.server.tools;

import dev.parley.server.calls.SessionEntry;
import dev.parley.server.mcp.Call;
import dev.parley.server.mcp.Completer;
import dev.parley.server.mcp.Resource;
import dev.parley.server.mcp.ResourceContents;
import dev.parley.server.mcp.Resources;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.Watch;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each session's screen and transcript as resources, with subscriptions. */
final class SessionResources implements Resources, Completer {
  private static final String TYPE = "text/plain";
  private static final Pattern ADDRESS =
      Pattern.compile("parley://sessions/([^/]+)/(screen|transcript)");

  /** A program that prints all the time is told of this often. */
  private static final Duration BETWEEN_UPDATES = Duration.ofMillis(200);

  private final Sessions sessions;

  SessionResources(Sessions sessions) {
    this.sessions = sessions;
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
    return session(uri)
        .map(
            session ->
                List.of(
                    ResourceContents.text(
                        uri,
                        TYPE,
                        uri.endsWith("/screen")
                            ? session.screen().text()
                            : session.read(session.firstOffset(), View.everything()).text())));
  }

  private Optional<Session> session(String uri) {
    var address = ADDRESS.matcher(uri);
    if (!address.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(sessions.get(address.group(1)));
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
    return session(uri)
        .map(
            session -> {
              var watch = session.watch(session.lastOffset());
              var thread = Thread.startVirtualThread(() -> follow(watch, changed));
              return thread::interrupt;
            });
  }

  private static void follow(Watch watch, Runnable changed) {
    try (watch) {
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
