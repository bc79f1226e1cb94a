package dev.parley.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is open ends with the key it was opened with, whoever took that key out of use. */
@Timeout(60)
final class LeasesTest {
  @TempDir Path folder;

  /** Something that is open until it is ended. */
  private static final class Open implements Leases.Held {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public boolean isOpen() {
      return ended.getCount() > 0;
    }

    @Override
    public void end() {
      ended.countDown();
    }

    void awaitEnd() throws InterruptedException {
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Open opened(Access access, String key) {
    var open = new Open();
    access.leases().add(access.byKey(key).orElseThrow(), open);
    assertThat(open.isOpen()).isTrue();
    return open;
  }

  @Test
  void aRevokedTokenTakesWhatIsOpenWithIt() throws Exception {
    var access = new Access(folder, Files.createDirectories(folder.resolve("logs")), _ -> {});
    var elsewhere = new Tokens(folder); // as another process has it
    var other = opened(access, elsewhere.make("other", Role.TYPE, false, Optional.empty()));
    var ours = opened(access, elsewhere.make("ci", Role.TYPE, false, Optional.empty()));
    var role = opened(access, elsewhere.of(Role.WATCH));

    elsewhere.revoke("ci");
    ours.awaitEnd();
    elsewhere.revoke(Role.WATCH);
    role.awaitEnd();
    assertThat(other.isOpen()).isTrue();
  }

  @Test
  void anExpiredTokenTooAlsoIfItExpiresBeforeTheOthers() throws Exception {
    var access = new Access(folder, Files.createDirectories(folder.resolve("logs")), _ -> {});
    var tokens = access.tokens();
    var later = tokens.make("later", Role.TYPE, false, Optional.of(Duration.ofHours(2)));
    var late = opened(access, later);
    var soon = tokens.make("soon", Role.TYPE, false, Optional.of(Duration.ofSeconds(2)));
    opened(access, soon).awaitEnd();
    assertThat(access.byKey(soon)).isEmpty();
    assertThat(late.isOpen()).isTrue();
  }

  @Test
  void aLogoutToo() throws Exception {
    var access = new Access(folder, Files.createDirectories(folder.resolve("logs")), _ -> {});
    var key = access.login(access.code(Role.ADMIN)).orElseThrow();
    var open = opened(access, key);
    access.logout(key);
    open.awaitEnd();
  }

  @Test
  void whatIsOpenedWithARevokedKeyEndsAtOnce() throws Exception {
    var access = new Access(folder, Files.createDirectories(folder.resolve("logs")), _ -> {});
    var token = new Tokens(folder).make("ci", Role.TYPE, false, Optional.empty());
    var first = opened(access, token);
    var caller = access.byKey(token).orElseThrow();
    new Tokens(folder).revoke("ci");
    first.awaitEnd();

    var late = new Open();
    access.leases().add(caller, late);
    late.awaitEnd();
    assertThat(access.leases().of(caller)).isZero();
  }
}
