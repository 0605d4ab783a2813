import { z } from "zod";
import type { Agent, DelegateOffer } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import { isAllowed } from "#shared/model/allowed-tools.ts";
import { delegate } from "./delegate.ts";
import { findTools } from "./find-tools.ts";
import { listFiles } from "./list-files.ts";
import { memoryGet } from "./memory-get.ts";
import { memorySearch } from "./memory-search.ts";
import { readFile } from "./read-file.ts";
import { searchFiles } from "./search-files.ts";
import { sessionLogs } from "./session-logs.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { whatDoIKnow } from "./what-do-i-know.ts";
import { whoAmI } from "./who-am-i.ts";
import { writeFile } from "./write-file.ts";

/** The tools that ship with the app. Other rooms and MCP servers add theirs when a project opens. */
const shipped: readonly Tool[] = [
  readFile,
  listFiles,
  searchFiles,
  writeFile,
  memorySearch,
  memoryGet,
  whoAmI,
  whatDoIKnow,
  sessionLogs,
];

export type ToolRegistry = {
  /** The tools that this agent may use in this scope. */
  of(agent: Agent, scope: "main" | "shared"): readonly Tool[];
  definitions(agent: Agent, scope: "main" | "shared"): readonly ToolDefinition[];
  /** Fails with `tool-not-found`, also for a tool that the agent or the scope may not use. */
  find(name: string, agent: Agent, scope: "main" | "shared"): Tool;
  /** The arguments after parsing. Fails with `tool-arguments`. */
  parse(found: Tool, args: unknown): unknown;
  /** Parses the arguments and runs the tool. Fails with `tool-arguments`, or with the tool's own failure. */
  run(name: string, args: unknown, context: ToolContext): Promise<string>;
};

export const createToolRegistry = (
  more: readonly Tool[] = [],
  isTrusted: () => boolean = () => true,
  /** Tools that come and go with the servers that have them. */
  served: () => readonly Tool[] = () => [],
  /** Whom an agent can hand work to. */
  delegates: (agent: Agent) => readonly DelegateOffer[] = () => [],
): ToolRegistry => {
  const allowed = (tools: readonly Tool[], agent: Agent, scope: "main" | "shared") =>
    tools.filter(
      (one) =>
        isAllowed(one.name, agent.allowedTools) &&
        (scope === "main" || one.shared) &&
        (one.trustedOnly === undefined || isTrusted()) &&
        (one.listed?.(agent) ?? true),
    );
  const fromServers = () => served().filter(({ name }) => !ownNames.has(name));
  const finder = findTools((agent, scope) => allowed(fromServers(), agent, scope));
  const own = [...shipped, delegate(delegates), ...more, finder];
  const ownNames = new Set(own.map(({ name }) => name));
  const of = (agent: Agent, scope: "main" | "shared") => allowed([...own, ...fromServers()], agent, scope);
  const find = (name: string, agent: Agent, scope: "main" | "shared") => {
    const found = of(agent, scope).find((one) => one.name === name);
    if (found) return found;
    throw new Failure("tool-not-found", `${agent.displayName} has no tool called "${name}".`, { name });
  };
  return {
    of,
    find,
    definitions: (agent, scope) => of(agent, scope).map((one) => definitionFor(one, agent)),
    parse: (found, args) => parsedArguments(found, args),
    run: async (name, args, context) => {
      const found = find(name, context.agent, context.scope);
      return found.run(parsedArguments(found, args), context);
    },
  };
};

const parsedArguments = (found: Tool, args: unknown): unknown => {
  const { name } = found;
  const parsed = found.input.safeParse(withoutNulls(args ?? {}));
  if (!parsed.success) {
    const reason = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
    throw new Failure("tool-arguments", `${name} was called with wrong arguments (${reason}).`, { name });
  }
  return parsed.data;
};

/** Models that must name every argument send null for those they omit. */
const withoutNulls = (args: unknown): unknown => {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
};

const definitionFor = (one: Tool, agent: Agent): ToolDefinition =>
  one.describedFor ? { ...definitionOf(one), description: one.describedFor(agent) } : definitionOf(one);

/** Cached: every preview lists the tools, and while a slider moves there is a preview per frame. */
const definitionOf = (tool: Tool): ToolDefinition => {
  const known = definitions.get(tool);
  if (known) return known;
  const { name, description, input, origin, finds } = tool;
  const { $schema: _, ...own } = z.toJSONSchema(input, { io: "input" });
  const parameters = tool.parameters ?? own;
  const made = {
    name,
    description,
    parameters,
    ...(tool.server && origin && { origin }),
    ...(finds && { finds }),
  };
  definitions.set(tool, made);
  return made;
};

const definitions = new WeakMap<Tool, ToolDefinition>();
