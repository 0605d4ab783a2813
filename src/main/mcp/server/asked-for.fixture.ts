import { setTimeout as wait } from "node:timers/promises";
import {
  completable,
  fromJsonSchema,
  McpServer,
  type PrimitiveSchemaDefinition,
  ResourceTemplate,
  type ServerContext,
  type ToolCallback,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/** The tools, resources and prompts that the scenarios of the protocol's own test ask for, by their names there. */
export const createAskedForServer = (): McpServer => {
  const server = new McpServer(
    { name: "asked-for", version: "1" },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  addTools(server);
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  return server;
};

/** One red pixel. */
const PICTURE = {
  data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  mimeType: "image/png",
};
/** The head of a file of sound without any. */
const SOUND = {
  data: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=",
  mimeType: "audio/wav",
};

const text = (words: string) => ({ type: "text" as const, text: words });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});
const content = <T>(...parts: T[]) => ({ content: parts });
/** Long enough for what was said before to arrive on its own. */
const aMoment = () => wait(20);

const addTools = (server: McpServer): void => {
  const give = (name: string, description: string, run: ToolCallback) =>
    server.registerTool(name, { description }, run);
  give("test_simple_text", "Text.", () => content(text("This is a simple text response for testing.")));
  give("test_image_content", "A picture.", () => content({ type: "image" as const, ...PICTURE }));
  give("test_audio_content", "Sound.", () => content({ type: "audio" as const, ...SOUND }));
  give("test_embedded_resource", "A resource in the answer.", () =>
    content(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  );
  give("test_multiple_content_types", "Text, a picture and a resource.", () => ({
    content: [
      text("Multiple content types test:"),
      { type: "image" as const, ...PICTURE },
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }));
  give("test_error_handling", "Fails.", () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  give("test_tool_with_logging", "Says what it does.", async ({ mcpReq }: ServerContext) => {
    for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", line);
      await aMoment();
    }
    return content(text("Logged."));
  });
  give("test_tool_with_progress", "Says how far it is.", async ({ mcpReq }: ServerContext) => {
    const { progressToken } = mcpReq["_meta"] ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      await aMoment();
    }
    return content(text("Done."));
  });
  give(
    "test_reconnection",
    "Ends the stream before it answers, where it can.",
    async ({ http }: ServerContext) => {
      http?.closeSSE?.();
      await aMoment();
      return content(text("Answered after the stream ended."));
    },
  );
  server.registerTool(
    "json_schema_2020_12_tool",
    {
      description: "A definition with references.",
      inputSchema: fromJsonSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      }),
    },
    () => content(text("Read.")),
  );
};

/** Tools that ask the program back. */
const addQuestions = (server: McpServer): void => {
  server.registerTool(
    "test_sampling",
    { description: "Asks the program's model.", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const answer = await mcpReq.requestSampling({
        messages: [{ role: "user", content: text(prompt) }],
        maxTokens: 100,
      });
      return content(text(`LLM response: ${JSON.stringify(answer.content)}`));
    },
  );
  const ask = async (message: string, properties: Fields, required: string[], { mcpReq }: ServerContext) => {
    const requestedSchema = { type: "object" as const, properties, required };
    const { action, content: said } = await mcpReq.elicitInput({ mode: "form", message, requestedSchema });
    return content(text(`action=${action}, content=${JSON.stringify(said ?? {})}`));
  };
  server.registerTool(
    "test_elicitation",
    { description: "Asks the user.", inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) => ask(message, WHO, ["username", "email"], context),
  );
  server.registerTool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks the user, with what is likely filled in." },
    (context) => ask("Look at these values.", FILLED_IN, [], context),
  );
  server.registerTool(
    "test_elicitation_sep1330_enums",
    { description: "Asks the user to choose." },
    (context) => ask("Choose.", CHOICES, [], context),
  );
};

type Fields = Readonly<Record<string, PrimitiveSchemaDefinition>>;

const WHO: Fields = {
  username: { type: "string", description: "User's response" },
  email: { type: "string", description: "User's email address" },
};

const FILLED_IN: Fields = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const titled = (...values: string[]) => values.map((value) => ({ const: value, title: `Title of ${value}` }));

const CHOICES: Fields = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: { type: "string", oneOf: titled("value1", "value2", "value3") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
  titledMulti: { type: "array", items: { anyOf: titled("value1", "value2", "value3") } },
};

const addResources = (server: McpServer): void => {
  const plain = { mimeType: "text/plain" };
  server.registerResource("static-text", "test://static-text", plain, ({ href }) => ({
    contents: [{ uri: href, ...plain, text: "This is the content of the static text resource." }],
  }));
  server.registerResource(
    "static-binary",
    "test://static-binary",
    { mimeType: PICTURE.mimeType },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: PICTURE.mimeType, blob: PICTURE.data }],
    }),
  );
  server.registerResource("watched", "test://watched-resource", plain, ({ href }) => ({
    contents: [{ uri: href, ...plain, text: "Watched." }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  const watched = new Set<string>();
  server.server.setRequestHandler("resources/subscribe", ({ params }) => {
    watched.add(params.uri);
    return {};
  });
  server.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    watched.delete(params.uri);
    return {};
  });
};

const addPrompts = (server: McpServer): void => {
  const user = <T>(part: T) => ({ role: "user" as const, content: part });
  server.registerPrompt("test_simple_prompt", { description: "One sentence." }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  const word = completable(z.string(), (begun) =>
    ["testing", "paris", "park"].filter((each) => each.startsWith(begun)),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Two words.", argsSchema: z.object({ arg1: word, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A resource.", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "A picture." }, () => ({
    messages: [user({ type: "image" as const, ...PICTURE }), user(text("Please analyze the image above."))],
  }));
};
