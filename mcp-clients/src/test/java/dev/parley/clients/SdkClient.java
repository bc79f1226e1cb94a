package dev.parley.clients;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The official MCP SDK for Java. */
record SdkClient(McpSyncClient client) implements JavaClient {
  static SdkClient stdio(Daemon daemon) {
    var parameters =
        ServerParameters.builder(Daemon.PARLEY).args("mcp").env(daemon.environment()).build();
    return connect(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()));
  }

  static SdkClient http(Daemon daemon) {
    return connect(
        HttpClientStreamableHttpTransport.builder(daemon.url())
            .endpoint("/mcp")
            .requestBuilder(
                HttpRequest.newBuilder().header("Authorization", "Bearer " + daemon.token()))
            .build());
  }

  private static SdkClient connect(McpClientTransport transport) {
    var client = McpClient.sync(transport).requestTimeout(Duration.ofSeconds(60)).build();
    client.initialize();
    return new SdkClient(client);
  }

  @Override
  public List<String> tools() {
    return client.listTools().tools().stream().map(McpSchema.Tool::name).toList();
  }

  @Override
  public Reply call(String tool, Map<String, Object> arguments) {
    var result =
        client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    return new Reply(
        result.content().stream()
            .filter(McpSchema.TextContent.class::isInstance)
            .map(content -> ((McpSchema.TextContent) content).text())
            .collect(Collectors.joining("\n")),
        result.content().stream()
            .filter(McpSchema.ImageContent.class::isInstance)
            .map(content -> ((McpSchema.ImageContent) content).mimeType())
            .toList(),
        Boolean.TRUE.equals(result.isError()));
  }

  @Override
  public String instructions() {
    return client.getServerInstructions();
  }

  @Override
  public void close() {
    client.closeGracefully();
  }
}
