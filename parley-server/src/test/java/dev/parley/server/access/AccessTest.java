package dev.parley.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccessTest {
  @TempDir Path folder;

  @Test
  void aTokenIsMadeOnceForTheUserAloneAndKnownAgain() throws IOException {
    var tokens = new Tokens(folder);
    var token = tokens.of(Role.TYPE);
    assertThat(token).hasSize(43); // 256 bits
    assertThat(new Tokens(folder).of(Role.TYPE)).isEqualTo(token);
    assertThat(tokens.caller(token).map(Caller::role)).contains(Role.TYPE);
    assertThat(tokens.caller(tokens.of(Role.WATCH)).map(Caller::role)).contains(Role.WATCH);
    assertThat(tokens.caller(token + "x")).isEmpty();
    assertThat(tokens.caller("")).isEmpty();
    assertThat(Files.getPosixFilePermissions(folder.resolve("token.type")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aTokenWhoseFileIsGoneOpensNothing() throws IOException {
    var token = new Tokens(folder).of(Role.ADMIN);
    Files.delete(folder.resolve("token.admin"));
    assertThat(new Tokens(folder).caller(token)).isEmpty();
  }

  @Test
  void aTokenFileThatOthersCouldReadIsClosed() throws IOException {
    var token = new Tokens(folder).of(Role.ADMIN);
    var file = folder.resolve("token.admin");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(new Tokens(folder).caller(token).map(Caller::role)).contains(Role.ADMIN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aCodeIsGoodForOneUseWithinAMinute() {
    var now = new AtomicLong();
    var codes = new Codes(now::get);
    var used = codes.make(Role.TYPE);
    assertThat(codes.redeem(used)).contains(Role.TYPE);
    assertThat(codes.redeem(used)).isEmpty();
    var old = codes.make(Role.TYPE);
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    assertThat(codes.redeem(old)).isEmpty();
  }

  @Test
  void aLoginOutlivesARestartAndItsFileOpensNothing() throws IOException {
    var now = Instant.parse("2026-01-01T00:00:00Z");
    var file = folder.resolve("logins");
    var key = new Logins(file, () -> now).add(Role.WATCH);
    var later = new Logins(file, () -> now.plus(Duration.ofDays(6)));
    assertThat(later.caller(key).map(Caller::role)).contains(Role.WATCH);
    assertThat(Files.readString(file)).doesNotContain(key);
    assertThat(later.caller(Files.readString(file).split(" ")[0])).isEmpty();
    assertThat(new Logins(file, () -> now.plus(Duration.ofDays(8))).caller(key)).isEmpty();
    later.remove(key);
    assertThat(new Logins(file, () -> now).caller(key)).isEmpty();
  }

  @Test
  void wrongKeysAreCountedForAWhile() {
    var now = new AtomicLong();
    var failures = new Failures(now::get);
    assertThat(IntStream.range(0, Failures.ALLOWED).filter(_ -> failures.tooMany("a"))).isEmpty();
    assertThat(failures.tooMany("a")).isTrue();
    assertThat(failures.tooMany("b")).isFalse();
    now.addAndGet(Duration.ofSeconds(31).toNanos());
    assertThat(failures.tooMany("a")).isFalse();
  }

  @Test
  void theAuditLogHasWhoAndWhatInLinesThatAreSafeToShow() throws IOException {
    var now = Instant.parse("2026-01-01T00:00:00Z");
    try (var audit = new AuditLog(folder, () -> now)) {
      var caller = new Caller(Role.TYPE, "console", "a\n\u001b[2J\"b");
      audit.note(caller, "took the floor", "s1");
      try (var typing = new Typing(audit, caller, "s1")) {
        typing.typed(1);
        typing.typed(2);
        typing.typed(3);
      }
    }
    var who = "\"who\":\"a\\u000a\\u001b[2J\\u0022b\"";
    assertThat(Files.readAllLines(folder.resolve("audit.log")))
        .containsExactly(
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"took the floor\",\"session\":\"s1\"}",
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"typed\",\"session\":\"s1\",\"bytes\":1}",
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"typed\",\"session\":\"s1\",\"bytes\":5}");
  }

  @Test
  void aLongAuditLogMakesRoomAndKeepsOlderFiles() throws IOException {
    var caller = new Caller(Role.TYPE, "http", "token-type");
    for (var file = 0; file < 3; file++) {
      Files.write(folder.resolve("audit.log"), new byte[5 << 20]);
      try (var audit = new AuditLog(folder, Instant::now)) {
        audit.note(caller, "took the floor", "s" + file);
      }
    }
    for (var age = 1; age <= 3; age++) {
      assertThat(folder.resolve("audit.%d.log".formatted(age))).exists();
    }
    assertThat(Files.readAllLines(folder.resolve("audit.log"))).hasSize(1);
    assertThat(Files.getPosixFilePermissions(folder.resolve("audit.log")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  /** Anybody can be refused; what was done stays all the same. */
  @Test
  void refusalsPushNothingOutAndAreCountedBeyondAFew() throws IOException {
    var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    try (var audit = new AuditLog(folder, now::get)) {
      audit.note(new Caller(Role.TYPE, "http", "token-type"), "took the floor", "s1");
      for (var knock = 0; knock < 50_000; knock++) {
        audit.refused("http", "127.0.0.1", "wrong token");
      }
      now.set(now.get().plusSeconds(61));
      audit.refused("http", "127.0.0.1", "wrong token");
    }
    assertThat(Files.readAllLines(folder.resolve("audit.log"))).hasSize(1);
    assertThat(Files.readAllLines(folder.resolve("refusals.log")))
        .hasSize(AuditLog.REFUSALS_A_MINUTE + 2)
        .contains(
            "{\"time\":\"2026-01-01T00:01:01Z\",\"action\":\"refused\",\"more\":%d}"
                .formatted(50_000 - AuditLog.REFUSALS_A_MINUTE));
  }

  @Test
  void theAuditLogIsHandedOnLineByLine() throws IOException {
    var other = folder.resolve("other.log");
    var forward = new AuditForward(List.of("sh", "-c", "exec cat > \"$0\"", other.toString()));
    try (var audit = new AuditLog(folder, Instant::now, forward)) {
      audit.note(new Caller(Role.TYPE, "http", "token-type"), "took the floor", "s1");
    }
    dev.parley.server.daemon.RunningDaemon.until(() -> other.toFile().length() > 0);
    assertThat(Files.readString(other)).isEqualTo(Files.readString(folder.resolve("audit.log")));
  }

  @Test
  void aNamedTokenIsKnownUntilItExpiresOrIsRevoked() throws IOException {
    var now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    var tokens = new Tokens(folder, now::get);
    var token = tokens.make("ci", Role.TYPE, true, Optional.of(Duration.ofDays(7)));
    var other = tokens.make("other", Role.WATCH, false, Optional.empty());
    var caller = tokens.caller(token).orElseThrow();
    assertThat(caller.who()).isEqualTo("ci");
    assertThat(caller.role()).isEqualTo(Role.TYPE);
    assertThat(caller.ownOnly()).isTrue();
    assertThat(Files.readString(folder.resolve("tokens"))).doesNotContain(token).contains("ci");
    assertThat(Files.getPosixFilePermissions(folder.resolve("tokens")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> tokens.make("ci", Role.WATCH, false, Optional.empty()))
        .hasMessageContaining("already");
    assertThatThrownBy(() -> tokens.make("c i\n", Role.WATCH, false, Optional.empty()))
        .hasMessageContaining("name");
    now.set(now.get().plus(Duration.ofDays(8)));
    assertThat(tokens.caller(token)).isEmpty();
    assertThat(tokens.caller(other).map(Caller::who)).contains("other");
    assertThat(tokens.revoke("other")).isTrue();
    assertThat(tokens.revoke("other")).isFalse();
    assertThat(new Tokens(folder, now::get).caller(other)).isEmpty();
  }
}
