package dev.parley.bench.agents;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A coding agent as npm installs it, and how it is set up to talk to the scripted model without a
 * login, a welcome or a question about the folder. All it keeps is in a home of its own.
 *
 * @param npm the package it comes in
 * @param program where the program is below that package's folder
 * @param tool the tool whose use it asks a permission for
 * @param box what its input box shows while it is empty, or what stands beside it
 * @param dialog what it shows when it asks for a permission
 */
public record AgentProgram(
    String name,
    String npm,
    String program,
    String tool,
    Map<String, Object> arguments,
    String box,
    String dialog) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String KEY = "sk-scripted-0123456789abcdefghij";

  /** Those that are tried, in this order. */
  public static List<AgentProgram> all() {
    Map<String, Object> touch =
        Map.of("command", "touch made-by-agent", "description", "Makes a file");
    return List.of(
        new AgentProgram(
            "claude",
            "@anthropic-ai/claude-code",
            "claude-code-linux-x64/claude",
            "Bash",
            touch,
            "? for shortcuts",
            "Do you want to proceed?"),
        new AgentProgram(
            "codex",
            "@openai/codex",
            "codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
            "exec_command",
            Map.of(
                "cmd",
                "touch made-by-agent",
                "sandbox_permissions",
                "require_escalated",
                "justification",
                "Makes a file"),
            "Ask Codex to do anything",
            "Would you like to run"),
        new AgentProgram(
            "opencode",
            "opencode-ai",
            "opencode-linux-x64/bin/opencode",
            "bash",
            touch,
            "ctrl+p commands",
            "Permission required"),
        new AgentProgram(
            "gemini",
            "@google/gemini-cli",
            "gemini-cli/",
            "run_shell_command",
            touch,
            "Type your message",
            "Allow execution"),
        new AgentProgram(
            "qwen",
            "@qwen-code/qwen-code",
            "qwen-code/",
            "run_shell_command",
            touch,
            "Type your message",
            "Allow execution"));
  }

  /** Those that also run without a terminal, to see what they make of answers. */
  public static List<AgentProgram> clients() {
    Map<String, Object> command = Map.of("command", "true");
    return Stream.concat(
            all().stream(),
            Stream.of(
                new AgentProgram("cline", "cline", "cline/", "run_commands", command, "", ""),
                new AgentProgram(
                    "continue", "@continuedev/cli", "../.bin/cn", "Bash", command, "", "")))
        .toList();
  }

  /** Whether {@code parley config} knows it. */
  public boolean isConfigured() {
    return !name.equals("continue");
  }

  /** Where {@code parley-bench/programs} puts it. */
  private Path folder() {
    var configured = System.getenv("XDG_CACHE_HOME");
    var cache =
        configured == null || configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return cache.resolve("parley-bench/agents").resolve(name).resolve("node_modules");
  }

  public boolean isInstalled() {
    return Files.exists(manifest());
  }

  private Path manifest() {
    return folder().resolve(npm).resolve("package.json");
  }

  public String version() throws IOException {
    return JSON.readTree(Files.readString(manifest())).path("version").asString();
  }

  public List<String> command() {
    return program.endsWith("/")
        ? List.of(folder().resolve(".bin").resolve(name).toString())
        : List.of(folder().resolve(npm).resolveSibling(program).toString());
  }

  public ObjectNode toolArguments() {
    return JSON.valueToTree(arguments);
  }

  /** Writes its settings and returns the variables it is started with. */
  public Map<String, String> prepare(Path home, Path project, URI model) throws IOException {
    var variables =
        new HashMap<>(
            Map.of(
                "HOME", home.toString(),
                "PATH", "/usr/local/bin:/usr/bin:/bin",
                "TERM", "xterm-256color",
                "COLORTERM", "truecolor",
                "LANG", "C.UTF-8"));
    switch (name) {
      case "claude" -> {
        variables.put("ANTHROPIC_BASE_URL", model.toString());
        variables.put("ANTHROPIC_API_KEY", KEY);
        variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        variables.put("DISABLE_AUTOUPDATER", "1");
        var settings =
            JSON.createObjectNode()
                .put("hasCompletedOnboarding", true)
                .put("lastOnboardingVersion", version())
                .put("theme", "dark");
        settings
            .putObject("customApiKeyResponses")
            .putArray("approved")
            .add(KEY.substring(KEY.length() - 20));
        settings
            .putObject("projects")
            .putObject(project.toString())
            .put("hasTrustDialogAccepted", true)
            .put("hasCompletedProjectOnboarding", true);
        write(home, ".claude.json", settings.toString());
      }
      case "codex" -> {
        variables.put("SCRIPTED_KEY", KEY);
        write(
            home,
            ".codex/config.toml",
            """
            model = "scripted"
            model_provider = "scripted"
            approval_policy = "on-request"
            sandbox_mode = "workspace-write"
            check_for_update_on_startup = false
            [model_providers.scripted]
            name = "scripted"
            base_url = "%s/v1"
            wire_api = "responses"
            env_key = "SCRIPTED_KEY"
            request_max_retries = 1
            stream_max_retries = 1
            [projects."%s"]
            trust_level = "trusted"
            [analytics]
            enabled = false
            """
                .formatted(model, project));
      }
      case "opencode" -> {
        variables.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
        variables.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
        variables.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
        var settings =
            JSON.createObjectNode()
                .put("$schema", "https://opencode.ai/config.json")
                .put("model", "scripted/scripted")
                .put("small_model", "scripted/scripted")
                .put("autoupdate", false)
                .put("share", "disabled");
        settings.putObject("permission").put("bash", "ask").put("edit", "ask");
        var provider = settings.putObject("provider").putObject("scripted");
        provider.put("npm", "@ai-sdk/openai-compatible").put("name", "scripted");
        provider.putObject("options").put("baseURL", model + "/v1").put("apiKey", KEY);
        provider
            .putObject("models")
            .putObject("scripted")
            .put("name", "scripted")
            .put("tool_call", true)
            .put("attachment", true)
            .putObject("limit")
            .put("context", 200_000)
            .put("output", 8_000);
        var modalities =
            provider.withObject("models").withObject("scripted").putObject("modalities");
        modalities.putArray("input").add("text").add("image");
        modalities.putArray("output").add("text");
        write(home, ".config/opencode/opencode.json", settings.toString());
      }
      case "gemini" -> {
        variables.put("GEMINI_API_KEY", KEY);
        variables.put("GOOGLE_GEMINI_BASE_URL", model.toString());
        var settings = JSON.createObjectNode();
        settings.putObject("security").putObject("auth").put("selectedType", "gemini-api-key");
        settings.withObject("security").putObject("folderTrust").put("enabled", false);
        settings
            .putObject("general")
            .put("disableAutoUpdate", true)
            .put("disableUpdateNag", true)
            .put("enableAutoUpdate", false)
            .put("enableAutoUpdateNotification", false);
        settings.putObject("privacy").put("usageStatisticsEnabled", false);
        settings.putObject("telemetry").put("enabled", false);
        // A model by its name: to choose one by itself it asks another model first.
        settings.putObject("model").put("name", "gemini-2.5-flash");
        write(home, ".gemini/settings.json", settings.toString());
      }
      case "qwen" -> {
        variables.put("OPENAI_API_KEY", KEY);
        variables.put("OPENAI_BASE_URL", model + "/v1");
        variables.put("OPENAI_MODEL", "scripted");
        var settings = JSON.createObjectNode();
        settings.putObject("security").putObject("auth").put("selectedType", "openai");
        settings.withObject("security").putObject("folderTrust").put("enabled", false);
        settings
            .putObject("general")
            .put("disableAutoUpdate", true)
            .put("disableUpdateNag", true)
            .put("enableAutoUpdate", false);
        settings.putObject("privacy").put("usageStatisticsEnabled", false);
        settings.putObject("telemetry").put("enabled", false);
        write(home, ".qwen/settings.json", settings.toString());
      }
      case "cline" -> {
        var settings =
            JSON.createObjectNode().put("version", 1).put("lastUsedProvider", "openai-compatible");
        settings.putObject("modes");
        settings
            .putObject("providers")
            .putObject("openai-compatible")
            .put("updatedAt", "2026-01-01T00:00:00.000Z")
            .put("tokenSource", "manual")
            .putObject("settings")
            .put("provider", "openai-compatible")
            .put("apiKey", KEY)
            .put("model", "scripted")
            .put("baseUrl", model + "/v1");
        write(home, ".cline/data/settings/providers.json", settings.toString());
      }
      case "continue" ->
          write(
              home,
              ".continue/config.yaml",
              """
              name: scripted
              version: 1.0.0
              schema: v1
              models:
                - name: scripted
                  provider: openai
                  model: scripted
                  apiBase: %s/v1
                  apiKey: %s
                  roles: [chat]
                  capabilities: [tool_use, image_input]
              mcpServers:
                - name: parley
                  command: %s
                  args: ["mcp"]
              """
                  .formatted(model, KEY, Path.of("parley").toAbsolutePath()));
      default -> throw new IllegalArgumentException(name);
    }
    return variables;
  }

  /** What it is started with to answer one prompt without a terminal, and to allow every tool. */
  public List<String> alone(String prompt) {
    return switch (name) {
      case "claude" -> List.of("-p", prompt, "--allowedTools", "mcp__parley,Bash");
      case "codex" -> List.of("exec", "--dangerously-bypass-approvals-and-sandbox", "--", prompt);
      case "opencode" -> List.of("run", prompt);
      case "cline" -> List.of("--auto-approve", "true", prompt);
      case "continue" -> List.of("--auto", "-p", prompt);
      default -> List.of("--yolo", "-p", prompt);
    };
  }

  /** The file in which it keeps its MCP servers. */
  public Path settings(Path home) {
    return home.resolve(
        switch (name) {
          case "claude" -> ".claude.json";
          case "codex" -> ".codex/config.toml";
          case "opencode" -> ".config/opencode/opencode.json";
          case "cline" -> ".cline/data/settings/cline_mcp_settings.json";
          case "continue" -> ".continue/config.yaml";
          default -> "." + name + "/settings.json";
        });
  }

  private static void write(Path home, String file, String text) throws IOException {
    var path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
