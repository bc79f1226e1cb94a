package dev.parley.session.launch;

import dev.parley.session.refusal.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a launch happens: on this host, on another one by ssh, or in a container. Its text is what
 * callers write, and holds no secret.
 */
public sealed interface Target {
  Target LOCAL = new Local();

  /** The programs that run containers, in the order they are looked for. */
  List<String> ENGINES = List.of("docker", "podman", "nerdctl");

  /** What to say when another one is asked for. */
  String ENGINES_ARE = "The engines are docker, podman and nerdctl";

  /** On this host. */
  record Local() implements Target {
    @Override
    public String toString() {
      return "local";
    }
  }

  /**
   * On another host, by the system's ssh.
   *
   * @param user empty to leave it to ssh and its configuration
   * @param host a name, an address, or an alias of the ssh configuration
   * @param fingerprint the host key the caller accepts, such as {@code SHA256:…}; empty for none
   * @param persist what keeps the program there when the connection drops; empty for nothing
   */
  record Ssh(String user, String host, OptionalInt port, String fingerprint, String persist)
      implements Target {
    private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,63}");
    private static final Pattern HOST =
        Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern FINGERPRINT = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}=?");
    private static final Set<String> HOLDERS = Set.of("", "true", "tmux", "dtach");

    /** Checked here once, so that nothing in it can be taken for an option of ssh. */
    public Ssh {
      require(user.isEmpty() || USER.matcher(user).matches(), "The user name is not one ssh takes");
      require(HOST.matcher(host).matches(), "The host is not a name or an address");
      require(
          port.isEmpty() || (port.getAsInt() > 0 && port.getAsInt() < 65536),
          "A port is a number from 1 to 65535");
      require(
          fingerprint.isEmpty() || FINGERPRINT.matcher(fingerprint).matches(),
          "A fingerprint looks like SHA256: and 43 letters");
      require(HOLDERS.contains(persist), "persist is true, tmux or dtach");
    }

    @Override
    public String toString() {
      var options = new LinkedHashMap<String, String>();
      options.put("fingerprint", fingerprint);
      options.put("persist", persist);
      return "ssh://"
          + (user.isEmpty() ? "" : user + "@")
          + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
          + (port.isPresent() ? ":" + port.getAsInt() : "")
          + query(options);
    }
  }

  /**
   * In a container that runs.
   *
   * @param engine the command to use; empty for the first that is installed
   */
  record Container(String name, String engine) implements Target {
    public Container {
      require(NAME.matcher(name).matches(), "That is no container's name");
      require(engine.isEmpty() || ENGINES.contains(engine), ENGINES_ARE);
    }

    @Override
    public String toString() {
      return "container:" + name + query(Map.of("engine", engine));
    }
  }

  /** In a new container of an image, which is removed at the end. */
  record Image(String name, String engine) implements Target {
    private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./:@-]{0,254}");

    public Image {
      require(REFERENCE.matcher(name).matches(), "That is no image's name");
      require(engine.isEmpty() || ENGINES.contains(engine), ENGINES_ARE);
    }

    @Override
    public String toString() {
      return "image:" + name + query(Map.of("engine", engine));
    }
  }

  /**
   * In a pod of a cluster, by kubectl.
   *
   * @param namespace empty for kubectl's own
   * @param container empty for the pod's first
   */
  record Pod(String name, String namespace, String container) implements Target {
    public Pod {
      require(NAME.matcher(name).matches(), "That is no pod's name");
      require(namespace.isEmpty() || NAME.matcher(namespace).matches(), "That is no namespace");
      require(
          container.isEmpty() || NAME.matcher(container).matches(), "That is no container's name");
    }

    @Override
    public String toString() {
      var options = new LinkedHashMap<String, String>();
      options.put("namespace", namespace);
      options.put("container", container);
      return "kubectl:" + name + query(options);
    }
  }

  /** What engines and clusters name their things with; it cannot begin like an option. */
  Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,252}");

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw bad(otherwise);
    }
  }

  /**
   * Reads what a caller wrote: {@code local}, {@code ssh://user@host:port}, {@code container:NAME},
   * {@code image:NAME} or {@code kubectl:POD}, the others with options behind a question mark.
   *
   * @throws Refusal when it is none of these
   */
  static Target parse(String text) {
    if (text.isEmpty() || text.equals("local")) {
      return LOCAL;
    }
    var mark = text.indexOf('?');
    var place = mark < 0 ? text : text.substring(0, mark);
    var options = new Options(mark < 0 ? "" : text.substring(mark + 1));
    var target = target(place, options);
    options.requireAllTaken();
    return target;
  }

  private static Target target(String place, Options options) {
    if (place.startsWith("ssh://")) {
      return ssh(place.substring("ssh://".length()), options);
    }
    var colon = place.indexOf(':');
    var name = place.substring(colon + 1);
    return switch (colon < 0 ? "" : place.substring(0, colon)) {
      case "container" -> new Container(name, options.take("engine"));
      case "image" -> new Image(name, options.take("engine"));
      case "kubectl" -> new Pod(name, options.take("namespace"), options.take("container"));
      default -> throw bad("There is no such target");
    };
  }

  private static Ssh ssh(String address, Options options) {
    var bare = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    var at = bare.lastIndexOf('@');
    var user = at < 0 ? "" : bare.substring(0, at);
    require(
        user.indexOf(':') < 0,
        "A target holds no password, since targets are shown and written down");
    require(at != 0, "There is no user before the @");
    var rest = bare.substring(at + 1);
    var bracket = rest.startsWith("[") ? rest.indexOf(']') : -1;
    var colon = rest.indexOf(':', Math.max(0, bracket));
    var host =
        bracket > 0 ? rest.substring(1, bracket) : colon < 0 ? rest : rest.substring(0, colon);
    return new Ssh(
        user,
        host,
        colon < 0 ? OptionalInt.empty() : OptionalInt.of(port(rest.substring(colon + 1))),
        options.take("fingerprint"),
        options.take("persist"));
  }

  private static int port(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException notANumber) {
      throw bad("A port is a number from 1 to 65535");
    }
  }

  private static Refusal bad(String sentence) {
    return new Refusal(
        Refusal.Code.BAD_INPUT,
        sentence,
        "Use local, ssh://user@host:port, container:NAME, image:NAME or kubectl:POD");
  }

  private static String query(Map<String, String> options) {
    var text = new StringBuilder();
    options.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(value);
          }
        });
    return text.toString();
  }

  /** What stands behind the question mark. */
  final class Options {
    private final Map<String, String> left = new LinkedHashMap<>();

    private Options(String query) {
      for (var part : query.isEmpty() ? new String[0] : query.split("&")) {
        var equals = part.indexOf('=');
        // A plus is itself here: fingerprints have them, and people copy those as they are.
        left.put(
            equals < 0 ? part : part.substring(0, equals),
            equals < 0 ? "true" : decoded(part.substring(equals + 1)));
      }
    }

    private static String decoded(String value) {
      try {
        return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException notEncoded) {
        return value;
      }
    }

    private String take(String name) {
      return Optional.ofNullable(left.remove(name)).orElse("");
    }

    private void requireAllTaken() {
      if (!left.isEmpty()) {
        throw bad("This target has no option " + left.keySet().iterator().next());
      }
    }
  }
}
