package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          password=hunter2                        | password=[masked]
          Password: hunter2                       | Password: [masked]
          "api_key": "abc123"                     | "api_key": "[masked]"
          Authorization: Bearer abc.def           | Authorization: Bearer [masked]
          https://me:open@example.org/x           | https://me:[masked]@example.org/x
          key AKx9kQ2mZ7pL4vR8tW1y here           | key [masked] here
          sum d41d8cd98f00b204e9800998ecf8427e    | sum [masked]
          -----BEGIN RSA PRIVATE KEY-----MIIEow   | -----BEGIN RSA PRIVATE KEY-----[masked]
          Password:                               | Password:
          an ordinary line of 20 words            | an ordinary line of 20 words
          /usr/lib/jvm/temurin-25-jdk-amd64/bin   | /usr/lib/jvm/temurin-25-jdk-amd64/bin
          """)
  void whatLooksLikeASecretIsMaskedAndTheRestStays(String text, String masked) {
    assertThat(SecretMask.masked(text)).isEqualTo(masked);
  }
}
