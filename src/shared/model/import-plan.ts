import { z } from "zod";
import { importSource, importWarningCode } from "./import-source.ts";

/**
 * What an import would make. `user`, `agents`, `identity`: lines for USER.md, AGENTS.md and IDENTITY.md; `section`: a
 * whole text for one of these or for SOUL.md.
 */
export const importItemKind = z.enum([
  "session",
  "memory",
  "daily",
  "user",
  "agents",
  "identity",
  "section",
  "document",
  "agent",
  "skill",
  "graph",
]);
export type ImportItemKind = z.output<typeof importItemKind>;

/** Why something is not ticked at first. */
export const importOff = z.enum([
  "outdated",
  "other-person",
  "behaviour",
  "subagent",
  "looks-like-instruction",
  "attachment",
  "offered",
  "deleted",
  "many-files",
]);
export type ImportOff = z.output<typeof importOff>;

/**
 * `grown`: it is here, and has more now. `same`: it is here. `refused`: it is not taken over, `why` says the reason.
 */
export const importState = z.enum(["new", "grown", "same", "refused"]);

export const importItem = z.object({
  /** The same in every plan of the same source. */
  key: z.string(),
  kind: importItemKind,
  title: z.string(),
  /** The file it is in. */
  from: z.string(),
  /** Where it would go: a path of the workspace; empty for a conversation. */
  to: z.string(),
  bytes: z.number().int(),
  /** Of a conversation: messages, and entries that are not here yet. */
  messages: z.number().int().nullable(),
  added: z.number().int(),
  /** `YYYY-MM-DD`, of a conversation its last message. */
  date: z.string().nullable(),
  state: importState,
  why: z.string().nullable(),
  ticked: z.boolean(),
  off: importOff.nullable(),
});
export type ImportItem = z.output<typeof importItem>;

export const importWarning = z.object({
  code: importWarningCode,
  file: z.string(),
  line: z.number().int().nullable(),
  detail: z.string(),
  count: z.number().int(),
});
export type ImportWarning = z.output<typeof importWarning>;

export const importSkipped = z.object({ what: z.string(), why: z.string(), count: z.number().int() });
export type ImportSkipped = z.output<typeof importSkipped>;

/** Tokens of an empty message with one profile, before and after the chosen things are written. */
export const importCost = z.object({
  agent: z.string(),
  profile: z.string(),
  before: z.number().int(),
  after: z.number().int(),
  /** False: one of the counts is an estimate. */
  exact: z.boolean(),
});
export type ImportCost = z.output<typeof importCost>;

export const importPlan = z.object({
  id: z.string(),
  source: importSource,
  /** The form of the source, such as `zip`. */
  variant: z.string(),
  /** The name of what was chosen. */
  name: z.string(),
  /** The agent it would belong to. */
  agent: z.string(),
  bytes: z.number().int(),
  items: z.array(importItem),
  /** The first ones of each code; the counts are of all. */
  warnings: z.array(importWarning),
  skipped: z.array(importSkipped),
  /** Lines that are in the source twice. */
  duplicates: z.number().int(),
  /** Folder that can also be opened as it is, without copying. */
  openInPlace: z.string().nullable(),
});
export type ImportPlan = z.output<typeof importPlan>;

/** A folder of another program on this computer. */
export const importPlace = z.object({
  source: importSource,
  path: z.string(),
  /** When the program itself deletes its oldest conversation; null where it keeps them. */
  oldestGoes: z.string().nullable(),
});
export type ImportPlace = z.output<typeof importPlace>;

/** What became of one run. */
export const importReport = z.object({
  run: z.string(),
  source: importSource,
  name: z.string(),
  at: z.string(),
  /** Conversations that were added, and those that got more. */
  sessions: z.object({ added: z.number().int(), grown: z.number().int(), entries: z.number().int() }),
  lines: z.number().int(),
  files: z.number().int(),
  agents: z.number().int(),
  graph: z.number().int(),
  attachments: z.number().int(),
  /** What was not written, with the reason. */
  problems: z.array(z.object({ title: z.string(), reason: z.string() })),
  warnings: z.array(importWarning),
  skipped: z.array(importSkipped),
});
export type ImportReport = z.output<typeof importReport>;

/** A run as it is listed. */
export const importRun = z.object({
  run: z.string(),
  source: importSource,
  name: z.string(),
  at: z.string(),
  /** `interrupted`: the program ended while it was written. */
  state: z.enum(["done", "interrupted", "undone"]),
  sessions: z.number().int(),
  lines: z.number().int(),
  files: z.number().int(),
});
export type ImportRun = z.output<typeof importRun>;

export const importUndone = z.object({
  sessions: z.number().int(),
  lines: z.number().int(),
  files: z.number().int(),
  /** What was changed since, and stays. */
  kept: z.array(z.object({ title: z.string(), reason: z.string() })),
});
export type ImportUndone = z.output<typeof importUndone>;
