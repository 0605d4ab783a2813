import { z } from "zod";

/**
 * A change: one edit of the project's files, with what is needed to undo it. `actor` is `you`, `agent:<id>`,
 * `tool:<server>`, `dream`, `import`, `app` or `outside` (another program).
 */
export const changeActor = z
  .string()
  .max(300)
  .regex(/^(?:you|dream|import|app|outside|agent:.+|tool:.+)$/s);
export type ChangeActor = z.output<typeof changeActor>;

export const changeKind = z.enum(["save", "write", "create", "move", "remove", "restore", "undo"]);
export type ChangeKind = z.output<typeof changeKind>;

/** In place of a hash: the path is a folder. */
export const FOLDER = "folder";

export const changedFile = z.object({
  /** Project-relative. */
  path: z.string().min(1).max(4096),
  layer: z.enum(["base", "overlay"]).default("base"),
  /**
   * SHA-256 of the bytes, or `folder`; null when nothing exists. A file too large to store has a different
   * mark.
   */
  before: z.string().max(200).nullable(),
  after: z.string().max(200).nullable(),
  /** Permission bits of the file before, for restoring a removed one. */
  mode: z.number().int().nonnegative().max(0o7777).optional(),
  /** False: too large (over 5 MB) or too many, so the text before was not stored. */
  kept: z.boolean().default(true),
});
export type ChangedFile = z.output<typeof changedFile>;

/** The part of the window where the user made a change; Ctrl+Z there undoes it. */
export const changeView = z.enum(["files", "budget"]);
export type ChangeView = z.output<typeof changeView>;

export const change = z.object({
  id: z.string().min(1).max(100),
  /** ISO 8601, when it began. */
  at: z.string().max(40),
  actor: changeActor,
  kind: changeKind,
  /** A few words in plain English. */
  title: z.string().max(500),
  view: changeView.optional(),
  session: z.string().max(200).optional(),
  /** The user's message that started the turn. */
  turn: z.string().max(200).optional(),
  files: z.array(changedFile).max(10_000),
  /** A file or folder was moved or renamed; undone by moving it back. */
  move: z.object({ from: z.string().max(4096), to: z.string().max(4096) }).optional(),
  /** Where a removed file is in the project's trash. */
  trash: z.string().max(100).optional(),
  /** For an undo: the change that it undid. */
  undoes: z.array(z.string().max(100)).max(2_000).optional(),
});
export type Change = z.output<typeof change>;
