package dev.parley.pty;

import java.util.List;
import java.util.stream.Stream;

/** What this host and the chosen engine can do, found by trying it out. */
public record Capabilities(List<Capability> all) {

  public Capabilities {
    all = List.copyOf(all);
  }

  /** Tries everything out, with real children; takes well under a second. */
  public static Capabilities find() {
    return new Capabilities(SelfTest.run());
  }

  /** With more, found elsewhere. */
  public Capabilities and(List<Capability> more) {
    return new Capabilities(Stream.concat(all.stream(), more.stream()).toList());
  }

  /** Whether everything works as it should. */
  public boolean ok() {
    return all.stream().allMatch(Capability::ok);
  }

  /** Whether the one with this name works; false when there is none. */
  public boolean ok(String name) {
    return all.stream().anyMatch(it -> it.name().equals(name) && it.ok());
  }
}
