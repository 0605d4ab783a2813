import { z } from "zod";
import { answerChoice } from "../model/answer-choice.ts";
import { MAX_PICTURES, picture } from "../model/picture.ts";
import { manifest, message, segmentReason } from "../model/manifest.ts";
import { manifestChanges } from "../model/manifest-changes.ts";
import { modelCall } from "../model/model-call.ts";
import { agentEdit, promptEdit } from "../model/prompt-edit.ts";
import { snapshotRun } from "../model/snapshot-run.ts";
import { readLess } from "./chat.ts";
import { overrides } from "./overrides.ts";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

export type { Overrides } from "./overrides.ts";

export const previewInput = z.object({
  message: z.string().default(""),
  /** Pictures of the message that is being written. */
  pictures: z.array(picture).max(MAX_PICTURES).optional(),
  agent: z.string().optional(),
  session: sessionId.optional(),
  profile: z.string().optional(),
  model: z.string().optional(),
  /** What would answer this message alone, on top of what was chosen for the conversation. */
  choice: answerChoice.optional(),
  scope: z.string().optional(),
  /** Project-relative path of the file open in the editor. */
  activeFile: z.string().optional(),
  overrides: overrides.optional(),
  include: z.array(z.enum(["messages", "manifest"])).default(["messages", "manifest"]),
  /**
   * Id of a manifest that an earlier preview returned. When the core still has it and little differs, the
   * answer has `changes` in place of the manifest: enough while a limit is dragged, and much less to send and
   * to draw.
   */
  against: z.string().optional(),
});
export type PreviewInput = z.output<typeof previewInput>;

export const runSummary = z.object({
  id: z.string(),
  at: z.string(),
  agent: z.string(),
  session: z.string().nullable(),
  profile: z.string(),
  model: z.string().nullable(),
  used: z.number().int(),
  window: z.number().int(),
});

/** One side of a segment in a comparison of two runs. */
const segmentState = z.object({
  status: z.string(),
  tokens: z.number().int(),
  reason: segmentReason.nullable(),
});

export const segmentDiff = z.object({
  id: z.string(),
  layer: z.string(),
  source: z.string(),
  change: z.enum(["added", "removed", "changed", "same"]),
  before: segmentState.nullable(),
  after: segmentState.nullable(),
  /** Its own text is a different one, however much of it is sent. */
  isOtherText: z.boolean(),
});

/** Something that would make the prompt smaller or cheaper. */
export const finding = z.object({
  kind: z.enum(["date", "broken-cache", "shared-lines", "duplicate", "near-limit", "unused-tools"]),
  /** One sentence: what was found, and what to do. */
  text: z.string(),
  /** Tokens per turn. */
  saves: z.number().int().nonnegative(),
  /** False: `saves` is an estimate. */
  exact: z.boolean(),
  /** Project-relative paths it is about; the first is the one to change. */
  files: z.array(z.string()),
  /** Offset in the prompt, in tokens, if the finding is about a place. */
  at: z.number().int().nullable(),
  /** What `budget.apply` does about it; null where only the user can. */
  edit: z.union([promptEdit, agentEdit]).nullable(),
});
export type Finding = z.output<typeof finding>;

/** A run as drawn in the timeline. */
export const runShape = runSummary.extend({
  /** False: its counts are estimates. */
  exact: z.boolean(),
  reservedOutput: z.number().int(),
  /** Share of what the prompt may use at which old history was to be compacted; runs of older versions do not say. */
  compactAt: z.number().optional(),
  layers: z.array(z.object({ id: z.string(), tokens: z.number().int() })),
  /** Tokens that a new summary of old history freed; null when none was made, or it is not in the request. */
  compacted: z.number().int().nullable(),
  prefix: z.object({ stableTokens: z.number().int(), brokenBy: z.string().nullable() }),
  /**
   * Number of the question in its conversation, counted along its own branch; null when several conversations
   * are listed. An answer that was asked for again, and each step with tools, is a further run of its turn.
   */
  turn: z.number().int().nullable(),
});
export type RunShape = z.output<typeof runShape>;

/** The newest usage reported by a provider, compared with our count of what was sent. */
export const lastTurn = z.object({
  run: z.string(),
  provider: z.string(),
  model: z.string().nullable(),
  /** Our count, and whether it was exact. */
  sent: z.number().int(),
  exact: z.boolean(),
  read: z.number().int(),
  cached: z.number().int().nullable(),
  /** Set when the server clearly read less than was sent. */
  readLess: readLess.nullable(),
});
export type LastTurn = z.output<typeof lastTurn>;

export const contextRoutes = {
  "context.preview": route(
    previewInput,
    z.object({
      messages: z.array(message).optional(),
      manifest: manifest.optional(),
      changes: manifestChanges.optional(),
    }),
  ),
  /**
   * The prompt of a preview as counted by the agent's own provider, if it has an endpoint for that. Sends the
   * prompt there, so it is only called when the user asks. Fails with `no-exact-count`.
   */
  "context.exactCount": route(
    previewInput,
    z.object({ tokens: z.number().int(), ours: z.number().int(), provider: z.string() }),
  ),
  /**
   * The same without being asked each time: only where the user switched it on for the provider; otherwise both are
   * null. `problem`: why it could not be counted, so that the estimate stands.
   */
  "context.countBefore": route(
    previewInput,
    z.object({
      count: z.object({ tokens: z.number().int(), provider: z.string() }).nullable(),
      problem: z.string().nullable(),
    }),
  ),
  "context.runs": route(
    z.object({
      session: sessionId.optional(),
      agent: z.string().optional(),
      limit: z.number().int().positive().default(100),
    }),
    z.object({ runs: z.array(runSummary) }),
  ),
  /** Replays a stored run: the same bytes that were sent. */
  "context.run": route(z.object({ id: z.string() }), z.object({ messages: z.array(message), manifest })),
  /** Every call of a model, newest first: answers and what is asked in the background. */
  "context.calls": route(
    z.object({ session: sessionId.optional(), limit: z.number().int().positive().max(500).default(100) }),
    z.object({ calls: z.array(modelCall) }),
  ),
  /** What was sent in a call of the background and what came back. Fails with `call-unknown`. */
  "context.call": route(
    z.object({ id: z.string() }),
    z.object({ messages: z.array(message), reply: z.string() }),
  ),
  "context.diff": route(
    z.object({ from: z.string(), to: z.string() }),
    z.object({ segments: z.array(segmentDiff), tokens: z.object({ before: z.number(), after: z.number() }) }),
  ),
  /** The newest runs, oldest first, with the composition of each. */
  "context.timeline": route(
    z.object({
      session: sessionId.optional(),
      agent: z.string().optional(),
      limit: z.number().int().positive().max(500).default(100),
    }),
    z.object({ runs: z.array(runShape) }),
  ),
  /** Null when nothing was sent yet, or the provider reported nothing. */
  "context.lastTurn": route(z.object({ session: sessionId.optional() }), lastTurn.nullable()),
  /** At most three findings about the prompt that a preview of the same input would show. */
  "context.advice": route(previewInput, z.object({ findings: z.array(finding) })),
  "context.lastRun": route(z.object({}), snapshotRun.nullable()),
  /** `layered` keeps SOUL.md as it was first read; after this the next prompt reads it again. */
  "context.reloadSoul": route(z.object({}), z.object({})),
};

export const contextEvents = {
  "context.ran": z.object({ run: runSummary }),
};
