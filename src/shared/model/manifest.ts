import { z } from "zod";
import { documentCut } from "./document-cut.ts";
import { origin } from "./origin.ts";
import { picture } from "./picture.ts";
import { layerId } from "./layer.ts";
import { snapshotRun } from "./snapshot-run.ts";

/**
 * The account of one prompt: every candidate segment exactly once, sent or not, with its size, its reason and
 * its fix. Everything the app shows about a prompt comes from here.
 */

export const role = z.enum(["system", "user", "assistant", "tool"]);
export type Role = z.output<typeof role>;

export const message = z.object({
  role,
  content: z.string(),
  /** Tool calls of an assistant message, and the call that a tool message answers. */
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), args: z.unknown() })).optional(),
  toolCallId: z.string().optional(),
  /** Sent with the text, in their order. */
  pictures: z.array(picture).optional(),
});
export type Message = z.output<typeof message>;

export const segmentStatus = z.enum([
  "included",
  "truncated",
  "trimmed",
  "excluded",
  "dropped",
  "summarised",
  "missing",
]);
export type SegmentStatus = z.output<typeof segmentStatus>;

export const segmentReason = z.enum([
  "per-file-limit",
  "total-limit",
  "tag-filter",
  "explicit-exclude",
  "scope",
  "memory-budget",
  "file-limit",
  "char-limit",
  "window",
  "empty",
  "traversal",
  "shelf",
  /** Only the passages of a document that match the question are sent. */
  "passages",
  /** Its pictures are not sent. */
  "pictures",
]);
export type SegmentReason = z.output<typeof segmentReason>;

const size = z.object({ tokens: z.number().int().nonnegative(), chars: z.number().int().nonnegative() });

/** The smallest change that would include what is missing. */
export const fix = z.union([
  z.object({ raise: z.string(), to: z.number().int() }),
  z.object({ pin: z.string() }),
  z.object({ tag: z.string() }),
  z.object({ unexclude: z.string() }),
  z.object({ priority: z.number().int() }),
  z.object({ window: z.number().int() }),
]);
export type Fix = z.output<typeof fix>;

export const segment = z.object({
  id: z.string(),
  layer: layerId,
  /**
   * A file's project-relative path (`workspace/AGENTS.md`), otherwise what it is: `prompt`, `tools`,
   * `message:<id>` …
   */
  source: z.string(),
  role,
  /** Where the text came from; runs of older versions do not say. */
  origin: origin.optional(),
  raw: size,
  sent: size,
  /** Share of the raw tokens that was not sent, 0 to 1. */
  removed: z.number().min(0).max(1),
  status: segmentStatus,
  reason: segmentReason.nullable(),
  sha256: z.string(),
  /** Index of the message it is in; null when it is in none (left out, or sent outside the messages). */
  message: z.number().int().nonnegative().nullable(),
  /** Character range in that message. */
  range: z.tuple([z.number().int(), z.number().int()]).nullable(),
  detail: z
    .object({
      fix: fix.optional(),
      /** A file's limit and how much of it is used, when it has one. */
      limit: z.number().int().optional(),
      /** The unit of the limit; tokens when it is absent. */
      unit: z.enum(["tokens", "chars"]).optional(),
      nearLimit: z.boolean().optional(),
      /** Its raw size is an estimate, because it was not read, or not to its end. */
      estimated: z.boolean().optional(),
      /** Where the cut is in the file as an editor shows it: UTF-16 offset, and line from 1. */
      cutAt: z.number().int().optional(),
      cutLine: z.number().int().optional(),
      priority: z.number().int().optional(),
      tags: z.array(z.string()).optional(),
      title: z.string().optional(),
      /** It is a team's: which space, who wrote it, and of a file which version and whether the user pinned it. */
      team: z
        .object({
          space: z.string(),
          author: z.string(),
          version: z.number().int().optional(),
          pinned: z.boolean().optional(),
        })
        .optional(),
      /** Of a message that was summarised: id of the segment that stands in its place. */
      replacedBy: z.string().optional(),
      /** How many messages it stands for, when more than one. */
      count: z.number().int().optional(),
      /** Documents of which only passages are sent. */
      cut: z.array(documentCut).optional(),
      /** Pictures of a message, with what each takes by its size in pixels: an estimate whatever the model. */
      pictures: z
        .array(
          z.object({
            name: z.string(),
            width: z.number().int(),
            height: z.number().int(),
            tokens: z.number().int(),
            /** Why it is not sent. `model`: the model does not see pictures. `gone`: its file is not there any more. */
            held: z.enum(["model", "gone"]).optional(),
          }),
        )
        .optional(),
    })
    .loose()
    .optional(),
});
export type Segment = z.output<typeof segment>;

export const manifest = z.object({
  id: z.string(),
  at: z.string(),
  agent: z.string(),
  session: z.string().nullable(),
  scope: z.enum(["main", "shared"]),
  profile: z.string(),
  model: z.string().nullable(),
  encoding: z.string(),
  /** False: counts are estimates, and must be shown as such. */
  exact: z.boolean(),
  window: z.object({
    max: z.number().int(),
    reservedOutput: z.number().int(),
    used: z.number().int(),
    free: z.number().int(),
    percent: z.number(),
  }),
  layers: z.array(
    z.object({
      id: layerId,
      title: z.string(),
      role,
      /** Token budget; null when the layer takes what remains. */
      budget: z.number().int().nullable(),
      tokens: z.number().int(),
      chars: z.number().int(),
    }),
  ),
  segments: z.array(segment),
  /** Share of what the prompt may use at which the profile has old history compacted; runs of older versions do not say. */
  compactAt: z.number().optional(),
  /** What overflow handling did, in order. */
  actions: z.array(
    z.object({
      step: z.string(),
      detail: z.string(),
      /** Tokens; of a compaction, what the prompt has fewer than it would have had without. */
      freed: z.number().int(),
      pending: z.boolean().optional(),
      /** It was tried and changed nothing; `detail` says why. */
      failed: z.boolean().optional(),
    }),
  ),
  prefix: z.object({ hash: z.string(), stableTokens: z.number().int(), brokenBy: z.string().nullable() }),
  warnings: z.array(z.string()),
  lastRun: snapshotRun.nullable().optional(),
});
export type Manifest = z.output<typeof manifest>;
