package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that have to do with HTTP, as a person uses them, with curl beside them. */
@Timeout(120)
final class HttpCommandsIT {
  private static final String PARLEY =
      Path.of("..", "parley").toAbsolutePath().normalize().toString();

  @TempDir Path home;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() throws Exception {
    for (var process : started) {
      process.destroy();
      process.waitFor(20, TimeUnit.SECONDS);
    }
    run(PARLEY, "stop");
  }

  @Test
  void serveListensWhereItIsToldWithTlsAndEndsWithItsDaemon() throws Exception {
    var keystore = home.resolve("parley.p12").toString();
    var password = Files.writeString(home.resolve("password"), "changeit\n");
    run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        "EC",
        "-storetype",
        "PKCS12",
        "-keystore",
        keystore,
        "-storepass",
        "changeit",
        "-dname",
        "CN=localhost",
        "-alias",
        "parley");
    var serve =
        start(
            PARLEY,
            "serve",
            "--http",
            "127.0.0.1:0",
            "--tls-keystore",
            keystore,
            "--tls-password-file",
            password.toString());
    var url = line(serve.getInputStream(), "https://");
    assertThat(url).startsWith("https://127.0.0.1:");
    var token = run(PARLEY, "token", "--role", "watch").strip();

    assertThat(curl("-k", url + "/v1/me")).contains("401");
    assertThat(curl("-k", "-H", "Authorization: Bearer " + token, url + "/v1/me"))
        .contains("\"role\":\"watch\"");
    assertThat(run(PARLEY, "open", "--print", "--role", "type").strip())
        .startsWith(url + "/#code=");

    serve.destroy(); // SIGTERM, as a service manager does
    assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(run(PARLEY, "status")).contains("No daemon runs");
  }

  @Test
  void anAddressThatOthersReachIsRefusedWithoutTls() throws Exception {
    assertThat(run(PARLEY, "serve", "--http", "0.0.0.0:0")).contains("TLS");
    assertThat(run(PARLEY, "mcp", "--http", "0.0.0.0:0")).contains("TLS");
  }

  @Test
  void mcpOverHttpAsksForTheToken() throws Exception {
    var mcp = start(PARLEY, "mcp", "--http", "127.0.0.1:0");
    var told = line(mcp.getErrorStream(), "listening at ");
    var url = told.substring(told.indexOf("http://"), told.indexOf("/mcp") + 4);
    var message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    var json = "Content-Type: application/json";
    assertThat(curl("-H", json, "-d", message, url)).contains("401");
    var watch = run(PARLEY, "token", "--role", "watch").strip();
    assertThat(curl("-H", json, "-H", "Authorization: Bearer " + watch, "-d", message, url))
        .contains("401");
    var admin = run(PARLEY, "token").strip();
    assertThat(curl("-H", json, "-H", "Authorization: Bearer " + admin, "-d", message, url))
        .contains("400", "initialize");
  }

  /** What an address answers, with the status at the end. */
  private String curl(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("curl", "-s", "-w", " %{http_code}"));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  private String run(String... command) throws IOException, InterruptedException {
    var process = builder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  private Process start(String... command) throws IOException {
    var process = builder(command).start();
    started.add(process);
    return process;
  }

  /** The first line with some text; the web server may have something to say before it. */
  private static String line(InputStream from, String wanted) throws IOException {
    var in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains(wanted)) {
        return line;
      }
    }
    throw new AssertionError("It never said " + wanted);
  }

  private ProcessBuilder builder(String... command) {
    var builder = new ProcessBuilder(command);
    builder.environment().put("PARLEY_HOME", home.toString());
    builder.environment().put("PARLEY_NO_BUILD", "1");
    builder.environment().remove("PARLEY_HTTP");
    return builder;
  }
}
