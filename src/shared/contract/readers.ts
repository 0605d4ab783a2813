import { z } from "zod";
import { readCut, readerId, readerProfile, readHow, readReason } from "../model/reader.ts";
import { readFix } from "../model/read-fix.ts";
import { route } from "./route.ts";

/** Paths are relative to the folder; `~/…` in the home folder, absolute elsewhere outside. */
const path = z.string().max(4_096);

/** What the limits of looking left out. */
export const note = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("stopped"),
    by: z.enum(["entries", "files", "depth", "time"]),
    entries: z.number().int(),
    files: z.number().int(),
  }),
  z.object({ kind: z.literal("long-file"), path, bytes: z.number(), max: z.number() }),
  z.object({ kind: z.literal("texts"), count: z.number().int(), max: z.number() }),
  z.object({ kind: z.literal("rows"), shown: z.number().int(), count: z.number().int() }),
]);
export type Note = z.output<typeof note>;

export const xrayFile = z.object({
  path,
  bytes: z.number().int(),
  lines: z.number().int(),
  /** Of the whole text; null when it was too long to count. */
  tokens: z.number().int().nullable(),
  /** Not in the opened folder, so it cannot be changed from here. */
  outside: z.boolean(),
  kind: z.enum(["instructions", "skill"]),
});
export type XrayFile = z.output<typeof xrayFile>;

/** `never` with `not-its-file` is not listed: most cells are that. */
export const xrayCell = z.object({
  /** Index in `files`. */
  file: z.number().int(),
  how: readHow,
  reason: readReason,
  rule: z.string(),
  /** From 1, in prompt order; files that are read from the start only. */
  order: z.number().int().optional(),
  /** `line`: the line in which the first part ends. `tokens`: of what is kept; null when not counted. */
  cut: readCut
    .extend({
      line: z.number().int(),
      sent: z.number().int(),
      of: z.number().int(),
      tokens: z.number().int().nullable(),
    })
    .optional(),
  when: z.string().optional(),
  met: z.boolean().optional(),
  by: path.optional(),
  shown: z.object({ chars: z.number().int(), of: z.number().int() }).optional(),
});
export type XrayCell = z.output<typeof xrayCell>;

export const FINDING_KINDS = [
  "cut",
  "over-limit",
  "hidden",
  "twice",
  "order",
  "outside",
  "inactive",
  "unstable",
] as const;
export const findingKind = z.enum(FINDING_KINDS);
export type FindingKind = z.output<typeof findingKind>;

/** Something a user would want to know without asking. */
export const xrayFinding = z.object({
  kind: findingKind,
  reader: readerId,
  file: z.number().int().nullable(),
  line: z.number().int(),
  /** The rule that explains it. */
  rule: z.string(),
  text: z.string(),
});
export type XrayFinding = z.output<typeof xrayFinding>;

export const xrayColumn = z.object({
  reader: readerId,
  /** What it reads from the start, after cuts: in the unit of its limit, and in tokens. */
  used: z.number().int(),
  tokens: z.number().int(),
  files: z.number().int(),
  /** The limit as it is set in this folder; null: none. */
  max: z.number().int().nullable(),
  cells: z.array(xrayCell),
});
export type XrayColumn = z.output<typeof xrayColumn>;

/** The same rule in several files, or two that say the opposite. */
export const overlap = z.object({
  kind: z.enum(["duplicate", "contradiction"]),
  /** Line from 1, and the line's text. */
  places: z.array(z.object({ path, line: z.number().int(), text: z.string() })),
});
export type Overlap = z.output<typeof overlap>;

export const xray = z.object({
  /** The working folder, relative to the opened one. */
  cwd: z.string(),
  gitRoot: z.string().nullable(),
  /** Whether files outside the folder were looked at. */
  outside: z.boolean(),
  encoding: z.string(),
  files: z.array(xrayFile),
  columns: z.array(xrayColumn),
  findings: z.array(xrayFinding),
  notes: z.array(note),
});
export type Xray = z.output<typeof xray>;

/** Text that is not on disk yet, from an editor. */
const drafts = z
  .array(z.object({ path, text: z.string().max(5 * 1024 * 1024) }))
  .max(50)
  .default([]);
const cwd = z.string().max(4_096).default("");

export const readersRoutes = {
  /** Every program whose rules are known, in the order of the columns. */
  "readers.list": route(z.object({}), z.object({ readers: z.array(readerProfile) })),
  /**
   * What each program reads of the open folder when it is started in `cwd`. Runs nothing and writes nothing.
   * `again` walks the folder again; otherwise only files that changed are read. Fails with `folder-not-found`.
   */
  "readers.look": route(
    z.object({
      cwd,
      readers: z.array(readerId).optional(),
      touched: z.array(path).max(100).default([]),
      drafts,
      again: z.boolean().default(false),
    }),
    xray,
  ),
  /**
   * Rules that several files repeat or contradict. Apart from `readers.look`, which follows every key: comparing
   * all lines of a large folder takes longer than a frame.
   */
  "readers.overlaps": route(z.object({ cwd, drafts }), z.object({ overlaps: z.array(overlap) })),
  /** Folders in which a program could be started. */
  "readers.folders": route(
    z.object({}),
    z.object({ folders: z.array(z.string()), leftOut: z.number().int() }),
  ),
  /** One cell: the text, where it is cut, and what can be done, each way with its effect. */
  "readers.cell": route(
    z.object({ reader: readerId, path, cwd, drafts }),
    z.object({
      /** The beginning of the text; null when it cannot be read. */
      text: z.string().nullable(),
      /** Whether the text goes on after that. */
      partial: z.boolean(),
      /** UTF-16 offsets: the first part ends, the last part begins. Null: nothing is cut. */
      cut: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
      fixes: z.array(readFix),
    }),
  ),
  /** Does what a fix says, as one change. Fails with `changed-since` when the files are no longer as shown. */
  "readers.fix": route(
    z.object({ reader: readerId, path, cwd, fix: z.string() }),
    z.object({ change: z.string().nullable(), title: z.string() }),
  ),
  /** What keeping one file and making the others point to it would do. */
  "readers.oneSource": route(
    z.object({ cwd, keep: path, apply: z.boolean().default(false) }),
    z.object({
      steps: z.array(
        z.object({ path, does: z.enum(["import", "remove", "keep"]), text: z.string(), why: z.string() }),
      ),
      /** Set when it was applied. */
      change: z.string().nullable(),
    }),
  ),
};

export const readersEvents = {
  /** A file that readers look at changed. */
  "readers.changed": z.object({ paths: z.array(z.string()) }),
};
