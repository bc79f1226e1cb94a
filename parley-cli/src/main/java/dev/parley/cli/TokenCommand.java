package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.server.access.NamedToken;
import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code parley token}: the tokens that open the HTTP door. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the token for HTTP; it is made when first asked for.",
      "'new' makes one for somebody, 'list' has them all, 'revoke' takes one out of use."
    },
    subcommands = {
      TokenCommand.NewToken.class,
      TokenCommand.ListTokens.class,
      TokenCommand.RevokeToken.class
    },
    footer = {
      "",
      "Examples:",
      "  curl -H \"Authorization: Bearer $(parley token)\" $(parley url)/v1/sessions",
      "  parley token new --name ci --role admin --own --expires 7d"
    })
final class TokenCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();
  @Mixin RoleOption role = new RoleOption();

  @Override
  public Integer call() {
    var token = masked(tokens().of(role.role()));
    answering.say(ParleyClient.object().put("role", role.role().wire()).put("token", token), token);
    return ExitCode.DONE;
  }

  private static Tokens tokens() {
    return new Tokens(Home.ofUser().prepared().state());
  }

  /**
   * Tells the daemon, if there is one, of a token that will be printed: maybe in a session of its.
   */
  private static String masked(String token) {
    try (var daemon = ToDaemon.running()) {
      var unused = daemon.call("mask", ParleyClient.object().put("value", token));
    } catch (ClientException none) {
      // Then there is no session either.
    }
    return token;
  }

  /** {@code parley token new}. */
  @Command(
      name = "new",
      mixinStandardHelpOptions = true,
      description = "Makes a token for somebody and prints it; it is not shown again.")
  static final class NewToken implements Callable<Integer> {
    @Mixin Answering answering = new Answering();
    @Mixin RoleOption role = new RoleOption();

    @Option(
        names = "--name",
        paramLabel = "NAME",
        required = true,
        description = "Who it is for; the audit log calls them so.")
    private String name = "";

    @Option(names = "--own", description = "Only for sessions that are started with it.")
    private boolean own;

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "How long it is good: 12h, 7d; without this until it is revoked.")
    private Optional<Duration> expires = Optional.empty();

    @Override
    public Integer call() {
      try {
        if (own && role.role() != Role.ADMIN) {
          answering.remark(
              "with this role it can start no session, so it will find none; admin can");
        }
        var token = masked(tokens().make(name, role.role(), own, expires));
        answering.say(
            ParleyClient.object()
                .put("name", name)
                .put("role", role.role().wire())
                .put("token", token),
            token);
        return ExitCode.DONE;
      } catch (IllegalArgumentException refused) {
        throw new ClientException(
            ClientException.Code.BAD_INPUT,
            String.valueOf(refused.getMessage()),
            "'parley token list' has them all");
      }
    }
  }

  /** {@code parley token list}. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the tokens there are, and not what they are.")
  static final class ListTokens implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Override
    public Integer call() {
      var fields = ParleyClient.object();
      var list = fields.putArray("tokens");
      var tokens = tokens();
      tokens.made().forEach(role -> list.add(entry("token-" + role.wire(), role)));
      tokens.named().forEach(token -> list.add(entry(token)));
      answering.say(
          fields,
          list.isEmpty()
              ? "No tokens"
              : list.valueStream().map(one -> line(one)).collect(Collectors.joining("\n")));
      return ExitCode.DONE;
    }

    private static ObjectNode entry(String name, Role role) {
      return ParleyClient.object()
          .put("name", name)
          .put("role", role.wire())
          .put("sessions", "all");
    }

    private static ObjectNode entry(NamedToken token) {
      var entry =
          entry(token.name(), token.role()).put("sessions", token.ownOnly() ? "own" : "all");
      token
          .expires()
          .ifPresent(
              at -> entry.put("expires", at.toString()).put("expired", !at.isAfter(Instant.now())));
      return entry;
    }

    private static String line(tools.jackson.databind.JsonNode entry) {
      return Stream.of(
              "%-20s".formatted(entry.path("name").asString()),
              "%-5s".formatted(entry.path("role").asString()),
              entry.path("sessions").asString() + " sessions",
              entry.path("expired").asBoolean(false)
                  ? "expired"
                  : entry.has("expires") ? "until " + entry.path("expires").asString() : "")
          .filter(word -> !word.isEmpty())
          .collect(Collectors.joining("  "));
    }
  }

  /** {@code parley token revoke}. */
  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      description = "Takes a token out of use, and ends what is open with it.")
  static final class RevokeToken implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Parameters(paramLabel = "NAME", description = "As 'parley token list' has it.")
    private String name = "";

    @Override
    public Integer call() {
      var tokens = tokens();
      var role =
          name.startsWith("token-")
              ? Role.named(name.substring("token-".length()))
              : Optional.<Role>empty();
      if (!(role.isPresent() ? tokens.revoke(role.get()) : tokens.revoke(name))) {
        throw new ClientException(
            ClientException.Code.BAD_INPUT,
            "There is no token of this name",
            "'parley token list' has them all");
      }
      answering.say(ParleyClient.object().put("revoked", name), "revoked");
      return ExitCode.DONE;
    }
  }
}
