package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A client at the other end of two pipes, as plain as can be: it writes lines and reads lines. */
public final class StreamClient implements AutoCloseable {
  private final Era era;
  private final OutputStream out;
  private final BufferedReader in;
  private final CompletableFuture<Void> served = new CompletableFuture<>();
  private final List<JsonNode> heard = new ArrayList<>();
  private String capabilities = Era.CAPABILITIES;
  private int lastId;

  private StreamClient(Era era, McpServer server, Duration grace) throws IOException {
    this.era = era;
    var toServer = Pipe.open();
    var toClient = Pipe.open();
    out = Channels.newOutputStream(toServer.sink());
    in =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(toClient.source()), StandardCharsets.UTF_8));
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try (var source = Channels.newInputStream(toServer.source());
                  var sink = Channels.newOutputStream(toClient.sink())) {
                new McpStdio(server).serve(source, sink, Optional.empty(), grace);
                served.complete(null);
              } catch (Throwable failure) {
                served.completeExceptionally(failure);
              }
            });
  }

  /** A client of an era, introduced where that is the custom. */
  public static StreamClient of(Era era, McpServer server) throws IOException {
    return of(era, server, Era.CAPABILITIES);
  }

  static StreamClient of(Era era, McpServer server, String capabilities) throws IOException {
    var client = new StreamClient(era, server, Duration.ofSeconds(20));
    client.capabilities = capabilities;
    if (era == Era.STATEFUL) {
      client.introduce();
    }
    return client;
  }

  static StreamClient withGrace(McpServer server, Duration grace) throws IOException {
    var client = new StreamClient(Era.STATEFUL, server, grace);
    client.introduce();
    return client;
  }

  private void introduce() throws IOException {
    request(
        "initialize",
        """
        {"protocolVersion": "2025-11-25", "capabilities": %s,
         "clientInfo": {"name": "test", "version": "1"}}"""
            .formatted(capabilities));
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /** Writes a line as it is. */
  void send(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Begins a request and returns its id. */
  int begin(String method, String params) throws IOException {
    int id = ++lastId;
    var described = era.describe(Json.parseObject(params), capabilities);
    send(JsonRpc.request(id, method, described).toString());
    return id;
  }

  int beginCall(String tool, String arguments) throws IOException {
    return begin(
        "tools/call",
        """
        {"name": "%s", "arguments": %s, "_meta": {"progressToken": "%s"}}"""
            .formatted(tool, arguments, tool));
  }

  /** The whole answer to a request. */
  public JsonNode request(String method, String params) throws IOException {
    return answer(begin(method, params));
  }

  /** The result of a tool call. */
  public JsonNode call(String tool, String arguments) throws IOException {
    return answer(beginCall(tool, arguments)).path("result");
  }

  /** The text of a tool's answer. */
  String text(String tool, String arguments) throws IOException {
    return call(tool, arguments).path("content").path(0).path("text").asString("");
  }

  /** Reads on until the answer with this id; what comes before is kept in {@link #heard}. */
  JsonNode answer(int id) throws IOException {
    while (true) {
      var message = next();
      if (!message.has("method") && message.path("id").asInt(-1) == id) {
        return message;
      }
      heard.add(message);
    }
  }

  /** Reads on until a message with this method. */
  JsonNode heard(String method) throws IOException {
    while (true) {
      var message = next();
      if (message.path("method").asString("").equals(method)) {
        return message;
      }
      heard.add(message);
    }
  }

  /** A message with this method, heard already or still to come. */
  public JsonNode heardOrNext(String method) throws IOException {
    for (var message : heard) {
      if (message.path("method").asString("").equals(method)) {
        return message;
      }
    }
    return heard(method);
  }

  JsonNode next() throws IOException {
    var line = in.readLine();
    if (line == null) {
      throw new IOException("The server closed its output");
    }
    return Json.parse(line);
  }

  /** The methods of the messages that came between answers, in order. */
  List<String> heardMethods() {
    return heard.stream().map(message -> message.path("method").asString("")).toList();
  }

  List<JsonNode> heard() {
    return heard;
  }

  void reply(JsonNode question, String result) throws IOException {
    var answer = Json.object().put("jsonrpc", "2.0").set("id", question.path("id"));
    send(answer.set("result", Json.parse(result)).toString());
  }

  /** Ends the server's input. */
  void closeInput() throws IOException {
    out.close();
  }

  /** Waits until the server has nothing left to do. */
  void awaitEnd() {
    served.join();
  }

  @Override
  public void close() throws IOException {
    out.close();
    in.close();
  }
}
