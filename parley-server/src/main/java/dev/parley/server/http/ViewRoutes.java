package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.Waiting;
import dev.parley.server.json.Json;
import dev.parley.server.view.Export;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Expectation;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;

/** Screens and recordings by REST. */
final class ViewRoutes {
  private static final List<String> PICTURES = List.of("txt", "svg", "png", "html");

  /** What a program printed is in it, so it may style itself and nothing else. */
  private static final String PICTURE_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none';"
          + " sandbox";

  private final Sessions sessions;
  private final RestCalls calls;

  private ViewRoutes(Sessions sessions, RestCalls calls) {
    this.sessions = sessions;
    this.calls = calls;
  }

  static List<Route> of(Sessions sessions, RestCalls calls) {
    var views = new ViewRoutes(sessions, calls);
    var routes = new ArrayList<Route>();
    routes.add(
        Route.of(
            "GET",
            "/v1/sessions/{id}/screen",
            Role.WATCH,
            "The screen as JSON, or as the Accept header asks",
            views::screen));
    for (var format : PICTURES) {
      routes.add(
          Route.of(
                  "GET",
                  "/v1/sessions/{id}/screen." + format,
                  Role.WATCH,
                  "The screen as " + format,
                  call -> views.picture(call, format))
              .answering(type(format)));
    }
    routes.add(
        Route.of(
                "GET",
                "/v1/sessions/{id}/export",
                Role.WATCH,
                "All that is kept, as a file",
                views::export)
            .taking("format", "string", "asciicast, asciicast-v3, text, raw, html, svg or png")
            .answering("application/octet-stream"));
    return routes;
  }

  private static String type(String format) {
    return switch (format) {
      case "svg" -> "image/svg+xml";
      case "png" -> "image/png";
      case "html" -> "text/html";
      default -> "text/plain";
    };
  }

  private void screen(HttpCall call) throws Exception {
    var accept = call.header("Accept").orElse("");
    for (var format : PICTURES) {
      if (accept.startsWith(type(format))) {
        picture(call, format);
        return;
      }
    }
    var session = sessions.get(call.variable("id"));
    var reply =
        calls
            .typed()
            .read(
                calls.asking(call),
                ReadCall.of(
                    session.id().value(),
                    session.lastOffset(),
                    new Waiting(
                        Expectation.none(), new View(View.Kind.SCREEN, View.DEFAULT_TOKENS))));
    var fields = Json.object().put("session", session.id().value());
    call.json(200, fields.setAll(ReplyFields.screen(reply.turn().screen())));
  }

  private void picture(HttpCall call, String format) throws Exception {
    send(call, Export.screenshot(sessions.get(call.variable("id")), format));
  }

  private void export(HttpCall call) throws Exception {
    var made =
        Export.history(
            sessions.get(call.variable("id")), call.parameter("format").orElse("asciicast"));
    call.response()
        .getHeaders()
        .put(
            "Content-Disposition",
            "attachment; filename=\"parley-%s.%s\"".formatted(made.session(), made.extension()));
    send(call, made);
  }

  private static void send(HttpCall call, Export.Made made) throws Exception {
    call.response().getHeaders().put("Content-Security-Policy", PICTURE_POLICY);
    call.response().getHeaders().put(HttpHeader.VARY, "Accept");
    call.send(200, made.contentType(), made.bytes());
  }
}
