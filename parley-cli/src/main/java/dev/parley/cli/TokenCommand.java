package dev.parley.cli;

import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.server.access.Tokens;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code parley token}: the token that opens the HTTP door. */
@Command(
    name = "token",
    mixinStandardHelpOptions = true,
    description = "Prints the token for HTTP; it is made when first asked for.",
    footer = {
      "",
      "Example:",
      "  curl -H \"Authorization: Bearer $(parley token)\" $(parley url)/v1/sessions"
    })
final class TokenCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();
  @Mixin RoleOption role = new RoleOption();

  @Override
  public Integer call() {
    var token = new Tokens(Home.ofUser().prepared().state()).of(role.role());
    answering.say(ParleyClient.object().put("role", role.role().wire()).put("token", token), token);
    return ExitCode.DONE;
  }
}
