import type { z } from "zod";
import { efforts, MAX_SEED, MAX_STOP_CHARS, MAX_STOPS, sampling } from "#shared/model/sampling.ts";
import { DEFAULT_PROMPT } from "#shared/model/agent-templates.ts";
import { DEFAULT_PROFILE } from "#shared/model/profile.ts";
import type { Agent } from "#shared/contract/agents.ts";

/** A parsed value, or why it is invalid: the end of a sentence that starts with the key. */
export type Reading<T> = { readonly value: T } | { readonly wrong: string };
export type ReadValue = (value: unknown) => Reading<unknown>;

/** A key of agents.yaml: how its value is parsed, or the keys of its mapping. */
export type AgentKeys = { readonly [key: string]: ReadValue | AgentKeys };

export const agentId = /^[a-z0-9-]+$/;

const text: ReadValue = (value) => {
  if (typeof value === "string") return { value };
  const quoted =
    typeof value === "number" || typeof value === "boolean" ? `; put it in quotes: "${value}"` : "";
  return { wrong: `must be text${quoted}` };
};

const name: ReadValue = (value) => {
  const read = text(value);
  return "value" in read && read.value === "" ? { wrong: "must not be empty" } : read;
};

const texts: ReadValue = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string")
    ? { value }
    : { wrong: "must be a list of texts" };

const flag: ReadValue = (value) =>
  typeof value === "boolean" ? { value } : { wrong: "must be true or false" };

const count: ReadValue = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? { value }
    : { wrong: "must be a whole number above 0" };

const within =
  (schema: z.ZodType, wrong: string): ReadValue =>
  (value) => {
    const read = schema.safeParse(value);
    return read.success && read.data !== undefined ? { value: read.data } : { wrong };
  };

const temperature = within(sampling.shape.temperature, "must be a number from 0 to 2");
const topP = within(sampling.shape.topP, "must be a number above 0, at most 1");
const effort = within(sampling.shape.effort, `must be ${efforts.join(", ")}`);
const seed = within(sampling.shape.seed, `must be a whole number from 0 to ${MAX_SEED}`);
const stop = within(
  sampling.shape.stop,
  `must be a list of 1 to ${MAX_STOPS} texts of at most ${MAX_STOP_CHARS} characters`,
);

const scope: ReadValue = (value) =>
  value === "main" || value === "shared" ? { value } : { wrong: "must be main or shared" };

/** A folder inside the project, as `a/b`. Symbolic links are followed, and refused, when it is used. */
const folder: ReadValue = (value) => {
  if (typeof value !== "string" || value.trim() === "") return { wrong: "must be a folder of the project" };
  const path = value.trim().replaceAll("\\", "/");
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  const outside = path.startsWith("/") || /^[a-z]:/i.test(path) || segments.includes("..");
  if (outside || path.includes("\0")) return { wrong: "must lie inside the project" };
  if (reserved.has(segments[0]?.toLowerCase() ?? "")) {
    return { wrong: `must not lie in ${segments[0]}, which is not a place for a person's files` };
  }
  return { value: segments.join("/") || "." };
};

/** The folder itself is `.` in the file and `""` in the program, as a prefix of every other path. */
const workspace: ReadValue = (value) => {
  const read = folder(value);
  return "value" in read && read.value === "." ? { value: "" } : read;
};

const reserved = new Set([".satchel", ".git"]);

export const agentKeys = {
  displayName: name,
  domain: text,
  workspace,
  provider: name,
  model: name,
  profile: name,
  scope,
  systemPromptTemplate: text,
  maxContextTokens: count,
  maxOutputTokens: count,
  sampling: { temperature, topP, effort, seed, stop },
  workspaceFiles: { include: texts, includeTags: texts, exclude: texts },
  additionalContextFiles: texts,
  allowedTools: texts,
  allowedDelegates: texts,
  workspaceGit: { enabled: flag },
  transcriptsDir: folder,
  memory: { enabled: flag, extract: flag },
  suggestedQuestions: texts,
} satisfies AgentKeys & Record<Exclude<keyof Agent, "id" | "subagent">, unknown>;

/** An agent with only an id. */
export const defaultAgent = (id: string, workspaceFolder = "workspace"): Agent => ({
  id,
  displayName: id === "main" ? "Assistant" : id,
  domain: "",
  workspace: workspaceFolder,
  provider: null,
  model: null,
  profile: DEFAULT_PROFILE,
  scope: "main",
  systemPromptTemplate: DEFAULT_PROMPT,
  maxContextTokens: null,
  maxOutputTokens: null,
  sampling: {},
  workspaceFiles: { include: ["*.md"], includeTags: [], exclude: [] },
  additionalContextFiles: [],
  allowedTools: null,
  allowedDelegates: [],
  workspaceGit: { enabled: false },
  transcriptsDir: null,
  memory: { enabled: true, extract: true },
  suggestedQuestions: [],
});

/**
 * The value used for a key with an invalid value. Where the default would allow more than the user meant, it
 * is stricter.
 */
export const afterWrongValue: Readonly<Partial<Agent>> = { scope: "shared", allowedTools: [] };

/** `max_context_tokens` and `maxContextTokens` are the same key. */
export const camelCase = (key: string): string =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const snakeCase = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
