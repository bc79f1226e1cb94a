package dev.parley.clients;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The MCP client of LangChain4j. */
record LangChainClient(McpClient client) implements JavaClient {
  private static final JsonMapper JSON = new JsonMapper();

  static LangChainClient stdio(Daemon daemon) {
    return connect(
        StdioMcpTransport.builder()
            .command(List.of(Daemon.PARLEY, "mcp"))
            .environment(daemon.environment())
            .build());
  }

  static LangChainClient http(Daemon daemon) {
    return connect(
        StreamableHttpMcpTransport.builder()
            // Where there are fields, the model gets them and not the text.
            .url(daemon.url() + "/mcp?answers=text")
            .customHeaders(Map.of("Authorization", "Bearer " + daemon.token()))
            .timeout(Duration.ofSeconds(60))
            .build());
  }

  private static LangChainClient connect(McpTransport transport) {
    return new LangChainClient(
        DefaultMcpClient.builder()
            .transport(transport)
            .toolExecutionTimeout(Duration.ofSeconds(60))
            .build());
  }

  @Override
  public List<String> tools() {
    return client.listTools().stream().map(ToolSpecification::name).toList();
  }

  @Override
  public Reply call(String tool, Map<String, Object> arguments) {
    var request =
        ToolExecutionRequest.builder()
            .name(tool)
            .arguments(JSON.writeValueAsString(arguments))
            .build();
    ToolExecutionResult result;
    try {
      result = client.executeTool(request);
    } catch (ToolExecutionException refusal) { // its message is what the model is told
      return new Reply(String.valueOf(refusal.getMessage()), List.of(), true);
    }
    return new Reply(
        result.resultContents().stream()
            .filter(TextContent.class::isInstance)
            .map(content -> ((TextContent) content).text())
            .collect(Collectors.joining("\n")),
        result.resultContents().stream()
            .filter(ImageContent.class::isInstance)
            .map(content -> ((ImageContent) content).image().mimeType())
            .toList(),
        result.isError());
  }

  @Override
  public String instructions() {
    return String.valueOf(client.instructions());
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (Exception failed) {
      throw new IllegalStateException("The client does not close", failed);
    }
  }
}
