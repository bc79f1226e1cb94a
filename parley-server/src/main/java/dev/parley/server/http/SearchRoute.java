package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import dev.parley.session.Search;
import dev.parley.session.Session;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/** A search in everything that is kept of a session's output, for people who look for a place. */
final class SearchRoute {
  private static final int MOST = 200;
  private static final int USUAL = 50;
  private static final int MOST_AROUND = 20;
  private static final int LONGEST_LINE = 400;
  private static final long PIECE = 2 << 20;
  private static final long LONGEST_BREAK = 64 << 10;

  private SearchRoute() {}

  static List<Route> of(Sessions sessions) {
    return List.of(
        Route.of(
                "GET",
                "/v1/sessions/{id}/search",
                Role.WATCH,
                "Search all output that is kept; returns the last lines that match",
                call -> search(sessions, call))
            .taking("text", "string", "what to look for, in large or small letters")
            .taking("pattern", "string", "RE2; instead of text")
            .taking("around", "integer", "how many lines above and below each; 0 if absent")
            .taking("max", "integer", "how many lines at most; %d if absent".formatted(USUAL)));
  }

  private static void search(Sessions sessions, HttpCall call) throws Exception {
    var session = sessions.get(call.variable("id"));
    var wanted =
        call.parameter("text")
            .map(Search::anyCase)
            .or(() -> call.parameter("pattern").map(Search::pattern))
            .orElseThrow(
                () -> Problem.badInput("There is nothing to look for", "Give text or pattern"));
    var found =
        wanted.lastLines(
            () -> lines(session),
            bounded(call, "max", USUAL, MOST),
            bounded(call, "around", 0, MOST_AROUND));
    var fields = Json.object().put("session", session.id().value());
    fields.put("lines", found.lines()).put("matches", found.matches());
    var list = fields.putArray("found");
    for (var line : found.last()) {
      var one = list.addObject().put("line", line.number()).put("text", cut(line.text()));
      add(one.putArray("before"), line.before());
      add(one.putArray("after"), line.after());
    }
    call.json(200, fields);
  }

  /** All that is kept, a piece at a time: one answer cannot hold it. */
  private static List<String> lines(Session session) {
    var lines = new ArrayList<String>();
    var end = session.lastOffset();
    for (var from = session.firstOffset(); from < end; ) {
      var to = end - from > PIECE ? lineEnd(session, from + PIECE) : end;
      session.read(from, to, View.everything()).text().lines().forEach(lines::add);
      from = to;
    }
    return lines;
  }

  /** The end of the last line before an offset; the offset itself where there is none near. */
  private static long lineEnd(Session session, long offset) {
    var bytes = session.bytes(offset - LONGEST_BREAK, offset);
    for (var at = bytes.length - 1; at >= 0; at--) {
      if (bytes[at] == '\n') {
        return offset - bytes.length + at + 1;
      }
    }
    return offset;
  }

  private static int bounded(HttpCall call, String name, int usual, int most) {
    return (int) Math.clamp(call.number(name).orElse((long) usual), 0L, (long) most);
  }

  private static void add(ArrayNode list, List<String> lines) {
    lines.forEach(line -> list.add(cut(line)));
  }

  private static String cut(String line) {
    return line.codePointCount(0, line.length()) <= LONGEST_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_LINE)) + "…";
  }
}
