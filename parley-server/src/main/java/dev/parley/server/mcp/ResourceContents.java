package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** What a resource holds now: text, or bytes in base64. */
public record ResourceContents(String uri, String mimeType, Form form, String value) {
  /** How the value is to be read. */
  public enum Form {
    TEXT,
    BLOB
  }

  public static ResourceContents text(String uri, String mimeType, String text) {
    return new ResourceContents(uri, mimeType, Form.TEXT, text);
  }

  public static ResourceContents blob(String uri, String mimeType, byte[] bytes) {
    return new ResourceContents(
        uri, mimeType, Form.BLOB, Base64.getEncoder().encodeToString(bytes));
  }

  ObjectNode toJson() {
    return Json.object()
        .put("uri", uri)
        .put("mimeType", mimeType)
        .put(form == Form.TEXT ? "text" : "blob", value);
  }
}
