import { z } from "zod";
import { usage } from "../model/session-entry.ts";
import { memory } from "./memory.ts";
import { route } from "./route.ts";

/** One thing that was written, in words. */
export const learnedItem = z.object({
  tier: z.enum(["daily", "profile", "graph", "procedural"]),
  text: z.string(),
  /** Project-relative, of a note. */
  path: z.string().optional(),
});

/** What one reading of a conversation wrote to memory. */
export const learned = z.object({
  id: z.string(),
  at: z.string(),
  agent: z.string(),
  /** Empty: outside of a conversation. */
  session: z.string(),
  /** `rules`: without a model. `model`: a call that cost `usage`. `tool`: the agent, by `memory_write`. */
  by: z.enum(["rules", "model", "tool"]),
  items: z.array(learnedItem),
  usage: usage.nullable(),
  undone: z.boolean(),
});
export type Learned = z.output<typeof learned>;

/** `memories`: what was learned of the user, and workflows. */
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

/** A place that still says what was forgotten. */
export const forgottenCopy = z.object({ kind: copyKind, place: z.string(), count: z.number().int() });
export type ForgottenCopy = z.output<typeof forgottenCopy>;

const one = { agent: z.string().optional(), id: z.string() };

export const memoryLifeRoutes = {
  /** Newest first. */
  "memory.learned": route(
    z.object({ session: z.string().optional(), limit: z.number().int().positive().max(500).default(50) }),
    z.object({ learned: z.array(learned) }),
  ),
  /** Takes back what a reading wrote. `kept` were changed since, and stay. */
  "memory.undo": route(
    z.object({ learned: z.string() }),
    z.object({ removed: z.number().int(), kept: z.number().int() }),
  ),
  /**
   * Other words in its place, in the file or table it stands in. Fails with `not-editable` (what was said),
   * `memory-changed`, or `wrong-shape` and `known-already` for links and workflows. New words have a new id: `memory`
   * is the one in that place then, null when none begins there.
   */
  "memory.update": route(
    z.object({ ...one, text: z.string().trim().min(1).max(8_000) }),
    z.object({ path: z.string(), memory: memory.nullable() }),
  ),
  /** Row, words, vector, link and source line. Lists every other copy; `forgotten` names it for `memory.purge`. */
  "memory.forget": route(
    z.object(one),
    z.object({
      forgotten: z.string(),
      /** Kept versions of files that the text was taken out of. */
      versions: z.number().int(),
      copies: z.array(forgottenCopy),
    }),
  ),
  /**
   * Takes the copies of these kinds away: words are replaced by `[forgotten]`, stored runs that said them are
   * removed, and the history of the workspace starts over.
   */
  "memory.purge": route(
    z.object({ forgotten: z.string(), kinds: z.array(copyKind) }),
    z.object({ purged: z.array(z.object({ kind: copyKind, purged: z.number().int() })) }),
  ),
  /**
   * Brings daily notes into MEMORY.md. `append` writes; `rewrite` gives both texts, and writes when called again
   * with the new one as `agreed`. Fails with `no-model`, `memory-too-long`, `memory-loss` or `memory-changed`.
   */
  "memory.consolidate": route(
    z.object({
      agent: z.string().optional(),
      mode: z.enum(["append", "rewrite"]).default("append"),
      agreed: z.string().optional(),
    }),
    z.object({ before: z.string(), after: z.string(), written: z.boolean() }),
  ),
  /** Everything that is remembered, as JSON lines. */
  "memory.export": route(z.object({}), z.object({ name: z.string(), text: z.string() })),
  /** What is there stays; broken lines are passed over and named. Fails with `not-an-export`. */
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
  /** After a turn or before a loss of history, when something was written. */
  "memory.learned": learned,
};
