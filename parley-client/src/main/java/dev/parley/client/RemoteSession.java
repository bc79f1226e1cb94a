package dev.parley.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One session of the daemon: typed into, waited for and read, as if it were in this process. */
public final class RemoteSession {
  private final ParleyClient client;
  private final String id;
  private final Optional<String> name;

  RemoteSession(ParleyClient client, String id, Optional<String> name) {
    this.client = client;
    this.id = id;
    this.name = name;
  }

  /** Its id, or what {@link RemoteSessions#by} was given in place of it. */
  public String id() {
    return id;
  }

  public Optional<String> name() {
    return name;
  }

  private ObjectNode parameters() {
    return ParleyClient.object().put("session", id);
  }

  /** Types a line, waits until the program is ready for the next turn, and reads. */
  public RemoteTurn send(String line) {
    return send(RemoteInput.line(line), RemoteWait.turn());
  }

  /** Types, waits and reads. */
  public RemoteTurn send(RemoteInput input, RemoteWait wait) {
    return new RemoteTurn(client.call("session_send", wait.into(input.into(parameters()))));
  }

  /** Waits, and reads what this program has not read yet. */
  public RemoteTurn await(RemoteWait wait) {
    return new RemoteTurn(client.call("session_read", wait.into(parameters())));
  }

  /** Waits, and reads from an offset on; reading consumes nothing. */
  public RemoteTurn await(RemoteWait wait, long from) {
    return new RemoteTurn(client.call("session_read", wait.into(parameters()).put("from", from)));
  }

  /** What was printed from an offset on, and what the session is doing; does not wait. */
  public RemoteTurn read(long from) {
    return await(RemoteWait.none(), from);
  }

  /** What a person would see now, as text. */
  public String screen() {
    return new String(made("screenshot", "txt"), StandardCharsets.UTF_8);
  }

  /** A picture of the screen: {@code png}, {@code svg}, {@code html} or {@code txt}. */
  public byte[] screenshot(String format) {
    return made("screenshot", format);
  }

  /** All that is kept: {@code asciicast}, {@code text}, {@code raw}, {@code html}, {@code svg}. */
  public byte[] export(String format) {
    return made("export", format);
  }

  private byte[] made(String method, String format) {
    var answer = client.call(method, parameters().put("format", format));
    return answer.has("base64")
        ? Base64.getDecoder().decode(answer.path("base64").asString())
        : answer.path("text").asString().getBytes(StandardCharsets.UTF_8);
  }

  public void resize(int columns, int rows) {
    client.call("resize", parameters().put("cols", columns).put("rows", rows));
  }

  /** Sends a signal, such as {@code INT}, to the program in front. */
  public void signal(String signal) {
    client.call("signal", parameters().put("signal", signal));
  }

  /** A live view that can also be typed into; its first frame paints the screen. */
  public ParleyClient.Attachment attach(boolean readOnly) {
    return client.attach(id, readOnly);
  }

  /** Ends the program and everything it started; what it printed stays readable. */
  public RemoteEnding end() {
    return new RemoteEnding(client.call("session_close", parameters()));
  }

  /** As {@link #end()}, killing what is left after a time. */
  public RemoteEnding end(Duration grace) {
    return new RemoteEnding(
        client.call("session_close", parameters().put("grace_ms", grace.toMillis())));
  }
}
