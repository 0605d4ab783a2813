import { parse } from "yaml";
import type { Agent } from "#shared/contract/agents.ts";
import { sampling } from "#shared/model/sampling.ts";
import { agentId, agentKeys, camelCase, defaultAgent } from "./agent-keys.ts";

const DEFAULT_STEPS = 10;
const MAX_STEPS = 50;
/** The time to parse YAML grows faster than its length. */
const MAX_HEADER_CHARS = 16 * 1024;
const FRAME_CHARS = 64;
const MAX_DESCRIPTION_CHARS = 1000;

export type SubagentPlace = {
  /** Project-relative. */
  readonly path: string;
  readonly id: string;
  /** The workspace whose `subagents/` it is in. */
  readonly home: string;
};

/** `workspace` in front of a path below it. */
const below = (home: string, path: string) => (home === "" ? path : `${home}/${path}`);

/**
 * A subagent from its file: the front matter says what it is for and what it may use, the body is its prompt. A
 * sentence where it cannot be used. What it does not say, it takes from the agent that calls it.
 */
export const readSubagent = (text: string, { path, id, home }: SubagentPlace): Agent | string => {
  if (!agentId.test(id)) return `The name of ${path} must be lower-case letters, digits and hyphens.`;
  const { header, body } = partsOf(text);
  if (header === null)
    return `${path} has no front matter of at most 16 KB with a description. The subagent was left out.`;
  const values = camelKeys(header);
  const { description } = values;
  if (typeof description !== "string" || description.trim() === "")
    return `${path} has no description. The subagent was left out.`;
  const workspace = workspaceOf(values.workspace, id, home);
  if (workspace === null)
    return `"workspace" of ${path} must have a mode (isolated, shared) and a path inside the project. The subagent was left out.`;
  const steps = values.steps ?? values.maxIters ?? DEFAULT_STEPS;
  if (!Number.isInteger(steps) || (steps as number) < 1 || (steps as number) > MAX_STEPS)
    return `"steps" of ${path} must be a whole number from 1 to ${MAX_STEPS}. The subagent was left out.`;
  const allowedTools = toolsOf(values.tools);
  if (allowedTools === undefined)
    return `"tools" of ${path} must be a list, or names with commas. The subagent was left out.`;
  const temperature = sampling.shape.temperature.safeParse(values.temperature ?? undefined);
  if (!temperature.success)
    return `"temperature" of ${path} must be a number from 0 to 2. The subagent was left out.`;
  const { model } = values;
  if (model !== undefined && model !== null && (typeof model !== "string" || model === ""))
    return `"model" of ${path} must be the name of a model. The subagent was left out.`;
  return {
    ...defaultAgent(id, workspace.folder),
    displayName: id,
    domain: description.trim().slice(0, MAX_DESCRIPTION_CHARS),
    model: typeof model === "string" ? model : null,
    systemPromptTemplate: body,
    allowedTools,
    sampling: temperature.data === undefined ? {} : { temperature: temperature.data },
    memory: { enabled: workspace.isShared, extract: false },
    subagent: {
      path,
      home,
      description: description.trim().slice(0, MAX_DESCRIPTION_CHARS),
      steps: steps as number,
    },
  };
};

const partsOf = (text: string): { header: Record<string, unknown> | null; body: string } => {
  const plain = text.replace(/^\uFEFF/, "");
  const start = plain.slice(0, MAX_HEADER_CHARS + FRAME_CHARS);
  const [whole = "", header] = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(start) ?? [];
  if (header === undefined || header.length > MAX_HEADER_CHARS) return { header: null, body: plain };
  try {
    const read: unknown = parse(header, { uniqueKeys: false, maxAliasCount: 20 });
    const isMap = typeof read === "object" && read !== null && !Array.isArray(read);
    const body = plain.slice(whole.length).trim();
    return { header: isMap ? (read as Record<string, unknown>) : null, body };
  } catch {
    return { header: null, body: plain };
  }
};

/** `max_iters` and `maxIters` are the same key. */
const camelKeys = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [camelCase(key), value]));

const workspaceOf = (value: unknown, id: string, home: string) => {
  const given = value ?? {};
  if (typeof given !== "object" || Array.isArray(given)) return null;
  const { mode = "isolated", path } = given as { mode?: unknown; path?: unknown };
  if (mode !== "isolated" && mode !== "shared") return null;
  const isShared = mode === "shared";
  if (path !== undefined && path !== null) {
    const read = agentKeys.workspace(path);
    return "value" in read ? { folder: read.value as string, isShared } : null;
  }
  if (isShared) return { folder: home, isShared };
  // A user's own folder gets no folders of ours.
  const inside = `agents/${id}/workspace`;
  return { folder: home === "" ? `.satchel/${inside}` : below(home, inside), isShared };
};

/** Null: all of the caller's. Undefined: not a list. */
const toolsOf = (value: unknown): string[] | null | undefined => {
  if (value === undefined || value === null) return null;
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list) || !list.every((one) => typeof one === "string")) return undefined;
  return list.map((one) => one.trim()).filter((one) => one !== "");
};
