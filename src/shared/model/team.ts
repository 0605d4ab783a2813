import { z } from "zod";
import { origin } from "./origin.ts";

/** Lowest first; each may do what the ones before it may. A member proposes, a reviewer decides. */
export const TEAM_ROLES = ["reader", "member", "reviewer", "owner"] as const;
export const teamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.output<typeof teamRole>;

export const TEAM_KINDS = ["memory", "note", "file", "skill"] as const;
export const teamKind = z.enum(TEAM_KINDS);
export type TeamKind = z.output<typeof teamKind>;

export const MAX_TEAM_TEXT_BYTES = 1024 * 1024;
/** Characters of a text in a list; the whole text is asked for one by one. */
export const MAX_TEAM_LISTED_CHARS = 4_000;

/** Something that everybody in a space has. */
export const teamItem = z.object({
  id: z.string(),
  kind: teamKind,
  state: z.enum(["accepted", "retired"]),
  /** Of files and skills: where it lies below the workspace. */
  path: z.string().nullable(),
  heading: z.string(),
  /** In a list at most its first 4,000 characters; `bytes` is the size of the whole text. */
  body: z.string(),
  bytes: z.number().int(),
  /** `body` is only the beginning. */
  isCut: z.boolean(),
  version: z.number().int(),
  origin,
  /** Also for agents in the scope `shared`. */
  forAll: z.boolean(),
  author: z.string(),
  authorName: z.string(),
  updatedAt: z.string(),
});
export type TeamItem = z.output<typeof teamItem>;

/** A text that an item had, or has. */
export const teamVersion = z.object({
  version: z.number().int(),
  heading: z.string(),
  /** Of a text over 100,000 bytes only the beginning, see `isCut`; `team.compare` has whole texts. */
  body: z.string(),
  bytes: z.number().int(),
  isCut: z.boolean(),
  /** The name of the person whose proposal it was. */
  madeBy: z.string(),
  madeAt: z.string(),
});
export type TeamVersion = z.output<typeof teamVersion>;

/** What waits for a reviewer. */
export const teamProposal = z.object({
  id: z.string(),
  /** What it would change; null: something new. */
  item: z.string().nullable(),
  baseVersion: z.number().int().nullable(),
  kind: teamKind,
  path: z.string().nullable(),
  heading: z.string(),
  /** As of an item. */
  body: z.string(),
  bytes: z.number().int(),
  isCut: z.boolean(),
  origin,
  forAll: z.boolean(),
  /** Where the author says that it would be injected. */
  place: z.string(),
  author: z.string(),
  authorName: z.string(),
  state: z.enum(["waiting", "accepted", "declined", "withdrawn"]),
  word: z.string(),
  madeAt: z.string(),
});
export type TeamProposal = z.output<typeof teamProposal>;

export const teamMember = z.object({
  id: z.string(),
  name: z.string(),
  role: teamRole,
  joinedAt: z.string(),
  leftAt: z.string().nullable(),
});
export type TeamMember = z.output<typeof teamMember>;

/** What is shared: something of the open project, by its name there. */
export const teamSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("memory"), id: z.string().max(200) }),
  /** A file of the project, project-relative. `lines`: only these, from 1, both included. */
  z.object({
    from: z.literal("note"),
    path: z.string().max(4_096),
    lines: z.tuple([z.number().int().positive(), z.number().int().positive()]).optional(),
  }),
  /** SOUL.md, AGENTS.md or a file below knowledge/ of a workspace. It gets the same place in the team's layer. */
  z.object({ from: z.literal("file"), path: z.string().max(4_096) }),
  z.object({ from: z.literal("skill"), name: z.string().max(200), agent: z.string().max(200).optional() }),
]);
export type TeamSource = z.output<typeof teamSource>;

/** What sharing a source would propose. */
export const teamDraft = z.object({
  kind: teamKind,
  heading: z.string(),
  body: z.string(),
  path: z.string().nullable(),
  origin,
  /** The item of the space that it would change, by its path; null: something new. */
  item: z.string().nullable(),
  baseVersion: z.number().int().nullable(),
  /** Sentences: what a person should know before others read it, such as what looks like a key. */
  warnings: z.array(z.string()),
});
export type TeamDraft = z.output<typeof teamDraft>;

/** What accepting a proposal would do to the next prompt of one agent of the open project. */
export const teamEffect = z.object({
  agent: z.string(),
  agentName: z.string(),
  /** Where it would stand: a layer of the prompt; null: not in this prompt. */
  layer: z.string().nullable(),
  /** Why it would not be in the prompt, or not in every one. */
  note: z.string().nullable(),
  /** Tokens of the proposal in that place. */
  tokens: z.number().int(),
  /** Tokens of the whole prompt. */
  before: z.number().int(),
  after: z.number().int(),
  exact: z.boolean(),
  /** What would be sent less of, the largest first. */
  pushedOut: z.array(z.object({ source: z.string(), tokens: z.number().int() })),
});
export type TeamEffect = z.output<typeof teamEffect>;

/** A file or skill of the team as this computer has it, also without the server. */
export const teamFile = z.object({
  item: z.string(),
  kind: teamKind,
  /** Below the workspace. */
  path: z.string(),
  /** The newest version here, and the one that prompts use. */
  version: z.number().int(),
  used: z.number().int(),
  pinned: z.boolean(),
  /** The version that the user saw last; null: never. */
  seen: z.number().int().nullable(),
  state: z.enum(["accepted", "retired"]),
  bytes: z.number().int(),
  forAll: z.boolean(),
  authorName: z.string(),
  updatedAt: z.string(),
  /** A file of the workspace with this path is used in its place; `null`: none, or no project uses the space. */
  hiddenBy: z.string().nullable(),
});
export type TeamFile = z.output<typeof teamFile>;

export const teamActivity = z.object({
  id: z.number().int(),
  at: z.string(),
  member: z.string().nullable(),
  memberName: z.string(),
  what: z.string(),
  item: z.string().nullable(),
  proposal: z.string().nullable(),
  about: z.string().nullable(),
});
export type TeamActivity = z.output<typeof teamActivity>;
