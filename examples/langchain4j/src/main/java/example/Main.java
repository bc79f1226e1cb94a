package example;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An agent that plays a guessing game in a terminal. */
public final class Main {
  private Main() {}

  /** What LangChain4j makes of a model and its tools. */
  interface Agent {
    String chat(String task);
  }

  public static void main(String... arguments) throws Exception {
    var key = Optional.ofNullable(System.getenv("OPENAI_API_KEY"));
    // Without a key a small program on this machine takes the model's part.
    try (var scripted = ScriptedModel.start();
        var parley =
            DefaultMcpClient.builder()
                .transport(
                    StdioMcpTransport.builder().command(List.of(command(), "mcp")).build())
                // A call waits for the program in the terminal, 50 seconds at most.
                .toolExecutionTimeout(Duration.ofSeconds(60))
                .build()) {
      var model =
          OpenAiChatModel.builder()
              .baseUrl(key.isPresent() ? "https://api.openai.com/v1" : scripted.url())
              .apiKey(key.orElse("none"))
              .modelName(Optional.ofNullable(System.getenv("OPENAI_MODEL")).orElse("gpt-4.1-mini"))
              .build();
      var agent =
          AiServices.builder(Agent.class)
              .chatModel(model)
              .systemMessage(parley.instructions())
              .toolProvider(McpToolProvider.builder().mcpClients(parley).build())
              .afterToolExecution(
                  done ->
                      System.out.printf(
                          "%s %s%n  %s%n",
                          done.request().name(),
                          done.request().arguments(),
                          done.result().strip().replace("\n", "\n  ")))
              .build();
      var game = Path.of("..", "guess.sh").toAbsolutePath().normalize();
      System.out.println(agent.chat("Play the game 'sh \"%s\"' and tell me its number.".formatted(game)));
    }
  }

  /** The command, from the PATH unless {@code PARLEY} says otherwise. */
  private static String command() {
    return Optional.ofNullable(System.getenv("PARLEY")).orElse("parley");
  }
}
