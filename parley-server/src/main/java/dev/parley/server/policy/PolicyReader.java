package dev.parley.server.policy;

import dev.parley.pty.Limits;
import dev.parley.server.json.Json;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads a policy, and says of what is wrong where it is. */
final class PolicyReader {
  private static final String HOST = "(\\*\\.)?[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]";

  static final Set<String> TOOLSETS = Set.of("parley", "tricode", "unified-exec", "terminal");

  private final Map<String, SandboxProfile> own = new LinkedHashMap<>();

  private PolicyReader() {}

  static Policy read(String text) {
    JsonNode json;
    try {
      json = Json.parse(text);
    } catch (JacksonException broken) {
      throw new PolicyProblem(
          "line " + broken.getLocation().getLineNr(), broken.getOriginalMessage());
    }
    return new PolicyReader().policy(json);
  }

  private Policy policy(JsonNode json) {
    fields("", json, Set.of("profiles", "people", "agents", "toolsets"));
    var profiles = json.path("profiles");
    fields("profiles", profiles, Set.of());
    for (var one : profiles.properties()) {
      own.put(one.getKey(), profile("profiles." + one.getKey(), one.getKey(), one.getValue()));
    }
    var people = rule("people", json.path("people"), Policy.Rule.OPEN);
    var agents = rule("agents", json.path("agents"), Policy.Rule.OPEN);
    var toolsets = new LinkedHashMap<String, Policy.Rule>();
    fields("toolsets", json.path("toolsets"), Set.of());
    for (var one : json.path("toolsets").properties()) {
      var place = "toolsets." + one.getKey();
      if (!TOOLSETS.contains(one.getKey())) {
        throw new PolicyProblem(place, "there is no such toolset");
      }
      toolsets.put(one.getKey(), rule(place, one.getValue(), agents));
    }
    return new Policy(own, people, agents, toolsets);
  }

  // --- profiles -------------------------------------------------------------------------------

  private static SandboxProfile profile(String place, String name, JsonNode json) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")) {
      throw new PolicyProblem(place, "a profile's name has letters, digits and . _ + -");
    }
    if (SandboxProfile.names().contains(name)) {
      throw new PolicyProblem(place, "this profile is always there and stays as it is");
    }
    fields(place, json, Set.of("base", "writable", "hidden", "env", "network", "limits"));
    var base = base(place + ".base", json.path("base"));
    var environment = json.path("env");
    fields(place + ".env", environment, Set.of("pass", "drop"));
    return new SandboxProfile(
        name,
        base.writing(),
        json.has("network") ? network(place + ".network", json.path("network")) : base.network(),
        paths(place + ".writable", json.path("writable")),
        paths(place + ".hidden", json.path("hidden")),
        Set.copyOf(variables(place + ".env.drop", environment.path("drop"))),
        Set.copyOf(variables(place + ".env.pass", environment.path("pass"))),
        limits(place + ".limits", json.path("limits")));
  }

  private static SandboxProfile base(String place, JsonNode json) {
    var name = text(place, json);
    if (!SandboxProfile.names().contains(name) || name.equals(SandboxProfile.NONE.name())) {
      throw new PolicyProblem(
          place,
          "there is no sandbox '%s' to build on; use read-only, workspace, workspace+net or offline"
              .formatted(name));
    }
    return SandboxProfile.named(name);
  }

  private static Network network(String place, JsonNode json) {
    if (json.isArray()) {
      var hosts = texts(place, json);
      for (var i = 0; i < hosts.size(); i++) {
        if (!hosts.get(i).matches("(" + HOST + ")(:\\d{1,5})?")) {
          throw new PolicyProblem(
              place + "[" + i + "]",
              "'%s' is no host; use example.org, *.example.org, example.org:443 or [::1]:80"
                  .formatted(hosts.get(i)));
        }
      }
      return new Network.Hosts(hosts);
    }
    return switch (text(place, json)) {
      case "none" -> Network.Whole.NONE;
      case "host" -> Network.Whole.HOST;
      default -> throw new PolicyProblem(place, "use \"none\", \"host\" or a list of hosts");
    };
  }

  private static List<Path> paths(String place, JsonNode json) {
    var paths = new ArrayList<Path>();
    var texts = texts(place, json);
    for (var i = 0; i < texts.size(); i++) {
      var text = texts.get(i).replaceFirst("^~(?=/|$)", System.getProperty("user.home"));
      try {
        if (!text.startsWith("/")) {
          throw new PolicyProblem(
              place + "[" + i + "]", "'%s' does not begin with / or ~/".formatted(text));
        }
        paths.add(Path.of(text).normalize());
      } catch (InvalidPathException wrong) {
        throw new PolicyProblem(place + "[" + i + "]", "no file can have this name");
      }
    }
    return paths;
  }

  private static List<String> variables(String place, JsonNode json) {
    var names = texts(place, json);
    for (var i = 0; i < names.size(); i++) {
      if (!names.get(i).matches("\\*?[A-Za-z0-9_]+\\*?")) {
        throw new PolicyProblem(
            place + "[" + i + "]", "'%s' is no name of a variable".formatted(names.get(i)));
      }
    }
    return names;
  }

  private static Limits limits(String place, JsonNode json) {
    fields(place, json, Set.copyOf(LimitNames.ALL));
    return LimitNames.limits(
        name -> {
          var value = json.path(name);
          if (value.isMissingNode()) {
            return OptionalLong.empty();
          }
          if (!value.isIntegralNumber() || value.longValue() < 1) {
            throw new PolicyProblem(place + "." + name, "a limit is a whole number above zero");
          }
          return OptionalLong.of(value.longValue());
        });
  }

  // --- rules ----------------------------------------------------------------------------------

  private Policy.Rule rule(String place, JsonNode json, Policy.Rule otherwise) {
    if (json.isMissingNode()) {
      return otherwise;
    }
    fields(place, json, Set.of("default", "most", "elsewhere", "totals"));
    var most = json.has("most") ? named(place + ".most", json.path("most")) : otherwise.most();
    var usual =
        json.has("default")
            ? named(place + ".default", json.path("default"))
            : json.has("most") ? most : otherwise.usual();
    if (!usual.isWithin(most)) {
      throw new PolicyProblem(
          place + ".default", "%s allows more than %s".formatted(usual.name(), most.name()));
    }
    var elsewhere = json.path("elsewhere");
    if (!elsewhere.isMissingNode() && !elsewhere.isBoolean()) {
      throw new PolicyProblem(place + ".elsewhere", "this is true or false");
    }
    // Who is kept in a sandbox here could leave it by way of another host.
    return new Policy.Rule(
        usual,
        most,
        elsewhere.isBoolean() ? elsewhere.booleanValue() : !most.isConfined(),
        json.has("totals") ? totals(place + ".totals", json.path("totals")) : otherwise.totals());
  }

  /** What can be counted over several sessions. */
  private static Limits totals(String place, JsonNode json) {
    fields(place, json, Set.of("memory_mb", "processes", "cpu_percent"));
    return limits(place, json);
  }

  private SandboxProfile named(String place, JsonNode json) {
    var name = text(place, json);
    var profile =
        SandboxProfile.names().contains(name) ? SandboxProfile.named(name) : own.get(name);
    if (profile == null) {
      throw new PolicyProblem(place, "there is no sandbox '%s'".formatted(name));
    }
    return profile;
  }

  // --- JSON -----------------------------------------------------------------------------------

  /** Checks that this is an object, and that nothing in it is misspelt; no names allow all. */
  private static void fields(String place, JsonNode json, Set<String> known) {
    if (json.isMissingNode()) {
      return;
    }
    if (!json.isObject()) {
      throw new PolicyProblem(place, "an object is expected here");
    }
    for (var name : json.propertyNames()) {
      if (!known.isEmpty() && !known.contains(name)) {
        throw new PolicyProblem(
            place.isEmpty() ? name : place + "." + name,
            "there is no such field; there are "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  private static String text(String place, JsonNode json) {
    return json.stringValueOpt()
        .orElseThrow(() -> new PolicyProblem(place, "a word in quotes is expected here"));
  }

  private static List<String> texts(String place, JsonNode json) {
    if (json.isMissingNode()) {
      return List.of();
    }
    if (!json.isArray()) {
      throw new PolicyProblem(place, "a list is expected here");
    }
    var texts = new ArrayList<String>();
    for (var i = 0; i < json.size(); i++) {
      texts.add(text(place + "[" + i + "]", json.get(i)));
    }
    return texts;
  }
}
