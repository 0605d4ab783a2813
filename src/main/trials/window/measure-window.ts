import { createHash } from "node:crypto";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { DEFAULT_WINDOW } from "#shared/model/default-window.ts";
import { type ReadingPlan, readingWindow, type ReadingWindow } from "#shared/model/reading-window.ts";
import type { NamedModel } from "#shared/model/trial.ts";
import { KeptFolder } from "../../base/kept-file.ts";
import type { KeptFiles } from "../../base/kept-files.ts";
import type { Log } from "../../base/log.ts";
import { costOf } from "../../providers/cost-of.ts";
import { hearAnswer } from "../run/ask.ts";
import type { AskPorts } from "../trials-ports.ts";
import {
  isRight,
  passagesIn,
  type Planted,
  questionsIn,
  questionText,
  type Sized,
  textAround,
} from "./plant.ts";

export type WindowPorts = AskPorts & {
  readonly files: KeptFiles;
  readonly folder: string;
  readonly log: Log;
  /** The user's own texts, of the agent's workspace. */
  texts(): Promise<readonly { readonly path: string; readonly text: string }[]>;
  /** Tokens that the model's server reads; null when it does not say. */
  windowOf(model: NamedModel): Promise<number | null>;
  isExact(model: string): boolean;
  changed(measured: ReadingWindow): void;
};

const SHORT_TOKENS = 1_000;
const MIN_SHORT_TOKENS = 200;
const DEPTHS = [0.1, 0.5, 0.9] as const;
const QUESTIONS_PER_DEPTH = 4;
const PER_SIZE = DEPTHS.length * QUESTIONS_PER_DEPTH;
const MIN_QUESTIONS = 4;
const MAX_SIZES = 9;
/** For the answer, thoughts included, and for the question around the text. */
const ANSWER_TOKENS = 512;
const AROUND_TOKENS = 160;
/** Counting more takes long and changes little: passages are drawn from these. */
const MAX_PASSAGES = 4_000;
const MAX_BYTES = 256 * 1024;

const kept = readingWindow.extend({
  seed: z.number().int(),
  answers: z.array(z.object({ size: z.number().int(), at: z.number().int(), right: z.boolean() })),
});
type Kept = z.output<typeof kept>;

type Prepared = {
  readonly passages: readonly Sized[];
  readonly questions: readonly Planted[];
  readonly sizes: readonly number[];
  readonly window: number;
  readonly files: number;
  readonly problem: string | null;
};

/** Measures how long a text may be until a model no longer finds in it what it finds in a short one. */
export class WindowMeasurer {
  readonly #ports: WindowPorts;
  readonly #folder: KeptFolder;
  #running: { readonly key: string; readonly stop: AbortController; readonly ended: Promise<void> } | null =
    null;

  constructor(ports: WindowPorts) {
    this.#ports = ports;
    this.#folder = new KeptFolder(ports.files, ports.folder);
  }

  /** What was measured so far. */
  async list(): Promise<readonly ReadingWindow[]> {
    const running = this.#running?.key;
    const entries = await this.#folder.list();
    const names = entries.filter(({ kind, name }) => kind === "file" && /^[\da-f]{16}\.json$/.test(name));
    const found = await Promise.all(names.map(({ name }) => this.#read(name)));
    return found.flatMap((one) => (one ? [shown(one, running ?? this.#running?.key)] : []));
  }

  async plan(model: NamedModel): Promise<ReadingPlan> {
    const { sizes, window, files, problem } = await this.#prepare(model);
    const calls = sizes.length * PER_SIZE;
    const read = sizes.reduce((sum, size) => sum + size + AROUND_TOKENS, 0) * PER_SIZE;
    const write = calls * ANSWER_TOKENS;
    const { price, local } = await this.#ports.priced(model.provider, model.model);
    const cost = price && costOf({ input: read, output: write, cached: null }, price);
    return {
      ...model,
      window,
      calls,
      read,
      write,
      exact: false,
      cost,
      local,
      sizes: [...sizes],
      files,
      problem,
    };
  }

  async start(model: NamedModel): Promise<void> {
    if (this.#running)
      throw new Failure("trial-running", "A measurement is running. Stop it, or wait for it.");
    const prepared = await this.#prepare(model);
    if (prepared.problem !== null) throw new Failure("trial-cannot-start", prepared.problem);
    const before = await this.#read(fileOf(model));
    const at = this.#ports.clock.now();
    const isSame =
      before &&
      before.status !== "done" &&
      before.sizes.every(({ tokens }, index) => tokens === prepared.sizes[index]);
    const measured: Kept = isSame
      ? { ...before, status: "running", failure: null }
      : {
          ...model,
          at: at.toISOString(),
          window: prepared.window,
          status: "running",
          failure: null,
          done: 0,
          total: prepared.sizes.length * PER_SIZE,
          exact: this.#ports.isExact(model.model),
          sizes: prepared.sizes.map((tokens) => ({ tokens, right: 0, asked: 0 })),
          seed: at.getTime() % 2_147_483_647,
          answers: [],
        };
    if (this.#running)
      throw new Failure("trial-running", "A measurement is running. Stop it, or wait for it.");
    const stop = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#running = { key: keyOf(model), stop, ended };
    await this.#keep(measured);
    void this.#run(measured, prepared, stop.signal).finally(resolve);
  }

  async stop(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
  }

  close(): Promise<void> {
    return this.stop();
  }

  async #run(begun: Kept, prepared: Prepared, signal: AbortSignal): Promise<void> {
    let measured = begun;
    try {
      const provider = await this.#ports.provider(begun.provider);
      const done = new Set(begun.answers.map(({ size, at }) => `${size} ${at}`));
      // All sizes by turns, so that what comes and goes on a server touches them alike.
      for (let at = 0; at < PER_SIZE; at++) {
        for (const [size, { tokens }] of measured.sizes.entries()) {
          if (done.has(`${size} ${at}`)) continue;
          signal.throwIfAborted();
          const question = prepared.questions[(at + size) % prepared.questions.length];
          if (!question) continue;
          const depth = DEPTHS[at % DEPTHS.length] ?? 0.5;
          const text = textAround(question, prepared.passages, tokens, depth, begun.seed + at * 31 + size);
          const content = questionText(text, question);
          const request = {
            model: begun.model,
            messages: [{ role: "user" as const, content }],
            tools: [],
            window: begun.window,
            maxOutputTokens: ANSWER_TOKENS,
            purpose: "trial" as const,
          };
          const heard = await hearAnswer(request, provider, tokens, this.#ports, signal);
          measured = withAnswer(measured, size, at, isRight(heard.text, question));
          await this.#keep(measured);
        }
      }
      measured = { ...measured, status: "done" };
    } catch (error) {
      if (signal.aborted) measured = { ...measured, status: "stopped" };
      else measured = { ...measured, status: "failed", failure: this.#failureOf(error) };
    } finally {
      await this.#keep(measured).catch((error: unknown) =>
        this.#ports.log.error("What was measured of a model could not be written.", error),
      );
      // After the file says how it ended: until then it is running.
      this.#running = null;
    }
  }

  #failureOf(error: unknown): { code: string; message: string } {
    if (error instanceof Failure) return { code: error.code, message: error.message };
    this.#ports.log.error("Measuring a model failed unexpectedly.", error);
    return { code: "internal", message: error instanceof Error ? error.message : String(error) };
  }

  async #prepare(model: NamedModel): Promise<Prepared> {
    const [texts, served] = await Promise.all([this.#ports.texts(), this.#ports.windowOf(model)]);
    const window = served ?? DEFAULT_WINDOW;
    const all = texts.flatMap(({ path, text }) => passagesIn(path, text)).slice(0, MAX_PASSAGES);
    const questions = questionsIn(all);
    const passages: Sized[] = [];
    for (const passage of all)
      passages.push({ passage, tokens: (await this.#ports.count(passage.text, model.model)) + 1 });
    const available = passages.reduce((sum, { tokens }) => sum + tokens, 0);
    const sizes = sizesUpTo(Math.min(window - ANSWER_TOKENS - AROUND_TOKENS, available));
    const files = new Set(all.map(({ path }) => path)).size;
    return {
      passages,
      questions,
      sizes,
      window,
      files,
      problem: problemOf(questions.length, sizes.length, available),
    };
  }

  async #read(name: string): Promise<Kept | null> {
    const text = await this.#folder
      .file(name)
      .text(MAX_BYTES)
      .catch(() => null);
    if (text === null) return null;
    try {
      return kept.parse(JSON.parse(text));
    } catch {
      // A damaged file is measured again.
      return null;
    }
  }

  async #keep(measured: Kept): Promise<void> {
    await this.#folder.file(fileOf(measured)).write(`${JSON.stringify(measured)}\n`);
    this.#ports.changed(shown(measured, this.#running?.key));
  }
}

const withAnswer = (measured: Kept, size: number, at: number, right: boolean): Kept => ({
  ...measured,
  done: measured.done + 1,
  answers: [...measured.answers, { size, at, right }],
  sizes: measured.sizes.map((each, index) =>
    index === size ? { ...each, asked: each.asked + 1, right: each.right + (right ? 1 : 0) } : each,
  ),
});

/** Without what is only kept to go on. */
const shown = (all: Kept, running: string | undefined): ReadingWindow => {
  const measured = readingWindow.parse(all);
  const isGone = measured.status === "running" && running !== keyOf(measured);
  return isGone ? { ...measured, status: "stopped" } : measured;
};

/** Doubled from a short text on; the largest is all there is room or text for. */
export const sizesUpTo = (most: number): readonly number[] => {
  const short = Math.min(SHORT_TOKENS, Math.floor(most / 4));
  if (short < MIN_SHORT_TOKENS) return [];
  const sizes = [short];
  for (let size = short * 2; size < most * 0.8 && sizes.length < MAX_SIZES - 1; size *= 2) sizes.push(size);
  return [...sizes, Math.floor(most * 0.95)];
};

const problemOf = (questions: number, sizes: number, available: number): string | null => {
  if (questions < MIN_QUESTIONS)
    return `Your files have ${questions} passages with a number or a name that no other passage has; it takes ${MIN_QUESTIONS}.`;
  if (sizes > 0) return null;
  return `There is too little to measure with: ${available} tokens of text, or a window that is nearly taken by the answer.`;
};

const keyOf = ({ provider, model }: NamedModel): string =>
  createHash("sha256").update(`${provider}\0${model}`).digest("hex").slice(0, 16);

const fileOf = (model: NamedModel): string => `${keyOf(model)}.json`;
