package dev.parley.terminal.image;

import java.util.HashMap;
import java.util.Map;

/**
 * One message of the kitty protocol: {@code Gkey=value,…;payload}.
 *
 * @param payload in base 64
 */
record KittyCommand(Map<String, String> keys, String payload) {

  static KittyCommand parse(String text) {
    int end = text.indexOf(';');
    var keys = new HashMap<String, String>();
    for (String pair : (end < 0 ? text : text.substring(0, end)).split(",")) {
      int sign = pair.indexOf('=');
      if (sign > 0) {
        keys.put(pair.substring(0, sign), pair.substring(sign + 1));
      }
    }
    return new KittyCommand(Map.copyOf(keys), end < 0 ? "" : text.substring(end + 1));
  }

  String word(String key, String usual) {
    return keys.getOrDefault(key, usual);
  }

  int number(String key, int usual) {
    String text = keys.getOrDefault(key, "");
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : usual;
  }
}
