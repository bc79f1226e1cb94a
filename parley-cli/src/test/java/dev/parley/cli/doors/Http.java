package dev.parley.cli.doors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** The daemon's HTTP listener, for a client that has its token. */
record Http(URI base, String token, HttpClient client) {
  static Http of(Command parley) {
    var status = Door.JSON.readTree(parley.run(List.of("status", "--json")).out());
    return new Http(
        URI.create(status.path("http").path("url").asString()),
        parley.run(List.of("token")).out().strip(),
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).header("Authorization", "Bearer " + token);
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }
}
