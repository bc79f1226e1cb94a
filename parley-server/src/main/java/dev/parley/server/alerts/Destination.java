package dev.parley.server.alerts;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a call goes. */
public sealed interface Destination {
  /** The word for it on the command line. */
  String word();

  /** What of it may be shown in a list; no keys. */
  String shown();

  /**
   * A notification of the desktop.
   *
   * @param environment what leads to the desktop of who made the rule
   */
  record Desktop(Map<String, String> environment) implements Destination {
    public Desktop {
      environment = Map.copyOf(environment);
    }

    @Override
    public String word() {
      return "desktop";
    }

    @Override
    public String shown() {
      return "desktop";
    }
  }

  /**
   * A signed request with JSON.
   *
   * @param key signs it
   */
  record Webhook(URI url, String key) implements Destination {
    @Override
    public String word() {
      return "webhook";
    }

    @Override
    public String shown() {
      return "webhook " + url;
    }
  }

  /** A program of the user's. */
  record Command(List<String> words) implements Destination {
    public Command {
      words = List.copyOf(words);
    }

    @Override
    public String word() {
      return "command";
    }

    @Override
    public String shown() {
      return "command " + String.join(" ", words);
    }
  }

  /**
   * A topic of an ntfy server.
   *
   * @param token opens it, where it is not open to all
   */
  record Ntfy(URI url, Optional<String> token) implements Destination {
    @Override
    public String word() {
      return "ntfy";
    }

    @Override
    public String shown() {
      return "ntfy " + url;
    }
  }

  /**
   * A browser, also while no page of the console is open in it.
   *
   * @param endpoint where its push service takes messages for it
   * @param receiver the browser's public key
   * @param secret of the subscription
   */
  record Push(URI endpoint, String receiver, String secret) implements Destination {
    private static final int SECRET = 16;

    public Push {
      PushCoding.publicKey(PushCoding.bytes(receiver));
      if (PushCoding.bytes(secret).length != SECRET) {
        throw new IllegalArgumentException("This is no secret of a push subscription");
      }
    }

    @Override
    public String word() {
      return "push";
    }

    /** Whoever has the whole address may send. */
    @Override
    public String shown() {
      return "push by " + endpoint.getHost();
    }
  }

  /** The bell of every terminal that is attached to a session. */
  record Bell() implements Destination {
    @Override
    public String word() {
      return "bell";
    }

    @Override
    public String shown() {
      return "bell";
    }
  }
}
