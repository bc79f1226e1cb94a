package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PartTest {
  @Test
  void whatIsLongGoesInPartsAndComesWhole() {
    for (var length : new int[] {0, 1, 99, 100, 101, 1000, 200_000}) {
      var bytes = new byte[length];
      new Random(length).nextBytes(bytes);
      var assembly = new Assembly(1 << 20);
      var whole = Optional.<byte[]>empty();
      for (var part : Part.of(Part.Kind.RESULT, bytes, 109)) {
        assertThat(part.message().length).isLessThanOrEqualTo(109);
        assertThat(whole).isEmpty();
        whole = assembly.add(Part.read(part.message()).orElseThrow());
      }
      assertThat(whole.orElseThrow()).isEqualTo(bytes);
    }
  }

  @Test
  void whatIsNoPartIsNone() {
    assertThat(Part.read(new byte[0])).isEmpty();
    assertThat(Part.read(new byte[8])).isEmpty();
    assertThat(Part.read(new byte[9])).isEmpty(); // none of no parts
    assertThat(Part.read(new byte[] {99, 0, 0, 0, 0, 0, 0, 0, 1})).isEmpty();
    assertThat(Part.read(new byte[] {0, -1, 0, 0, 0, 0, 0, 0, 1})).isEmpty();
  }

  @Test
  void partsOutOfOrderAndTooMuchAreBroken() {
    var parts = Part.of(Part.Kind.CALL, new byte[300], 109);
    var order = new Assembly(1000);
    assertThat(order.add(parts.get(1))).isEmpty();
    assertThat(order.isBroken()).isTrue();
    var size = new Assembly(150);
    size.add(parts.get(0));
    assertThat(size.isBroken()).isFalse();
    size.add(parts.get(1));
    assertThat(size.isBroken()).isTrue();
  }
}
