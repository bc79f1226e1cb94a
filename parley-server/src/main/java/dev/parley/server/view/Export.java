package dev.parley.server.view;

import dev.parley.server.json.Json;
import dev.parley.session.HeavyWork;
import dev.parley.session.Session;
import dev.parley.session.View;
import dev.parley.session.refusal.Refusal;
import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import dev.parley.terminal.picture.Picture;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** What can be made of a session for other programs: recordings, texts and pictures. */
public final class Export {
  /** Pictures of a long history show its end. */
  private static final int TALLEST = 2000;

  /** Some thirty megabytes while it is made. */
  private static final int MOST_CELLS = 60_000;

  private final Session session;
  private final String format;

  private Export(Session session, String format) {
    this.session = session;
    this.format = format;
  }

  /**
   * What was made.
   *
   * @param text whether the bytes are text in UTF-8
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record Made(String session, String format, byte[] bytes, boolean text) {
    /** As it travels in a message. */
    public ObjectNode toJson() {
      var json = Json.object().put("session", session).put("format", format);
      return text
          ? json.put("text", new String(bytes, StandardCharsets.UTF_8))
          : json.put("base64", Base64.getEncoder().encodeToString(bytes));
    }

    /** What a browser calls it. */
    public String contentType() {
      return switch (format) {
        case "png" -> "image/png";
        case "svg" -> "image/svg+xml";
        case "html" -> "text/html; charset=utf-8";
        case "asciicast", "asciicast-v3" -> "application/x-asciicast";
        case "raw" -> "application/octet-stream";
        default -> "text/plain; charset=utf-8";
      };
    }

    /** The ending of a file that holds it. */
    public String extension() {
      return switch (format) {
        case "asciicast", "asciicast-v3" -> "cast";
        case "text" -> "txt";
        case "raw" -> "bin";
        default -> format;
      };
    }
  }

  /** All that was said, as far as it is kept. */
  public static Made history(Session session, String format) {
    return HeavyWork.done(new Export(session, format)::history);
  }

  /**
   * A screen as a picture of dots.
   *
   * @throws Refusal when it would take too much memory
   */
  public static byte[] png(Screen screen) {
    if ((long) screen.columns() * screen.rows() > MOST_CELLS) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "A screen of %d columns and %d rows is too large for a PNG"
              .formatted(screen.columns(), screen.rows()),
          "Use svg, html or txt");
    }
    return Picture.png(screen);
  }

  /** What is to be seen now. */
  public static Made screenshot(Session session, String format) {
    var export = new Export(session, format);
    return HeavyWork.done(
        () -> export.picture(session.screen(), "Use png, svg, html, txt or ansi"));
  }

  private Made history() {
    return switch (format) {
      case "asciicast" -> text(session.recording().asciicast());
      case "asciicast-v3" -> text(session.recording().asciicastV3());
      case "raw" -> bytes(raw());
      case "text" ->
          text(session.read(session.firstOffset(), session.lastOffset(), View.everything()).text());
      default -> picture(whole(), "Use asciicast, asciicast-v3, text, raw, html, svg or png");
    };
  }

  private Made picture(Screen screen, String formats) {
    return switch (format) {
      case "png" -> bytes(png(screen));
      case "svg" -> text(Picture.svg(screen));
      case "html" -> text(Picture.html(screen));
      case "txt", "text" -> text(Picture.text(screen));
      case "ansi" -> text(Picture.ansi(screen));
      default ->
          throw new Refusal(
              Refusal.Code.BAD_INPUT, "Unknown format '%s'".formatted(format), formats);
    };
  }

  /** The scrollback and the screen as one: what a terminal high enough for both would show. */
  private Screen whole() {
    var seen = session.screen();
    if (seen.alternate()) {
      return seen;
    }
    var bytes = raw();
    var first =
        new Terminal(seen.columns(), seen.rows(), Terminal.Options.DEFAULT.withScrollback(TALLEST));
    first.feed(bytes);
    // The row of the cursor counts, also when it is blank: one fewer would push the first row out.
    var used =
        Math.max(first.screen().cursor().row() + 1, (int) first.screen().text().lines().count());
    var rows = Math.min(TALLEST, first.scrollback().size() + used);
    var tall = new Terminal(seen.columns(), rows);
    tall.feed(bytes);
    return tall.screen();
  }

  private byte[] raw() {
    return session.bytes(session.firstOffset(), session.lastOffset());
  }

  private Made text(String text) {
    return new Made(session.id().value(), format, text.getBytes(StandardCharsets.UTF_8), true);
  }

  private Made bytes(byte[] bytes) {
    return new Made(session.id().value(), format, bytes, false);
  }
}
