package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/**
 * The server the official conformance suite asks for: tools, resources and prompts whose names and
 * answers the suite prescribes, and a few that our own tests need. {@code --http PORT} serves it
 * over HTTP, no argument over standard streams.
 */
public final class Fixture {
  private static final byte[] PIXEL =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");
  private static final byte[] SILENCE =
      Base64.getDecoder()
          .decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==");

  private static final ObjectNode NOTHING =
      Json.parseObject(
          """
          {"type": "object", "properties": {}, "additionalProperties": false}""");

  private final McpServer server;

  private Fixture() {
    server =
        McpServer.named("fixture", "1.0.0")
            .titled("Conformance fixture")
            .instructions("Tools, resources and prompts for tests.")
            .tools(contentTools())
            .tools(noticeTools())
            .tools(askingTools())
            .tools(roundTools())
            .tools(ourTools())
            .tools(TaskFixture.tools())
            .tool(changing("test_trigger_tool_change", () -> added("test_added_tool")))
            .tool(changing("test_trigger_prompt_change", this::addPrompt))
            .prompt(simplePrompt())
            .prompt(promptWithArguments())
            .prompt(promptWithResource())
            .prompt(promptWithImage())
            .prompt(promptThatAsks())
            .resources(new FixtureResources())
            .completer((_, argument, typed, _) -> List.of(typed + "-" + argument))
            .build();
  }

  static McpServer create() {
    return new Fixture().server;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("--http")) {
      var port = Integer.parseInt(arguments[1]);
      try (var listener = McpHttpListener.open(create(), "127.0.0.1", port, HttpRules.loopback())) {
        System.out.println("Listening on port " + listener.port());
        listener.join();
      }
    } else {
      new McpStdio(create())
          .serve(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }
  }

  private static Tool tool(String name, String description, Tool.Handler handler) {
    return Tool.of(name, description, NOTHING, handler);
  }

  private static List<Tool> contentTools() {
    return List.of(
        tool(
            "test_simple_text",
            "Answers with text.",
            _ -> ToolResult.text("This is a simple text response for testing.")),
        tool(
            "test_image_content",
            "Answers with a picture.",
            _ -> ToolResult.of(Content.image(PIXEL, "image/png"))),
        tool(
            "test_audio_content",
            "Answers with a sound.",
            _ -> ToolResult.of(Content.audio(SILENCE, "audio/wav"))),
        tool(
            "test_embedded_resource",
            "Answers with a resource.",
            _ ->
                ToolResult.of(
                    Content.embedded(
                        ResourceContents.text(
                            "test://embedded-resource",
                            "text/plain",
                            "This is an embedded resource content.")))),
        tool(
            "test_multiple_content_types",
            "Answers with text, a picture and a resource.",
            _ ->
                ToolResult.of(
                    Content.text("Multiple content types test:"),
                    Content.image(PIXEL, "image/png"),
                    Content.embedded(
                        ResourceContents.text(
                            "test://mixed-content-resource",
                            "application/json",
                            "{\"test\":\"data\",\"value\":123}")))),
        tool(
            "test_error_handling",
            "Always fails.",
            _ -> {
              throw new IllegalStateException(
                  "This tool intentionally returns an error for testing");
            }),
        Tool.of(
            "json_schema_2020_12_tool",
            "Has a schema with everything in it.",
            Json.parseObject(
                """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "type": "object",
                  "$defs": {
                    "address": {
                      "$anchor": "addressDef",
                      "type": "object",
                      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
                    }
                  },
                  "properties": {
                    "name": {"type": "string"},
                    "address": {"$ref": "#/$defs/address"},
                    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                    "phone": {"type": "string"},
                    "email": {"type": "string"}
                  },
                  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                  "if": {
                    "properties": {"contactMethod": {"const": "phone"}},
                    "required": ["contactMethod"]
                  },
                  "then": {"required": ["phone"]},
                  "else": {"required": ["email"]},
                  "additionalProperties": false
                }"""),
            call -> ToolResult.text(call.arguments().toString())),
        Tool.of(
            "test_custom_header",
            "Repeats an argument that also travels as a header.",
            Json.parseObject(
                """
                {
                  "type": "object",
                  "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}
                }"""),
            call -> ToolResult.text(call.arguments().path("region").asString(""))));
  }

  private static List<Tool> noticeTools() {
    return List.of(
        tool("test_tool_with_logging", "Logs three times.", Fixture::log),
        tool("test_logging_tool", "Logs three times.", Fixture::log),
        tool(
            "test_tool_with_progress",
            "Shows how far it is.",
            call -> {
              call.progress(0, 100, "Begun");
              pause();
              call.progress(50, 100, "Half way");
              pause();
              call.progress(100, 100, "Done");
              return ToolResult.text("Tool with progress completed");
            }));
  }

  private static ToolResult log(Call call) throws InterruptedException {
    call.log(LogLevel.INFO, "fixture", "Tool execution started");
    pause();
    call.log(LogLevel.INFO, "fixture", "Tool processing data");
    pause();
    call.log(LogLevel.INFO, "fixture", "Tool execution completed");
    return ToolResult.text("Tool with logging completed");
  }

  /** The suite asks for a moment between two notices. */
  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(50);
  }

  private static List<Tool> askingTools() {
    return List.of(
        Tool.of(
            "test_sampling",
            "Asks the client's model.",
            required("prompt"),
            call -> {
              var question = new Question.Sample(call.arguments().path("prompt").asString(), 100);
              var answer = call.ask(Map.of("sample", question)).path("sample");
              return ToolResult.text("LLM response: " + answer.path("content").path("text"));
            }),
        Tool.of(
            "test_elicitation",
            "Asks the person.",
            required("message"),
            call ->
                elicited(
                    "User response: ",
                    call.elicit(
                        "user",
                        call.arguments().path("message").asString(),
                        Json.parseObject(
                            """
                            {
                              "type": "object",
                              "properties": {
                                "username": {"type": "string", "description": "User's response"},
                                "email": {"type": "string", "description": "User's email address"}
                              },
                              "required": ["username", "email"]
                            }""")))),
        tool(
            "test_elicitation_sep1034_defaults",
            "Asks with values filled in.",
            call ->
                elicited(
                    "Elicitation completed: ",
                    call.elicit(
                        "user",
                        "Please check these values",
                        Json.parseObject(
                            """
                            {
                              "type": "object",
                              "properties": {
                                "name": {"type": "string", "default": "John Doe"},
                                "age": {"type": "integer", "default": 30},
                                "score": {"type": "number", "default": 95.5},
                                "status": {
                                  "type": "string",
                                  "enum": ["active", "inactive", "pending"],
                                  "default": "active"
                                },
                                "verified": {"type": "boolean", "default": true}
                              }
                            }""")))),
        tool(
            "test_elicitation_sep1330_enums",
            "Asks with choices of every kind.",
            call ->
                elicited(
                    "Elicitation completed: ",
                    call.elicit("choices", "Please choose", Json.parseObject(CHOICES)))),
        tool(
            "test_missing_capability",
            "Needs a client that can sample.",
            call -> {
              call.require("sampling");
              return ToolResult.text("The client can sample");
            }),
        tool(
            "test_streaming_elicitation",
            "Asks after it has shown progress.",
            call -> {
              call.progress(1, "About to ask");
              return greet(call);
            }));
  }

  private static final String CHOICES =
      """
      {
        "type": "object",
        "properties": {
          "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
          "titledSingle": {
            "type": "string",
            "oneOf": [
              {"const": "value1", "title": "First Option"},
              {"const": "value2", "title": "Second Option"},
              {"const": "value3", "title": "Third Option"}
            ]
          },
          "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"]
          },
          "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": ["option1", "option2", "option3"]}
          },
          "titledMulti": {
            "type": "array",
            "items": {
              "anyOf": [
                {"const": "value1", "title": "First Choice"},
                {"const": "value2", "title": "Second Choice"},
                {"const": "value3", "title": "Third Choice"}
              ]
            }
          }
        }
      }""";

  private static ToolResult elicited(String intro, Elicited answer) {
    return ToolResult.text(
        "%saction=%s, content=%s".formatted(intro, answer.action(), answer.content()));
  }

  private static List<Tool> roundTools() {
    return List.of(
        tool("test_input_required_result_elicitation", "Asks for a name.", Fixture::greet),
        tool(
            "test_input_required_result_sampling",
            "Asks the client's model.",
            call ->
                ToolResult.text(
                    call.ask(Map.of("capital_question", capital()))
                        .path("capital_question")
                        .path("content")
                        .path("text")
                        .asString(""))),
        tool(
            "test_input_required_result_list_roots",
            "Asks for the client's folders.",
            call ->
                ToolResult.text(
                    call.ask(Map.of("client_roots", new Question.Roots()))
                        .path("client_roots")
                        .path("roots")
                        .toString())),
        tool(
            "test_input_required_result_request_state",
            "Asks, and trusts the state that comes back.",
            call -> {
              call.elicit("confirm", "Please confirm", form("ok", "boolean"));
              return ToolResult.text("state-ok");
            }),
        tool(
            "test_input_required_result_tampered_state",
            "Asks, and trusts only the state it gave.",
            call -> {
              call.elicit("confirm", "Please confirm", form("ok", "boolean"));
              return ToolResult.text("The state was ours");
            }),
        tool(
            "test_input_required_result_multiple_inputs",
            "Asks three things at once.",
            call -> {
              var questions = new LinkedHashMap<String, Question>();
              questions.put("user_name", name());
              questions.put("greeting", new Question.Sample("Generate a greeting", 50));
              questions.put("client_roots", new Question.Roots());
              return ToolResult.text(call.ask(questions).toString());
            }),
        tool(
            "test_input_required_result_multi_round",
            "Asks one thing after another.",
            call -> {
              var first =
                  call.elicit("step1", "Step 1: What is your name?", form("name", "string"));
              var second =
                  call.elicit(
                      "step2", "Step 2: What is your favorite color?", form("color", "string"));
              return ToolResult.text(
                  "%s likes %s"
                      .formatted(
                          first.content().path("name").asString(""),
                          second.content().path("color").asString("")));
            }),
        tool(
            "test_input_required_result_capabilities",
            "Asks only what the client can answer.",
            call -> {
              var questions = new LinkedHashMap<String, Question>();
              questions.put("user_name", name());
              questions.put("capital_question", capital());
              questions.values().removeIf(question -> !call.client().can(question.capability()));
              return ToolResult.text(call.ask(questions).toString());
            }));
  }

  private static ToolResult greet(Call call) throws InterruptedException {
    var answer = call.elicit("user_name", "What is your name?", form("name", "string"));
    return ToolResult.text("Hello, %s!".formatted(answer.content().path("name").asString("you")));
  }

  private static Question name() {
    return new Question.Form("What is your name?", form("name", "string"));
  }

  private static Question capital() {
    return new Question.Sample("What is the capital of France?", 100);
  }

  private static ObjectNode form(String field, String type) {
    var schema = Json.object().put("type", "object");
    schema.putObject("properties").putObject(field).put("type", type);
    schema.putArray("required").add(field);
    return schema;
  }

  private static ObjectNode required(String field) {
    return form(field, "string").put("additionalProperties", false);
  }

  /** What our own tests need beyond the suite. */
  private static List<Tool> ourTools() {
    return List.of(
        Tool.of(
                "echo",
                "Says what it is told.",
                required("text"),
                call -> {
                  var text = call.arguments().path("text").asString();
                  return ToolResult.structured(Json.object().put("text", text), text);
                })
            .titled("Echo")
            .answering(form("text", "string"))
            .readOnly()
            .closedWorld(),
        tool(
            "block",
            "Waits until it is cancelled.",
            call -> {
              call.progress(1, "Blocking");
              TimeUnit.HOURS.sleep(1);
              return ToolResult.text("Nobody waited this long");
            }));
  }

  private static Tool changing(String name, Runnable change) {
    return tool(
        name,
        "Changes a list.",
        _ -> {
          change.run();
          return ToolResult.text("Changed");
        });
  }

  private void added(String name) {
    if (server.tool(name).isPresent()) {
      server.removeTool(name);
    } else {
      server.add(tool(name, "Comes and goes.", _ -> ToolResult.text("Here")));
    }
  }

  private void addPrompt() {
    server.add(simplePrompt());
  }

  private static Prompt simplePrompt() {
    return new Prompt(
        "test_simple_prompt",
        "Simple",
        "Says one thing.",
        List.of(),
        _ -> List.of(Prompt.Message.user("This is a simple prompt for testing.")));
  }

  private static Prompt promptWithArguments() {
    return new Prompt(
        "test_prompt_with_arguments",
        "With arguments",
        "Repeats its arguments.",
        List.of(
            new Prompt.Argument("arg1", "First test argument", true),
            new Prompt.Argument("arg2", "Second test argument", true)),
        call ->
            List.of(
                Prompt.Message.user(
                    "Prompt with arguments: arg1='%s', arg2='%s'"
                        .formatted(
                            call.arguments().path("arg1").asString(""),
                            call.arguments().path("arg2").asString("")))));
  }

  private static Prompt promptWithResource() {
    return new Prompt(
        "test_prompt_with_embedded_resource",
        "With a resource",
        "Shows a resource.",
        List.of(new Prompt.Argument("resourceUri", "URI of the resource to embed", true)),
        call ->
            List.of(
                Prompt.Message.user(
                    Content.embedded(
                        ResourceContents.text(
                            call.arguments().path("resourceUri").asString(""),
                            "text/plain",
                            "Embedded resource content for testing."))),
                Prompt.Message.user("Please process the embedded resource above.")));
  }

  private static Prompt promptWithImage() {
    return new Prompt(
        "test_prompt_with_image",
        "With an image",
        "Shows a picture.",
        List.of(),
        _ ->
            List.of(
                Prompt.Message.user(Content.image(PIXEL, "image/png")),
                Prompt.Message.user("Please analyze the image above.")));
  }

  private static Prompt promptThatAsks() {
    return new Prompt(
        "test_input_required_result_prompt",
        "Asks",
        "Asks before it says something.",
        List.of(),
        call -> {
          var answer =
              call.elicit(
                  "user_context", "What context should the prompt use?", form("context", "string"));
          return List.of(
              Prompt.Message.user("Context: " + answer.content().path("context").asString("")));
        });
  }

  /** Three resources and a template; the watched one changes whenever it is read. */
  private static final class FixtureResources implements Resources {
    private final Map<Runnable, String> watchers = new java.util.concurrent.ConcurrentHashMap<>();

    @Override
    public List<Resource> list() {
      return List.of(
          new Resource("test://static-text", "static-text", "Text", "Never changes.", "text/plain"),
          new Resource("test://static-binary", "static-binary", "Bytes", "A pixel.", "image/png"),
          new Resource(
              "test://watched-resource", "watched", "Watched", "Can be watched.", "text/plain"));
    }

    @Override
    public List<Resource.Template> templates() {
      return List.of(
          new Resource.Template(
              "test://template/{id}/data", "data", "Data", "By id.", "application/json"));
    }

    @Override
    public Optional<List<ResourceContents>> read(String uri, Call call) {
      return switch (uri) {
        case "test://static-text" ->
            one(
                ResourceContents.text(
                    uri, "text/plain", "This is the content of the static text resource."));
        case "test://static-binary" -> one(ResourceContents.blob(uri, "image/png", PIXEL));
        case "test://watched-resource" -> {
          watchers.keySet().forEach(Runnable::run);
          yield one(ResourceContents.text(uri, "text/plain", "Watched"));
        }
        default -> {
          var id = uri.replaceAll("^test://template/([^/]+)/data$", "$1");
          yield id.equals(uri)
              ? Optional.empty()
              : one(
                  ResourceContents.text(
                      uri,
                      "application/json",
                      "{\"id\":\"%s\",\"templateTest\":true,\"data\":\"Data for ID: %s\"}"
                          .formatted(id, id)));
        }
      };
    }

    private static Optional<List<ResourceContents>> one(ResourceContents contents) {
      return Optional.of(List.of(contents));
    }

    @Override
    public boolean watchable() {
      return true;
    }

    @Override
    public Optional<Watching> watch(String uri, Runnable changed) {
      if (!uri.equals("test://watched-resource")) {
        return Optional.empty();
      }
      watchers.put(changed, uri);
      return Optional.of(() -> watchers.remove(changed));
    }
  }
}
