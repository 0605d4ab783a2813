import { z } from "zod";
import { mcpAnswer, mcpQuestion } from "../model/mcp-question.ts";
import { route } from "./route.ts";

/** Names other programs use as well: letters, digits, dash. It is a part of the names of the tools. */
export const mcpServerId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/);

const text = z.string().max(4096);
const names = z.array(z.string().min(1).max(200)).max(100);

/**
 * A server as the user's own settings keep it: a command that is started, or an address. The values of variables
 * and headers are in the vault.
 */
export const mcpServerSettings = z.object({
  command: text.optional(),
  args: z.array(text).max(200).default([]),
  url: text.optional(),
  /** Names of the variables or headers whose values are in the vault. */
  secrets: names.default([]),
  enabled: z.boolean().default(true),
  /** Agents that do not get its tools, by project folder. */
  offFor: z.record(z.string(), z.array(z.string())).default({}),
  /** Its tools that are in every prompt, however much they take. */
  keep: z.array(z.string().max(200)).max(500).default([]),
  /** Whether it may ask the user something, or for an answer of the user's model. Each time is shown first. */
  asks: z.boolean().default(true),
});
export type McpServerSettings = z.output<typeof mcpServerSettings>;

const values = z.record(z.string().min(1).max(200), z.string().max(20_000));

/** As other programs write it in `mcpServers`. */
export const mcpServerDraft = z.object({
  id: mcpServerId,
  command: text.optional(),
  args: z.array(text).max(200).default([]),
  /** Variables of a command. Without it, the stored ones stay. */
  env: values.optional(),
  url: text.optional(),
  /** Headers of an address. Without it, the stored ones stay. */
  headers: values.optional(),
  enabled: z.boolean().default(true),
});
export type McpServerDraft = z.output<typeof mcpServerDraft>;

export const mcpTool = z.object({
  /** What the model calls: `mcp__server__tool`. */
  name: z.string(),
  /** As the server calls it. */
  tool: z.string(),
  description: z.string(),
  /** What its definition takes in each prompt that has it. */
  tokens: z.number().int(),
  exact: z.boolean(),
  /** Calls since the program was started. */
  used: z.number().int(),
  /** It is in every prompt and never on the shelf. */
  kept: z.boolean(),
});

export const mcpState = z.enum(["off", "waiting", "starting", "ready", "failed"]);
export type McpState = z.output<typeof mcpState>;

export const mcpServer = z.object({
  id: z.string(),
  command: z.string().nullable(),
  args: z.array(z.string()),
  url: z.string().nullable(),
  secrets: z.array(z.string()),
  enabled: z.boolean(),
  state: mcpState,
  /** Why it failed, for the user. */
  problem: z.string().nullable(),
  /** Its own name and version. */
  title: z.string().nullable(),
  /** Agents of the open project that do not get its tools. */
  offFor: z.array(z.string()),
  /** It may ask the user something, or for an answer of a model. */
  asks: z.boolean(),
  tools: z.array(mcpTool),
});
export type McpServer = z.output<typeof mcpServer>;

export const mcpLogLine = z.object({
  /** Counts up from the first line of the server. */
  number: z.number().int(),
  at: z.string(),
  kind: z.enum(["state", "call", "asked", "server", "problem"]),
  text: z.string(),
});
export type McpLogLine = z.output<typeof mcpLogLine>;

/** A server that another program has. Of its variables and headers only the names. */
const foundMcpServer = z.object({
  program: z.string(),
  /** `~/…`, or a path of the project. */
  file: z.string(),
  /** The open project brings it, not the user. */
  inProject: z.boolean(),
  /** As the file calls it, and as it would be called here. */
  name: z.string(),
  id: z.string(),
  command: z.string().nullable(),
  args: z.array(z.string()),
  url: z.string().nullable(),
  secrets: z.array(z.string()),
  /** There is a server of this id here. */
  taken: z.boolean(),
  /** Why it cannot be taken over; null: it can. */
  problem: z.string().nullable(),
});
export type FoundMcpServer = z.output<typeof foundMcpServer>;

/** What servers have beside tools. The user puts it into messages. */
export const mcpOffers = z.object({
  /** Texts that can be attached to a message. */
  resources: z.array(
    z.object({
      server: z.string(),
      uri: z.string(),
      name: z.string(),
      text: z.string(),
      /** Bytes as the server says; null: it does not say. */
      size: z.number().nullable(),
    }),
  ),
  /** Texts written by the server, with words of the user filled in. */
  prompts: z.array(
    z.object({
      server: z.string(),
      name: z.string(),
      text: z.string(),
      args: z.array(z.object({ name: z.string(), text: z.string(), required: z.boolean() })),
    }),
  ),
});
export type McpOffers = z.output<typeof mcpOffers>;

/** A text of a server as it is attached: `path` says from where. `left`: characters that were too many. */
const servedText = z.object({ path: z.string(), text: z.string(), left: z.number().int() });

const one = z.object({ id: z.string() });
const answer = z.object({ servers: z.array(mcpServer) });

export const mcpRoutes = {
  "mcp.list": route(z.object({}), answer),
  /** Adds or replaces a server and starts it. Fails with `mcp-server` when it has no command and no address. */
  "mcp.save": route(mcpServerDraft, answer),
  /** Starts a server as it is typed, lists its tools and ends it; nothing is stored. Fails with why it does not work. */
  "mcp.test": route(mcpServerDraft, z.object({ title: z.string().nullable(), tools: z.array(z.string()) })),
  /** Reads the files in which other programs keep their servers. Only when the user asks for it; starts nothing. */
  "mcp.found": route(z.object({}), z.object({ found: z.array(foundMcpServer) })),
  /**
   * Adds one of them, with its values, and starts it. `shown` is what the user saw: fails with `mcp-changed` when the
   * file has a different command or address by now, and with `mcp-not-found`.
   */
  "mcp.take": route(
    z.object({
      file: z.string(),
      name: z.string(),
      shown: z.object({
        command: z.string().nullable(),
        args: z.array(z.string()),
        url: z.string().nullable(),
      }),
    }),
    answer,
  ),
  "mcp.remove": route(one, answer),
  /** Adds the server again that was removed last under this id, with its values. Fails with `mcp-not-found`. */
  "mcp.restore": route(one, answer),
  /** Switches it on or off for everyone, or for one agent of the open project. */
  "mcp.enable": route(one.extend({ enabled: z.boolean(), agent: z.string().optional() }), answer),
  /** Keeps a tool in every prompt, or lets it be put on the shelf. */
  "mcp.keep": route(one.extend({ tool: z.string(), keep: z.boolean() }), answer),
  /** Whether it may ask the user something. Restarts it, because a server is told at its start. */
  "mcp.allowQuestions": route(one.extend({ allowed: z.boolean() }), answer),
  /** What the servers that run have beside tools, without those that are off for the agent. */
  "mcp.offers": route(z.object({ agent: z.string().optional() }), mcpOffers),
  /** Fails with `mcp-not-text`, `mcp-not-running`, `mcp-call`. */
  "mcp.resource": route(z.object({ server: z.string(), uri: z.string() }), servedText),
  /** The same for a prompt, with its arguments. */
  "mcp.prompt": route(
    z.object({
      server: z.string(),
      name: z.string(),
      args: z.array(z.object({ name: z.string(), value: z.string().max(100_000) })),
    }),
    servedText,
  ),
  /** What servers ask and nobody has answered. */
  "mcp.questions": route(z.object({}), z.object({ questions: z.array(mcpQuestion) })),
  /**
   * Fails with `question-not-found`, and with `wrong-answer` when a field does not fit; the question stays then.
   * `never`: this server may not ask again.
   */
  "mcp.answer": route(mcpAnswer, z.object({})),
  /** Ends it and starts it again. Resolves when it is ready or has failed. */
  "mcp.restart": route(one, answer),
  /** The newest lines last. */
  "mcp.log": route(one, z.object({ lines: z.array(mcpLogLine) })),
};

export const mcpEvents = {
  /** A server, its state or its tools changed. */
  "mcp.changed": z.object({ id: z.string() }),
  /** All that are open; comes with each new one and each that is over. */
  "mcp.asked": z.object({ questions: z.array(mcpQuestion) }),
};
