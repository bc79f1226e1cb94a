package dev.parley.server.http;

import dev.parley.server.access.Role;
import dev.parley.server.calls.ReadCall;
import dev.parley.server.calls.ShowCall;
import dev.parley.server.calls.Waiting;
import dev.parley.server.json.Json;
import dev.parley.server.view.Export;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Expectation;
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

  /** What was printed is not shown here, so that little of it will do. */
  private static final long LAST_LINE = -1;

  private final RestCalls calls;

  private ViewRoutes(RestCalls calls) {
    this.calls = calls;
  }

  static List<Route> of(RestCalls calls) {
    var views = new ViewRoutes(calls);
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
    var turn =
        calls
            .typed()
            .read(
                calls.asking(call),
                ReadCall.of(
                    call.variable("id"),
                    LAST_LINE,
                    new Waiting(
                        Expectation.none(), new View(View.Kind.SCREEN, View.DEFAULT_TOKENS))))
            .turn();
    var fields = Json.object().put("session", turn.session().value());
    call.json(200, fields.setAll(ReplyFields.screen(turn.screen())));
  }

  private void picture(HttpCall call, String format) throws Exception {
    send(call, shown(call, ShowCall.What.SCREEN, format));
  }

  private void export(HttpCall call) throws Exception {
    var made = shown(call, ShowCall.What.HISTORY, call.parameter("format").orElse("asciicast"));
    call.response()
        .getHeaders()
        .put(
            "Content-Disposition",
            "attachment; filename=\"parley-%s.%s\""
                .formatted(made.session().replace('/', '-'), made.extension()));
    send(call, made);
  }

  private Export.Made shown(HttpCall call, ShowCall.What what, String format) {
    return calls.typed().show(calls.asking(call), new ShowCall(call.variable("id"), what, format));
  }

  private static void send(HttpCall call, Export.Made made) throws Exception {
    call.response().getHeaders().put("Content-Security-Policy", PICTURE_POLICY);
    call.response().getHeaders().put(HttpHeader.VARY, "Accept");
    call.send(200, made.contentType(), made.bytes());
  }
}
