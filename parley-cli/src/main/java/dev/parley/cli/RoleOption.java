package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.server.access.Role;
import picocli.CommandLine.Option;

/** How much a token or a login may do. */
final class RoleOption {
  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "admin",
      description = "watch (see), type (also type and answer) or admin (also start and end).")
  private String role = "admin";

  Role role() {
    return Role.named(role)
        .orElseThrow(
            () ->
                new ClientException(
                    ClientException.Code.BAD_INPUT,
                    "There is no role '%s'".formatted(role),
                    "Use watch, type or admin"));
  }
}
