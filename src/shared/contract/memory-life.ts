import { z } from "zod";
import { usage } from "../model/session-entry.ts";
import { memory } from "./memory.ts";
import { route } from "./route.ts";

/** One written item, in words. */
export const learnedItem = z.object({
  tier: z.enum(["daily", "profile", "graph", "procedural"]),
  text: z.string(),
  /** Project-relative path of a note. */
  path: z.string().optional(),
});

/** What one reading of a conversation wrote to memory. */
export const learned = z.object({
  id: z.string(),
  at: z.string(),
  agent: z.string(),
  /** Empty: outside of a conversation. */
  session: z.string(),
  /** `rules`: without a model. `model`: a call that cost `usage`. `tool`: the agent, with `memory_write`. */
  by: z.enum(["rules", "model", "tool"]),
  items: z.array(learnedItem),
  /** How many more things the model wrote that may not be learned. */
  refused: z.number().int().nonnegative(),
  usage: usage.nullable(),
  undone: z.boolean(),
});
export type Learned = z.output<typeof learned>;

/** `memories`: facts about the user, and workflows. */
export const copyKinds = [
  "files",
  "memories",
  "sessions",
  "transcripts",
  "history",
  "runs",
  "backups",
  "versions",
] as const;
const copyKind = z.enum(copyKinds);
export type CopyKind = z.output<typeof copyKind>;

/** A place that still contains a forgotten text. */
export const forgottenCopy = z.object({ kind: copyKind, place: z.string(), count: z.number().int() });
export type ForgottenCopy = z.output<typeof forgottenCopy>;

const one = { agent: z.string().optional(), id: z.string() };

export const memoryLifeRoutes = {
  /** Newest first. */
  "memory.learned": route(
    z.object({ session: z.string().optional(), limit: z.number().int().positive().max(500).default(50) }),
    z.object({ learned: z.array(learned) }),
  ),
  /** Undoes what a reading wrote. `kept` items were changed since, and stay. */
  "memory.undo": route(
    z.object({ learned: z.string() }),
    z.object({ removed: z.number().int(), kept: z.number().int() }),
  ),
  /**
   * Replaces the words of a memory, in its file or table. Fails with `not-editable` (messages),
   * `memory-changed`, or `wrong-shape` and `known-already` for relations and workflows. New words have a new
   * id: `memory` is the one at that position afterwards, null when none starts there.
   */
  "memory.update": route(
    z.object({ ...one, text: z.string().trim().min(1).max(8_000) }),
    /** `change` is null for what stands in no file. */
    z.object({ path: z.string(), memory: memory.nullable(), change: z.string().nullable() }),
  ),
  /**
   * Forgets row, words, vector, relation and source line. Lists every other copy; `forgotten` names it for
   * `memory.purge`.
   */
  "memory.forget": route(
    z.object(one),
    z.object({
      forgotten: z.string(),
      /** Stored versions of files that the text was removed from. */
      versions: z.number().int(),
      copies: z.array(forgottenCopy),
    }),
  ),
  /**
   * Removes the copies of these kinds: words are replaced by `[forgotten]`, stored runs that contain them are
   * deleted, and the history of the workspace is started again.
   */
  "memory.purge": route(
    z.object({ forgotten: z.string(), kinds: z.array(copyKind) }),
    z.object({ purged: z.array(z.object({ kind: copyKind, purged: z.number().int() })) }),
  ),
  /**
   * Takes daily notes over into MEMORY.md. `append` writes; `rewrite` returns both texts, and writes when
   * called again with the new one as `agreed`. Fails with `no-model`, `memory-too-long`, `memory-loss` or
   * `memory-changed`.
   */
  "memory.consolidate": route(
    z.object({
      agent: z.string().optional(),
      mode: z.enum(["append", "rewrite"]).default("append"),
      agreed: z.string().optional(),
    }),
    z.object({ before: z.string(), after: z.string(), written: z.boolean() }),
  ),
  /** The whole memory, as JSON lines. */
  "memory.export": route(z.object({}), z.object({ name: z.string(), text: z.string() })),
  /** Existing rows stay; broken lines are skipped and reported. Fails with `not-an-export`. */
  "memory.import": route(
    z.object({ text: z.string() }),
    z.object({
      files: z.number().int(),
      rows: z.number().int(),
      broken: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    }),
  ),
};

export const memoryLifeEvents = {
  /** Emitted after a turn or before history is dropped, when something was written. */
  "memory.learned": learned,
};
