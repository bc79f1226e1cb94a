package example;

import io.modelcontextprotocol.client.McpSyncClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** An agent that plays a guessing game in a terminal. */
@SpringBootApplication
public class Main {
  public static void main(String... arguments) throws Exception {
    if (System.getenv("OPENAI_API_KEY") != null) {
      run(Map.of());
      return;
    }
    // Without a key a small program on this machine takes the model's part.
    try (var scripted = ScriptedModel.start()) {
      run(Map.of("spring.ai.openai.base-url", scripted.url()));
    }
  }

  private static void run(Map<String, Object> properties) {
    new SpringApplicationBuilder(Main.class).properties(properties).run().close();
  }

  @Bean
  CommandLineRunner agent(ChatClient.Builder model, List<McpSyncClient> clients) {
    var parley = clients.getFirst();
    var tools = SyncMcpToolCallbackProvider.syncToolCallbacks(clients).stream().map(Told::new);
    var game = Path.of("..", "guess.sh").toAbsolutePath().normalize();
    return arguments ->
        System.out.println(
            model
                .build()
                .prompt("Play the game 'sh \"%s\"' and tell me its number.".formatted(game))
                .system(parley.getServerInstructions())
                .toolCallbacks(tools.map(ToolCallback.class::cast).toList())
                .call()
                .content());
  }

  /** A tool whose calls and answers are shown. */
  private record Told(ToolCallback tool) implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      return tool.getToolDefinition();
    }

    @Override
    public String call(String arguments) {
      var answer = tool.call(arguments);
      System.out.printf("%s %s%n  %s%n", getToolDefinition().name(), arguments, answer);
      return answer;
    }
  }
}
