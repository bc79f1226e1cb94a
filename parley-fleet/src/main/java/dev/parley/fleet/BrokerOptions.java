package dev.parley.fleet;

import io.nats.client.AuthHandler;
import io.nats.client.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** How the broker is connected to. */
final class BrokerOptions {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** Together with the size of a part: what may be under way before a heartbeat has its turn. */
  private static final int MOST_UNDER_WAY = 64;

  private static final Pattern JWT = block("NATS USER JWT");
  private static final Pattern SEED = block("USER NKEY SEED");

  private BrokerOptions() {}

  private static Pattern block(String name) {
    return Pattern.compile(
        "-+BEGIN " + name + "-+\\s+(\\S+)\\s+-+END " + name + "-+", Pattern.CASE_INSENSITIVE);
  }

  /**
   * A connection that is never mended: who has lost it makes a new one, so that nothing that was
   * asked before is sent later.
   *
   * @throws IOException when a file of the settings cannot be used
   */
  static Options.Builder of(FleetSettings settings) throws IOException {
    var options =
        new Options.Builder()
            .servers(settings.servers().toArray(String[]::new))
            .connectionName("parley " + settings.node())
            .connectionTimeout(CONNECT)
            .noReconnect()
            .reconnectBufferSize(0)
            .pingInterval(Duration.ofSeconds(2))
            .maxPingsOut(2)
            .maxMessagesInOutgoingQueue(MOST_UNDER_WAY)
            .hostnameResolveMode(Options.HostnameResolveMode.Unresolved);
    if (settings.secure()) {
      options.sslContext(tls(settings.ca()));
    }
    if (settings.credentials().isPresent()) {
      credentials(options, settings.credentials().get());
    }
    return options;
  }

  /** A file of a user and a password, of a key's seed, or of a token and a seed. */
  private static void credentials(Options.Builder options, Path file) throws IOException {
    var text = Files.readString(file).strip();
    try {
      var jwt = JWT.matcher(text);
      var seed = SEED.matcher(text);
      if (jwt.find() && seed.find()) {
        options.authHandler(new Signing(NodeKey.ofSeed(seed.group(1)), Optional.of(jwt.group(1))));
      } else if (text.startsWith("SU")) {
        options.authHandler(new Signing(NodeKey.ofSeed(text), Optional.empty()));
      } else if (text.indexOf(':') > 0 && text.lines().count() == 1) {
        options.userInfo(
            text.substring(0, text.indexOf(':')), text.substring(text.indexOf(':') + 1));
      } else {
        throw new IllegalArgumentException(
            "it holds no user:password, no seed of a key and no .creds of NATS");
      }
    } catch (IllegalArgumentException wrong) {
      throw new IOException("%s: %s".formatted(file, wrong.getMessage()), wrong);
    }
  }

  /** Shows the broker who this is by signing what it asks to be signed. */
  private record Signing(NodeKey key, Optional<String> token) implements AuthHandler {
    @Override
    public byte[] sign(byte[] challenge) {
      return key.sign(challenge);
    }

    @Override
    public char[] getID() {
      return key.id().toCharArray();
    }

    @Override
    public char[] getJWT() {
      return token.orElse("").toCharArray();
    }
  }

  private static SSLContext tls(Optional<Path> ca) throws IOException {
    try {
      if (ca.isEmpty()) {
        return SSLContext.getDefault();
      }
      var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      try (var in = Files.newInputStream(ca.get())) {
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          trusted.setCertificateEntry("ca" + trusted.size(), certificate);
        }
      }
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException wrong) {
      throw new IOException("%s: %s".formatted(ca.orElseThrow(), wrong.getMessage()), wrong);
    }
  }
}
