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

/** Something that everybody in a space has. */
export const teamItem = z.object({
  id: z.string(),
  kind: teamKind,
  state: z.enum(["accepted", "retired"]),
  /** Of files and skills: where it lies below the workspace. */
  path: z.string().nullable(),
  heading: z.string(),
  body: z.string(),
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
  body: z.string(),
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
  body: z.string(),
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

export const teamActivity = z.object({
  id: z.number().int(),
  at: z.string(),
  member: z.string().nullable(),
  what: z.string(),
  item: z.string().nullable(),
  proposal: z.string().nullable(),
  about: z.string().nullable(),
});
export type TeamActivity = z.output<typeof teamActivity>;
