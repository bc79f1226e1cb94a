package dev.parley.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The sessions of this user's daemon, for a Java program. They live on when the program ends, and
 * others can see and use them too. Any number of threads may call at once.
 */
public final class RemoteSessions implements AutoCloseable {
  private final ParleyClient client;

  private RemoteSessions(ParleyClient client) {
    this.client = client;
  }

  /** Over a client that knows its way, such as to a daemon with a home of its own. */
  public static RemoteSessions over(ParleyClient client) {
    return new RemoteSessions(client);
  }

  /**
   * To the daemon that runs.
   *
   * @throws ClientException with {@code no_daemon} when there is none
   */
  public static RemoteSessions connect() {
    var sessions = new RemoteSessions(ParleyClient.to(Home.ofUser(), version()));
    sessions.client.call("status", ParleyClient.object());
    return sessions;
  }

  /**
   * To the daemon, started by the {@code parley} command given when there is none.
   *
   * @param parley such as {@code /opt/parley/parley}
   */
  public static RemoteSessions connect(Path parley) {
    try {
      return connect();
    } catch (ClientException none) {
      if (none.code() != ClientException.Code.NO_DAEMON) {
        throw none;
      }
      start(parley);
      return connect();
    }
  }

  private static void start(Path parley) {
    try {
      var any =
          new ProcessBuilder(parley.toString(), "list")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (any.waitFor() != 0) {
        throw noDaemon(parley);
      }
    } catch (IOException cannot) {
      throw noDaemon(parley);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw noDaemon(parley);
    }
  }

  private static ClientException noDaemon(Path parley) {
    return new ClientException(
        ClientException.Code.NO_DAEMON,
        "There is no daemon, and %s could not start one".formatted(parley),
        "Run '%s list' to see why".formatted(parley));
  }

  private static String version() {
    return Optional.ofNullable(RemoteSessions.class.getPackage().getImplementationVersion())
        .orElse("library");
  }

  /** Starts a program and returns without waiting for it. */
  public RemoteSession start(RemoteLaunch launch) {
    var parameters = launch.json().put("timeout_ms", 0).put("view", "none");
    return session(client.call("session_start", parameters));
  }

  /** Starts a program, waits and reads; the turn has the id of the session. */
  public RemoteTurn start(RemoteLaunch launch, RemoteWait wait) {
    return new RemoteTurn(client.call("session_start", wait.into(launch.json())));
  }

  /**
   * The session with this id, beginning of an id, or name. It is not looked for before it is used;
   * {@link #find} does that.
   */
  public RemoteSession by(String reference) {
    return new RemoteSession(client, reference, Optional.empty());
  }

  /** The session with this id, beginning of an id, or name. */
  public RemoteSession find(String reference) {
    return session(
        client.call(
            "session_read",
            ParleyClient.object()
                .put("session", reference)
                .put("timeout_ms", 0)
                .put("view", "none")));
  }

  private RemoteSession session(JsonNode answer) {
    return new RemoteSession(
        client, answer.path("session").asString(), answer.path("name").asStringOpt());
  }

  /** Sessions that live, oldest first. */
  public List<RemoteSession> list() {
    return sessions(standings(false));
  }

  /** Sessions that live, and those that have ended and are still kept. */
  public List<RemoteSession> listAll() {
    return sessions(standings(true));
  }

  private List<RemoteSession> sessions(RemoteList list) {
    return list.entries().stream()
        .map(entry -> new RemoteSession(client, entry.session(), entry.name()))
        .toList();
  }

  /** Sessions and what each is doing. */
  public RemoteList standings(boolean endedToo) {
    return new RemoteList(
        client.call("session_list", ParleyClient.object().put("include_exited", endedToo)));
  }

  /** The sessions of all nodes of the fleet, and what each is doing. */
  public RemoteList fleetStandings(boolean endedToo) {
    return new RemoteList(
        client.call(
            "session_list",
            ParleyClient.object().put("include_exited", endedToo).put("fleet", true)));
  }

  /** Waits until the first of several sessions has something to report. */
  public RemoteTurn awaitAny(Collection<RemoteSession> sessions, RemoteWait wait) {
    var parameters = wait.into(ParleyClient.object());
    var ids = parameters.putArray("sessions");
    sessions.forEach(session -> ids.add(session.id()));
    return new RemoteTurn(client.call("session_read", parameters));
  }

  /** Hangs up; the sessions live on. */
  @Override
  public void close() {
    client.close();
  }
}
