package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class NodeKeyTest {
  @Test
  void aKnownSeedHasItsKnownName() {
    var key = NodeKey.ofSeed("SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY");
    assertThat(key.id()).isEqualTo("UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4");
  }

  @Test
  void aSeedIsReadAsItWasWritten() {
    var key = NodeKey.random();
    assertThat(key.seed()).startsWith("SU").hasSize(58);
    assertThat(key.id()).startsWith("U").hasSize(56);
    assertThat(NodeKey.ofSeed(key.seed() + "\n").id()).isEqualTo(key.id());
    assertThat(key.sign(new byte[] {1, 2, 3})).hasSize(64);
  }

  @Test
  void aSlipOfThePenIsFound() {
    var seed = NodeKey.random().seed();
    var wrong = seed.substring(0, 20) + (seed.charAt(20) == 'A' ? 'B' : 'A') + seed.substring(21);
    assertThatThrownBy(() -> NodeKey.ofSeed(wrong)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NodeKey.ofSeed("SUA0")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NodeKey.ofSeed(NodeKey.random().id()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
