import { z } from "zod";
import { answeredAgain } from "../model/answered-again.ts";
import { ledgerRow } from "../model/ledger-row.ts";
import { layerId } from "../model/layer.ts";
import { movedResult } from "../model/moved-result.ts";
import { quotedSegment, quotingSentence } from "../model/quotation.ts";
import { receipt } from "../model/session-entry.ts";
import { route } from "./route.ts";

const runId = z.string().max(200);
const runInput = z.object({ run: runId });

/** A part as results name it: a segment's id, a layer, or a section of a file. */
const againInput = runInput.extend({
  part: z.string().max(2000),
  times: z.number().int().min(1).max(20).default(1),
});

/** Of sampling answers in the background. */
const samplingState = z.object({
  on: z.boolean(),
  /** The model file that judges; null: none is there. */
  model: z.string().nullable(),
  /** Whether the host can tell if the computer is idle and on mains. */
  power: z.enum(["known", "unknown"]),
  /** What it does now. */
  state: z.enum(["off", "no-model", "waiting", "battery", "measuring"]),
});
export type SamplingState = z.output<typeof samplingState>;

/** What mattered for an answer. */
export const influenceRoutes = {
  /**
   * What the answer of a run shares with the texts that were sent for it. Compares texts on this machine: no model
   * is called. Fails with `run-unknown`, and with `answer-unknown` when the conversation no longer has the answer.
   */
  "influence.quoted": route(
    runInput,
    z.object({
      answer: z.string(),
      /** In the order of the answer. */
      sentences: z.array(quotingSentence),
      /** In the order of the prompt. */
      segments: z.array(quotedSegment),
      /** How many segments were compared, and how many words they have. */
      compared: z.object({ segments: z.number().int(), words: z.number().int() }),
      /** Sentences past these were not compared: the answer is too long. Null when all were. */
      comparedUpTo: z.number().int().nullable(),
    }),
  ),
  /** Who could estimate what moved the answer of a run, and what it would take. Calls no model. */
  "influence.prepare": route(
    runInput,
    z.object({
      /** Parts that can be left out, files and their sections. */
      parts: z.number().int(),
      /** The files, memories and messages among them, in the order of the prompt. */
      sent: z.array(
        z.object({
          id: z.string(),
          layer: layerId,
          source: z.string(),
          title: z.string(),
          tokens: z.number().int(),
        }),
      ),
      /** As the run was counted. */
      prompt: z.object({ tokens: z.number().int(), exact: z.boolean() }),
      model: z.string().nullable(),
      /** The answer, and what it took. */
      answer: z.string(),
      receipt: receipt.nullable(),
      judges: z.array(
        z.object({
          model: z.string(),
          name: z.string(),
          window: z.number().int().nullable(),
          /** It wrote the answer. */
          isOwn: z.boolean(),
          /** Why it cannot be used for this; null: as far as is known, it can. */
          problem: z.string().nullable(),
        }),
      ),
      /** Tokens to read: for the first round of the search at least, and for each part alone. Estimates. */
      tokens: z.object({ search: z.number().int(), each: z.number().int() }),
    }),
  ),
  /**
   * Estimates with a model in a file what moved the answer of a run: it becomes less likely without it. Reports
   * `influence.progress`, can be stopped by its signal, and goes on from there when it is called again. Fails with
   * `run-unknown`, `answer-unknown`, `model-not-found`, and as the model does before anything was weighed.
   */
  "influence.measure": route(
    z.object({ run: runId, model: z.string().max(200), depth: z.enum(["search", "each"]).default("search") }),
    z.object({ result: movedResult }),
  ),
  /** What asking the same model again would take. Calls no model. Fails with `part-unknown`. */
  "influence.priceAgain": route(
    againInput,
    z.object({
      provider: z.string(),
      model: z.string(),
      calls: z.number().int(),
      /** Tokens, estimates. */
      read: z.number().int(),
      wrote: z.number().int(),
      /** The model runs on this machine. */
      local: z.boolean(),
      /** Dollars; null when no price is known. */
      cost: z.number().nullable(),
    }),
  ),
  /**
   * Asks the model that answered again: once without a part, or `times` times without it and as often with
   * everything. Runs no tools and teaches nothing. `calls` is the number the user agreed to; fails with
   * `not-agreed` when more are needed.
   */
  "influence.again": route(
    againInput.extend({ calls: z.number().int().positive() }),
    z.object({
      answers: z.array(answeredAgain),
      /** Of several answers: whether those without the part differ more. */
      result: movedResult.nullable(),
    }),
  ),
  /** What each file and memory has cost over time, and whether it mattered; what there is advice about first. */
  "influence.ledger": route(
    z.object({ agent: z.string().optional() }),
    z.object({ rows: z.array(ledgerRow), sampling: samplingState }),
  ),
  /** What is known about that, the newest first. */
  "influence.moved": route(runInput, z.object({ results: z.array(movedResult) })),
};

export const influenceEvents = {
  /** Of a measurement: prompts that were weighed and that are known to be needed, and tokens that were read. */
  "influence.progress": z.object({
    run: z.string(),
    done: z.number().int(),
    known: z.number().int(),
    evaluated: z.number().int(),
  }),
  /** An answer that was asked for again came, or failed. */
  "influence.answered": z.object({ run: z.string(), done: z.number().int(), of: z.number().int() }),
  /** A result was stored, whole or in part. */
  "influence.measured": z.object({ run: z.string() }),
};
