package dev.parley.session.sandbox;

import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile.Writing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Landlock and a filter of system calls, applied by {@code parley-inside}, for hosts where there is
 * no bubblewrap or no namespace for it. It mounts nothing: what is hidden can be seen to be there
 * and cannot be opened, and what cannot be told apart by folders is refused.
 */
final class Landlock implements Engine {
  static final String NAME = "landlock";

  private static final List<String> DEVICES =
      List.of("null", "zero", "full", "random", "urandom", "tty");

  private final Path program;
  private final Path withNetwork;
  private final Path without;

  /**
   * @param program parley-inside
   * @param withNetwork a file with the system calls to refuse where the network is the host's
   * @param without the same where there is none
   */
  Landlock(Path program, Path withNetwork, Path without) {
    this.program = program;
    this.withNetwork = withNetwork;
    this.without = without;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> cannot(Inside inside) {
    if (inside.profile().network() instanceof Network.Hosts) {
      return Optional.of("a list of hosts takes a network of its own, which Landlock has not");
    }
    if (inside.profile().writing() == Writing.WORKSPACE) {
      var repository = Repositories.first(inside.directory());
      if (repository.isPresent()) {
        return Optional.of(
            "Landlock cannot keep the hooks of '%s' from being written while the folder around it can be"
                .formatted(repository.get()));
      }
    }
    return Grants.writableWithHidden(inside)
        .map("'%s' can be written and holds what is hidden, which Landlock cannot do"::formatted);
  }

  @Override
  public List<String> command(Inside inside, String path, List<String> arguments) {
    var hasNetwork = inside.profile().network().equals(Network.Whole.HOST);
    var command = new ArrayList<String>();
    command.addAll(InnerProgram.around(program, hasNetwork ? withNetwork : without));
    command.add(program.toString());
    command.add("confine");
    command.add(inside.temporary().toString());
    if (hasNetwork) {
      command.add("t=TCP");
    }
    DEVICES.forEach(name -> command.add("d=/dev/" + name));
    command.addAll(Grants.of(inside));
    command.add("--");
    command.add(path);
    command.addAll(arguments);
    return command;
  }
}
