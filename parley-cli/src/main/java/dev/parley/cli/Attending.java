package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteEntry;
import dev.parley.client.RemoteSessions;
import dev.parley.pty.OwnTerminal.Size;
import java.io.IOException;

/** Makes a person's terminal that of sessions, one after the other. */
record Attending(ParleyClient client, Seat seat, DetachKey key) {

  /** A terminal that shows a session; {@link Attached#run} lends it, in raw mode. */
  Attached prepare(String session, boolean readOnly, Size size) throws IOException {
    if (!readOnly) {
      resize(session, size);
    }
    var to = new Attaching(client, session, readOnly, true);
    var first = to.begin();
    if (first.welcome().path("session").asString("").equals(seat.variable("PARLEY_SESSION"))) {
      first.close();
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "This terminal is that session's own, which would show itself",
          "Attach from another terminal");
    }
    var theirs =
        new Size(
            first.welcome().path("cols").asInt(size.columns()),
            first.welcome().path("rows").asInt(size.rows()));
    var drawing =
        readOnly
            ? Drawing.watching(size, theirs, seat.out())
            : Drawing.typing(size, theirs, seat.out());
    return new Attached(to, key, size, seat, drawing, first, 0, _ -> {})
        .greeting(greeting(first.welcome().path("session").asString(""), readOnly));
  }

  /** Where one is, how to leave, and what to do about the key for that. */
  private String greeting(String id, boolean readOnly) {
    var entry =
        RemoteSessions.over(client).standings(true).entries().stream()
            .filter(one -> one.session().equals(id))
            .findFirst();
    return "parley: %s %s; %s leaves%s"
        .formatted(
            readOnly ? "watching" : "you are at",
            entry.map(Attending::shown).orElse(id),
            key,
            readOnly ? "" : "; twice types %s itself".formatted(key));
  }

  private static String shown(RemoteEntry entry) {
    var program = ProgramName.of(entry.foreground());
    return TurnPrinter.named(entry) + (program.isEmpty() ? "" : " (%s)".formatted(program));
  }

  /** The session takes our size before it is painted, so that what is painted fits. */
  private void resize(String session, Size size) {
    try {
      client.call(
          "resize",
          ParleyClient.object()
              .put("session", session)
              .put("cols", size.columns())
              .put("rows", size.rows()));
    } catch (ClientException refused) {
      if (refused.code() != ClientException.Code.EXITED) {
        throw refused;
      }
    }
  }
}
