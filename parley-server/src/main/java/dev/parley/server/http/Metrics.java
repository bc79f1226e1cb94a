package dev.parley.server.http;

import dev.parley.session.Sessions;
import java.util.TreeMap;

/** What a monitoring system wants to know, in the text format of Prometheus. */
final class Metrics {
  private final Sessions sessions;
  private final HttpFigures figures;

  Metrics(Sessions sessions, HttpFigures figures) {
    this.sessions = sessions;
    this.figures = figures;
  }

  String text() {
    var text = new StringBuilder();
    var states = new TreeMap<String, Integer>();
    for (var state : new String[] {"exited", "lost", "ready", "secret", "waiting", "working"}) {
      states.put(state, 0);
    }
    sessions.list().forEach(session -> states.merge(session.state().wire(), 1, Integer::sum));
    head(text, "parley_sessions", "gauge", "Sessions by what they are doing");
    states.forEach((state, count) -> line(text, "parley_sessions{state=\"" + state + "\"}", count));
    head(text, "parley_watchers", "gauge", "WebSockets that watch a session");
    line(text, "parley_watchers", figures.watchers());
    head(text, "parley_event_listeners", "gauge", "Streams of events that are open");
    line(text, "parley_event_listeners", figures.listeners());
    head(text, "parley_watch_gaps_total", "counter", "Fresh screens sent to slow watchers");
    line(text, "parley_watch_gaps_total", figures.gaps());
    head(text, "parley_watchers_dropped_total", "counter", "Watchers that took nothing any more");
    line(text, "parley_watchers_dropped_total", figures.droppedWatchers());
    head(text, "parley_http_requests_total", "counter", "Requests by the status of the answer");
    figures
        .answers()
        .forEach(
            (status, count) ->
                line(text, "parley_http_requests_total{status=\"" + status + "\"}", count.sum()));
    return text.toString();
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP %s %s%n# TYPE %s %s%n".formatted(name, help, name, type));
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append(name).append(' ').append(value).append('\n');
  }
}
