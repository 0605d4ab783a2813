/** What a scenario of the protocol's own test program finds. `why` says what keeps it from passing. */
type Expected =
  | { readonly how: "passes" }
  | { readonly how: "warns" | "does not apply"; readonly why: string };

export type Scenario = {
  /** With the tools, resources and prompts that the test program asks for by name, behind our door. */
  readonly asked: Expected;
  /** With the memory of a project: three tools, and files as resources. */
  readonly memory: Expected;
};

const passes = { how: "passes" } as const;
const both: Scenario = { asked: passes, memory: passes };
const needs = (why: string): Scenario => ({ asked: passes, memory: { how: "does not apply", why } });
const needsTool = (tool: string) => needs(`It calls the tool ${tool}, which only a test server has.`);
const needsPrompt = (prompt: string) =>
  needs(`It asks for the prompt ${prompt}. The memory has no prompts: each would cost tokens.`);
const needsResource = (uri: string) =>
  needs(`It reads ${uri}, which only a test server has. The memory serves files of a project.`);

const POLLING: Expected = {
  how: "warns",
  why: "It calls with the version 2025-03-26, in which a stream has no first event with an id and no time to come back.",
};

/** All server scenarios of `@modelcontextprotocol/conformance`, and what each finds at our server. */
export const SERVER_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "server-initialize": both,
  ping: both,
  "tools-list": both,
  "resources-list": both,
  "dns-rebinding-protection": both,
  "server-sse-multiple-streams": both,
  "server-sse-polling": { asked: POLLING, memory: POLLING },

  "tools-call-simple-text": needsTool("test_simple_text"),
  "tools-call-image": needsTool("test_image_content"),
  "tools-call-audio": needsTool("test_audio_content"),
  "tools-call-embedded-resource": needsTool("test_embedded_resource"),
  "tools-call-mixed-content": needsTool("test_multiple_content_types"),
  "tools-call-with-logging": needsTool("test_tool_with_logging"),
  "tools-call-error": needsTool("test_error_handling"),
  "tools-call-with-progress": needsTool("test_tool_with_progress"),
  "tools-call-sampling": needsTool("test_sampling"),
  "tools-call-elicitation": needsTool("test_elicitation"),
  "json-schema-2020-12": needsTool("json_schema_2020_12_tool"),
  "elicitation-sep1034-defaults": needsTool("test_elicitation_sep1034_defaults"),
  "elicitation-sep1330-enums": needsTool("test_elicitation_sep1330_enums"),

  "resources-read-text": needsResource("test://static-text"),
  "resources-read-binary": needsResource("test://static-binary"),
  "resources-templates-read": needsResource("test://template/{id}/data"),
  "resources-subscribe": needs("The memory offers no subscriptions: no program we know shows their news."),
  "resources-unsubscribe": needs("The memory offers no subscriptions: no program we know shows their news."),

  "prompts-list": needs("The memory has no prompts: each would cost tokens."),
  "prompts-get-simple": needsPrompt("test_simple_prompt"),
  "prompts-get-with-args": needsPrompt("test_prompt_with_arguments"),
  "prompts-get-embedded-resource": needsPrompt("test_prompt_with_embedded_resource"),
  "prompts-get-with-image": needsPrompt("test_prompt_with_image"),

  "completion-complete": needs(
    "It completes an argument of a test server's prompt. The memory completes paths of files.",
  ),
  "logging-set-level": needs("The memory sends no log messages: a program would have to show or drop them."),
};
