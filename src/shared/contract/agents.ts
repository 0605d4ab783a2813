import { z } from "zod";
import { manifest } from "../model/manifest.ts";
import { sampling } from "../model/sampling.ts";
import { fileWarning } from "./project.ts";
import { route } from "./route.ts";
import { isRecord, shortForm } from "./short-form.ts";

/** One agent of agents.yaml, defaults filled in (docs/behaviour.md §2). */
export const agent = z.object({
  id: z.string(),
  displayName: z.string(),
  domain: z.string(),
  workspace: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  profile: z.string(),
  scope: z.enum(["main", "shared"]),
  systemPromptTemplate: z.string(),
  maxContextTokens: z.number().int().positive().nullable(),
  maxOutputTokens: z.number().int().positive().nullable(),
  /** How its words are chosen; without a field, as the server does. */
  sampling,
  workspaceFiles: z.object({
    /** Globs relative to the workspace; SOUL, AGENTS, USER and IDENTITY are sent whatever the globs say. */
    include: z.array(z.string()),
    includeTags: z.array(z.string()),
    exclude: z.array(z.string()),
  }),
  additionalContextFiles: z.array(z.string()),
  /** Null: every tool. */
  allowedTools: z.array(z.string()).nullable(),
  allowedDelegates: z.array(z.string()),
  workspaceGit: z.object({ enabled: z.boolean() }),
  transcriptsDir: z.string().nullable(),
  /**
   * `enabled: false`: no recall, no memory tools, nothing written. `extract: false`: turns are not read for
   * memory.
   */
  memory: z.object({ enabled: z.boolean(), extract: z.boolean() }),
  /** Offered in an empty conversation, to begin with. Not sent on their own. */
  suggestedQuestions: z.array(z.string()),
  /** Only of an agent that is a file of `subagents/`: the file, the workspace it is in, and its own keys. */
  subagent: z
    .object({ path: z.string(), home: z.string(), description: z.string(), steps: z.number().int() })
    .optional(),
});
export type Agent = z.output<typeof agent>;

/** What an agent's IDENTITY.md says about it; `null` for a missing field. */
export const identity = z.object({
  name: z.string().nullable(),
  creature: z.string().nullable(),
  vibe: z.string().nullable(),
  emoji: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type Identity = z.output<typeof identity>;

/** Also accepts `{agent: {id, …values}}` and `{id, …values}`. */
const agentValues = (input: unknown): unknown => {
  const given = isRecord(input) && isRecord(input["agent"]) ? input["agent"] : input;
  if (!isRecord(given) || "values" in given) return given;
  const { id, ...values } = given;
  return { id, values };
};

/** Whom an agent can hand work to: an agent of agents.yaml, or a file of `subagents/` of its workspace. */
const delegateOffer = z.object({
  id: z.string(),
  /** Where it is declared: `agents.yaml`, or the file. */
  from: z.string(),
  description: z.string(),
  /** `allowedDelegates` names it. */
  allowed: z.boolean(),
  /** Why it cannot be used; null: it can. */
  problem: z.string().nullable(),
});
export type DelegateOffer = z.output<typeof delegateOffer>;

/** What a file of `subagents/` says. Null: what the agent that calls it has. */
export const subagentValues = z.object({
  description: z.string().max(1000),
  /** `shared`: it works in the workspace it is in; otherwise in a folder of its own. */
  workspace: z.enum(["isolated", "shared"]),
  model: z.string().max(500).nullable(),
  steps: z.number().int().nullable(),
  tools: z.array(z.string()).nullable(),
  temperature: z.number().nullable(),
  prompt: z.string().max(200_000),
});
export type SubagentValues = z.output<typeof subagentValues>;

const subagentDraft = z.object({
  id: z.string().max(100),
  /** The workspace whose `subagents/` it is in. */
  home: z.string().max(1000),
  values: subagentValues,
});
export type SubagentDraft = z.output<typeof subagentDraft>;

const subagentInfo = z.object({
  id: z.string(),
  path: z.string(),
  home: z.string(),
  /** Why it cannot be used; null: it can. */
  problem: z.string().nullable(),
  /** Null when it cannot be read. */
  values: subagentValues.nullable(),
});
export type SubagentInfo = z.output<typeof subagentInfo>;

export const agentsRoutes = {
  "agents.list": route(z.object({}), z.object({ agents: z.array(agent), warnings: z.array(fileWarning) })),
  /** Everyone an agent could hand work to, and what its `allowedDelegates` names but nobody declares. */
  "agents.delegates": route(z.object({ id: z.string() }), z.object({ delegates: z.array(delegateOffer) })),
  /**
   * Changes one agent in agents.yaml, or adds it at the end, and leaves the rest of the file unchanged. At
   * any depth `null` removes a key. Fails with `invalid-agent` and `{key}`; then nothing is written.
   */
  "agents.save": route(
    shortForm(z.object({ id: z.string(), values: z.record(z.string(), z.unknown()) }), agentValues),
    z.object({
      agents: z.array(agent),
      warnings: z.array(fileWarning),
      /** For `changes.undo`; null when nothing changed. */
      change: z.string().nullable(),
    }),
  ),
  /** The files of `subagents/` of every workspace. */
  "agents.subagents": route(z.object({}), z.object({ subagents: z.array(subagentInfo) })),
  /** What a subagent would be as a file, and its prompt before anything is asked of it. Writes nothing. */
  "agents.trySubagent": route(
    subagentDraft,
    z.object({ text: z.string(), problem: z.string().nullable(), manifest: manifest.nullable() }),
  ),
  /** `baseHash`: of the file that was shown; null for a new one. Fails with `invalid-agent`, `exists`, `conflict`. */
  "agents.saveSubagent": route(
    subagentDraft.extend({ baseHash: z.string().nullable() }),
    z.object({ path: z.string(), change: z.string().nullable() }),
  ),
  "agents.identity": route(z.object({ id: z.string() }), z.object({ identity })),
  "agents.remove": route(
    z.object({ id: z.string() }),
    z.object({ agents: z.array(agent), change: z.string().nullable() }),
  ),
};
