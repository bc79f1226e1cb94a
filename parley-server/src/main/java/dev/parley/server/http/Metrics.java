package dev.parley.server.http;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import dev.parley.session.Attention;
import dev.parley.session.SessionFigures;
import java.util.TreeMap;

/** What a monitoring system wants to know, in the text format of Prometheus. */
final class Metrics {
  private static final String[] STATES = {
    "exited", "lost", "ready", "secret", "waiting", "working"
  };

  private static final Caller SCRAPER = new Caller(Role.WATCH, "http", "metrics");

  private final HttpParts parts;
  private final HttpFigures figures;

  Metrics(HttpParts parts, HttpFigures figures) {
    this.parts = parts;
    this.figures = figures;
  }

  String text() {
    var text = new StringBuilder();
    sessions(text);
    one(
        text,
        "parley_bytes_read_total",
        "counter",
        "Bytes that programs have printed",
        SessionFigures.bytes());
    head(text, "parley_turn_seconds", "histogram", "From a call that types to its answer");
    text.append(parts.turns().histogram("parley_turn_seconds"));
    one(
        text,
        "parley_probes_total",
        "counter",
        "How often the kernel was asked about a program",
        SessionFigures.probes());
    one(
        text,
        "parley_probe_seconds_total",
        "counter",
        "How long asking took",
        SessionFigures.probeNanos() / 1e9);
    one(
        text,
        "parley_daemon_restarts",
        "gauge",
        "How often the holder started the daemon again",
        parts.restarts());
    one(text, "parley_watchers", "gauge", "WebSockets that watch a session", figures.watchers());
    one(
        text,
        "parley_event_listeners",
        "gauge",
        "Streams of events that are open",
        figures.listeners());
    one(
        text,
        "parley_watch_gaps_total",
        "counter",
        "Fresh screens sent to slow watchers",
        figures.gaps());
    one(
        text,
        "parley_watchers_dropped_total",
        "counter",
        "Watchers that took nothing any more",
        figures.droppedWatchers());
    head(text, "parley_http_requests_total", "counter", "Requests by the status of the answer");
    figures
        .answers()
        .forEach(
            (status, count) ->
                line(text, "parley_http_requests_total{status=\"" + status + "\"}", count.sum()));
    FleetMetrics.of(parts.control().call(SCRAPER, "nodes", Json.object()), text);
    return text.toString();
  }

  private void sessions(StringBuilder text) {
    var states = new TreeMap<String, Integer>();
    for (var state : STATES) {
      states.put(state, 0);
    }
    var needs = new TreeMap<String, Integer>();
    for (var kind : Attention.Kind.values()) {
      needs.put(kind.wire(), 0);
    }
    for (var session : parts.sessions().list()) {
      var standing = session.standing();
      states.merge(standing.state().wire(), 1, Integer::sum);
      needs.merge(standing.attention().kind().wire(), 1, Integer::sum);
    }
    head(text, "parley_sessions", "gauge", "Sessions by what they are doing");
    states.forEach((state, count) -> line(text, "parley_sessions{state=\"" + state + "\"}", count));
    head(text, "parley_attention", "gauge", "Sessions by what they need somebody for");
    needs.forEach((kind, count) -> line(text, "parley_attention{kind=\"" + kind + "\"}", count));
  }

  static void one(StringBuilder text, String name, String type, String help, Object value) {
    head(text, name, type, help);
    line(text, name, value);
  }

  static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  static void line(StringBuilder text, String name, Object value) {
    text.append(name).append(' ').append(value).append('\n');
  }
}
