package dev.parley.server.access;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** Decides who a caller is: by a token, by the key of a login, or by a code that makes one. */
public final class Access {
  private final Consumer<String> seen;
  private final Tokens tokens;
  private final Codes codes = new Codes(System::nanoTime);
  private final Logins logins;
  private final Failures failures = new Failures(System::nanoTime);
  private final AuditLog audit;
  private final Address address;
  private final Leases leases;

  /**
   * Access as a folder keeps it.
   *
   * @param state where tokens and logins are
   * @param logs where the audit log is
   * @param seen is told of every token and key that is good, so that nobody prints it
   */
  public Access(Path state, Path logs, Consumer<String> seen) {
    this.seen = seen;
    this.tokens = new Tokens(state, InstantSource.system(), seen);
    tokens.made().forEach(role -> seen.accept(tokens.of(role)));
    this.logins = new Logins(state.resolve("logins"), InstantSource.system());
    this.audit = new AuditLog(logs, InstantSource.system());
    this.leases = new Leases(state, InstantSource.system(), tokens::forget, this::goodUntil);
    this.address = new Address(state.resolve("http.url"));
  }

  public Tokens tokens() {
    return tokens;
  }

  /** Where the HTTP door is or was last. */
  public Address address() {
    return address;
  }

  /**
   * Notes where the HTTP door is. Logins belong to that place alone: where somebody else listens
   * now, the pages of an open console are theirs, and what those had in store too.
   */
  public void openedAt(String url) {
    if (address.last().filter(last -> last.toString().equals(url)).isEmpty()) {
      logins.clear();
    }
    address.keep(url);
  }

  /** Ends all logins, because nobody will guard the place they belong to. */
  public void endLogins() {
    logins.clear();
  }

  public AuditLog audit() {
    return audit;
  }

  /** Whose key this is: a token's or a login's. */
  public Optional<Caller> byKey(String key) {
    return byToken(key).or(() -> logins.caller(key));
  }

  public Optional<Caller> byToken(String token) {
    return tokens.caller(token);
  }

  /** What callers hold open, which ends with their keys. */
  public Leases leases() {
    return leases;
  }

  /** Until when a caller may go on; nothing when they may not any more. */
  private Optional<Instant> goodUntil(Caller caller) {
    return caller.key().isEmpty()
        ? Optional.of(Instant.MAX)
        : logins.goodUntil(caller.key()).or(() -> tokens.goodUntil(caller.key()));
  }

  /** A code with which a browser can log in once, within a minute. */
  public String code(Role role) {
    return codes.make(role);
  }

  /** The key of a new login for a code; nothing when the code is wrong, used or old. */
  public Optional<String> login(String code) {
    var key = codes.redeem(code).map(logins::add);
    key.ifPresent(seen);
    return key;
  }

  public void logout(String key) {
    logins.remove(key);
  }

  /** Notes that a client came with a wrong key; says whether it does so too often. */
  public boolean failed(String client, String why) {
    var tooMany = failures.tooMany(client);
    if (!tooMany) {
      audit.refused("http", client, why);
    }
    return tooMany;
  }
}
