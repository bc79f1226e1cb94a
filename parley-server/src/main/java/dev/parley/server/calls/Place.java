package dev.parley.server.calls;

import dev.parley.session.refusal.Refusal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** On which node of a fleet a program is started. */
public sealed interface Place {
  Place HERE = new Here();

  /** What a node may be called; it is a part of subjects and of session ids. */
  Pattern NODE_NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  /** Names and values of labels. */
  Pattern LABEL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}");

  /** On the node that is asked. */
  record Here() implements Place {}

  /** On the node of this name. */
  record Node(String name) implements Place {
    public Node {
      checkName(name);
    }
  }

  /**
   * On any node that has room.
   *
   * @param labels what the node must be labelled with
   */
  record AnyNode(Map<String, String> labels) implements Place {
    public AnyNode {
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  /**
   * A place, and what is left of the target for the node there.
   *
   * @param target as {@code dev.parley.session.launch.Target} reads it
   */
  record Read(Place place, String target) {}

  /**
   * Reads {@code node:NAME}, {@code fleet} or {@code fleet:label=value,…}, each with {@code
   * +TARGET} behind it where the program shall run in a container or on a host of that node's.
   *
   * @throws Refusal when it begins like one of these and cannot be read
   */
  static Read read(String text) {
    var plus = text.indexOf('+');
    var first = plus < 0 ? text : text.substring(0, plus);
    var rest = plus < 0 ? "local" : text.substring(plus + 1);
    if (first.startsWith("node:")) {
      return new Read(new Node(first.substring("node:".length())), rest);
    }
    if (first.equals("fleet")) {
      return new Read(new AnyNode(Map.of()), rest);
    }
    if (first.startsWith("fleet:")) {
      return new Read(new AnyNode(labels(first.substring("fleet:".length()))), rest);
    }
    return new Read(HERE, text);
  }

  /**
   * Labels as they are written: {@code gpu=yes,zone=b}.
   *
   * @throws Refusal when they are not
   */
  static Map<String, String> labels(String text) {
    var labels = new LinkedHashMap<String, String>();
    for (var part : text.split(",", -1)) {
      var equals = part.indexOf('=');
      var name = equals < 0 ? "" : part.substring(0, equals);
      var value = part.substring(equals + 1);
      if (!LABEL.matcher(name).matches() || !LABEL.matcher(value).matches()) {
        throw new Refusal(
            Refusal.Code.BAD_INPUT,
            "A label is a name and a value of letters, digits, dots, dashes or underscores",
            "Use fleet:label=value, or fleet for any node");
      }
      labels.put(name, value);
    }
    return labels;
  }

  /**
   * Refuses what cannot be the name of a node.
   *
   * @throws Refusal when it cannot
   */
  static void checkName(String name) {
    if (!NODE_NAME.matcher(name).matches()) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "A node's name has 1 to 63 small letters, digits or dashes and begins with a letter or"
              + " digit");
    }
  }
}
