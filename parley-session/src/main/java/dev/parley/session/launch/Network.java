package dev.parley.session.launch;

import java.util.List;
import java.util.Locale;

/** What a session reaches of the network. */
public sealed interface Network {

  /** All or nothing. */
  enum Whole implements Network {
    /** Nothing, not even this host's own services. */
    NONE,
    /** What this host reaches. */
    HOST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * These hosts, by a proxy.
   *
   * @param hosts such as {@code example.org}, {@code *.example.org} or {@code example.org:443}
   */
  record Hosts(List<String> hosts) implements Network {
    public Hosts {
      hosts = List.copyOf(hosts);
    }

    @Override
    public String toString() {
      return String.join(", ", hosts);
    }
  }

  /** Whether it reaches nothing that another one does not. */
  default boolean isWithin(Network most) {
    return switch (this) {
      case Whole.NONE -> true;
      case Whole.HOST -> most == Whole.HOST;
      case Hosts(var mine) ->
          most == Whole.HOST || (most instanceof Hosts(var theirs) && theirs.containsAll(mine));
    };
  }
}
