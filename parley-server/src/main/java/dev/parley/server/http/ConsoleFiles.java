package dev.parley.server.http;

import dev.parley.server.access.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;

/**
 * The console's files, as they lie in our jar. They hold no secret, so that no token is needed to
 * load them; a policy keeps everything but themselves out of the page.
 */
final class ConsoleFiles {
  private static final String FOLDER = "/dev/parley/server/console/";
  private static final int MOST = 500;

  /** Pages that have a shorter address than their file. */
  private static final Map<String, String> PAGES =
      Map.of("/", "/index.html", "/docs", "/docs.html");

  /** Plain names in plain folders; nothing that could lead elsewhere, and nothing hidden. */
  private static final Pattern NAME =
      Pattern.compile("/(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*");

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
          + " img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private static final String PLACEHOLDER =
      "<!doctype html><meta charset=utf-8><title>Parley</title><p>The console is not in this build."
          + " The API is described at <a href=/openapi.json>/openapi.json</a>.";

  /** What a browser acts upon by itself; the others are told to it by these. */
  private static final List<String> DOCUMENTS = List.of("text/html", "image/svg+xml");

  /**
   * A file, the same compressed, its type and the tag by which a browser knows that it has it
   * already.
   */
  @SuppressWarnings("ArrayRecordComponent") // sent, never compared
  private record Kept(byte[] bytes, byte[] zipped, String type, String tag) {}

  private final Map<String, Optional<Kept>> files = new ConcurrentHashMap<>();

  /** The way to a file; nothing when there is none of this name. */
  Optional<Route> route(String path) {
    var name = PAGES.getOrDefault(path, path);
    if (!NAME.matcher(name).matches() || name.endsWith(".java") || name.endsWith(".class")) {
      return Optional.empty();
    }
    if (files.size() > MOST) {
      files.clear(); // somebody asks for names we do not have
    }
    return files
        .computeIfAbsent(name, ConsoleFiles::read)
        .map(
            file ->
                Route.of("GET", path, Role.WATCH, "The console", call -> send(call, file)).open());
  }

  private static Optional<Kept> read(String name) {
    try (var in = ConsoleFiles.class.getResourceAsStream(FOLDER + name.substring(1))) {
      if (in != null) {
        return Optional.of(kept(in.readAllBytes(), name));
      }
      return name.equals("/index.html")
          ? Optional.of(kept(PLACEHOLDER.getBytes(StandardCharsets.UTF_8), name))
          : Optional.empty();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Kept kept(byte[] bytes, String name) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new Kept(
          bytes,
          zipped(bytes),
          type(name),
          '"' + HexFormat.of().formatHex(digest).substring(0, 20) + '"');
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var zip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION); // once, and sent many times
          }
        }) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "js", "mjs" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "json", "webmanifest" -> "application/json";
      case "svg" -> "image/svg+xml";
      case "png" -> "image/png";
      case "ico" -> "image/x-icon";
      case "woff2" -> "font/woff2";
      default -> "text/plain; charset=utf-8";
    };
  }

  private static boolean takesGzip(String accepted) {
    return Arrays.stream(accepted.split(","))
        .map(String::strip)
        .anyMatch(one -> one.equals("gzip") || one.matches("gzip;\\s*q=(1|0\\.\\d*[1-9]).*"));
  }

  private static void send(HttpCall call, Kept file) throws IOException {
    var headers = call.response().getHeaders();
    if (DOCUMENTS.stream().anyMatch(file.type()::startsWith)) {
      headers.put("Content-Security-Policy", POLICY);
    }
    // Asked for again each time and mostly answered with "you have it": no stale console.
    headers.put(HttpHeader.CACHE_CONTROL, "no-cache");
    headers.put(HttpHeader.ETAG, file.tag());
    headers.put(HttpHeader.VARY, "Accept-Encoding");
    if (call.header("If-None-Match").filter(file.tag()::equals).isPresent()) {
      call.response().setStatus(304);
      org.eclipse.jetty.io.Content.Sink.write(
          call.response(), true, java.nio.ByteBuffer.allocate(0));
    } else if (call.header("Accept-Encoding").filter(ConsoleFiles::takesGzip).isPresent()) {
      headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
      call.send(200, file.type(), file.zipped());
    } else {
      call.send(200, file.type(), file.bytes());
    }
  }
}
