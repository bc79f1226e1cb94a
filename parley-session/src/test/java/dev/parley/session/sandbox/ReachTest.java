package dev.parley.session.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReachTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, NEAR",
    "127.255.0.9, NEAR",
    "0.0.0.0, NEAR",
    "0.1.2.3, NEAR",
    "169.254.169.254, NEAR",
    "100.100.100.200, NEAR",
    "192.0.0.192, NEAR",
    "224.0.0.1, NEAR",
    "255.255.255.255, NEAR",
    "::1, NEAR",
    "::, NEAR",
    "fe80::1, NEAR",
    "ff02::1, NEAR",
    "fd00:ec2::254, NEAR",
    "fd20:ce::254, NEAR",
    "::ffff:127.0.0.1, NEAR",
    "::127.0.0.1, NEAR",
    "64:ff9b::127.0.0.1, NEAR",
    "64:ff9b::169.254.169.254, NEAR",
    "2002:7f00:1::, NEAR",
    "2001:0:1::1, NEAR",
    "10.1.2.3, PRIVATE",
    "172.16.0.1, PRIVATE",
    "172.31.255.1, PRIVATE",
    "192.168.1.1, PRIVATE",
    "100.64.0.1, PRIVATE",
    "198.18.0.1, PRIVATE",
    "fc00::1, PRIVATE",
    "fd12:3456::1, PRIVATE",
    "fec0::1, PRIVATE",
    "::ffff:10.0.0.1, PRIVATE",
    "64:ff9b::10.0.0.1, PRIVATE",
    "64:ff9b:1::1, PRIVATE",
    "2002:a00:1::, PRIVATE",
    "172.32.0.1, WORLD",
    "93.184.216.34, WORLD",
    "100.128.0.1, WORLD",
    "64:ff9b::93.184.216.34, WORLD",
    "2606:2800:220:1::1, WORLD"
  })
  void addressesAreNearPrivateOrOfTheWorld(String address, Reach reach) throws Exception {
    assertThat(Reach.of(InetAddress.getByName(address))).isEqualTo(reach);
  }

  @Test
  void aNameAmongManyDoesNotLeadToAPrivateAddress() throws Exception {
    // An address is a name to the list, and looked up without asking anybody.
    assertThat(new HostList(List.of("10.0.0.5")).addresses("10.0.0.5", 80)).hasSize(1);
    assertThat(new HostList(List.of("*.0.0.5")).addresses("10.0.0.5", 80)).isEmpty();
    assertThat(new HostList(List.of("*.0.0.5")).addresses("93.0.0.5", 80)).hasSize(1);
    assertThat(new HostList(List.of("[fd00:ec2::254]")).addresses("[fd00:ec2::254]", 80))
        .hasSize(1);
  }

  @Test
  void namesHoldNothingThatAScreenObeys() {
    assertThat(HostList.isName("a_b-c.example.org")).isTrue();
    assertThat(HostList.isName("[2001:db8::1]")).isTrue();
    for (var wrong : List.of("", "a b", "a\nb", "a\u001b[2J", "a/b", "a@b", "é", "a".repeat(256))) {
      assertThat(HostList.isName(wrong)).as(wrong).isFalse();
    }
  }
}
