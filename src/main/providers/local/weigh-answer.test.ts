import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Message } from "#shared/model/manifest.ts";
import { FINDER, FINDER_WORDS } from "../../../../e2e/model-file/finder.ts";
import { type SmallModel, writeSmallModel } from "../../../../e2e/model-file/small-model.ts";
import { forkChild } from "../../base/fork-child.ts";
import { EngineProcess } from "./engine-process.ts";
import type { EngineValue, Weighed } from "./engine-protocol.ts";
import { weighAnswer } from "./weigh-answer.ts";

// Each starts a process with an engine in it.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), "satchel-weigh-"));
const started: EngineProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((engine) => engine.end()));
});

const start = (options: SmallModel = FINDER, window = 4096): EngineProcess => {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.gguf`);
  writeSmallModel(path, options);
  const engine = new EngineProcess(forkChild, { path, job: "talk", window, gpu: false, threads: 1 });
  started.push(engine);
  return engine;
};

const weigh = async (
  engine: EngineProcess,
  texts: readonly string[],
  answer: string,
  changes: { readonly maxAnswerTokens?: number; readonly signal?: AbortSignal } = {},
): Promise<Weighed> => {
  const messages: Message[] = texts.map((content, index) => ({
    role: index === texts.length - 1 ? "user" : "system",
    content,
  }));
  const { maxAnswerTokens = 1000, signal } = changes;
  return weighed(
    await engine.ask({ kind: "weigh", prompt: { messages, tools: [] }, answer, maxAnswerTokens }, signal),
  );
};

const weighed = (value: EngineValue): Weighed => {
  if (value === null || !("logs" in value)) throw new Error("Nothing was weighed.");
  return value;
};

const sum = (logs: readonly number[]): number => logs.reduce((total, log) => total + log, 0);

const FILLER = "Nothing of this is about doors. ".repeat(8);
const ANSWER = `The door is${FINDER_WORDS[0]}.`;

describe("weighing an answer", () => {
  it("finds the answer far less likely without the line that decides it, and no less likely without a filler", async () => {
    const engine = start();
    const planted = `Paint:${FINDER_WORDS[0]}\n`;
    const whole = await weigh(engine, [`${FILLER}${planted}${FILLER}`, "What colour?"], ANSWER);
    const without = await weigh(engine, [`${FILLER}${FILLER}`, "What colour?"], ANSWER);
    const less = await weigh(engine, [`${planted}${FILLER}`, "What colour?"], ANSWER);
    expect(sum(whole.logs) - sum(without.logs)).toBeGreaterThan(3);
    expect(Math.abs(sum(whole.logs) - sum(less.logs))).toBeLessThan(0.5);
    // The word itself, and none of the others.
    const drops = whole.logs.map((log, at) => log - (without.logs[at] ?? 0));
    expect(drops.filter((drop) => drop > 1)).toHaveLength(1);
  });

  it("gives the same figures with what it read before as without, and reads only what is new", async () => {
    const texts = (end: string) => [`${FILLER}Paint:${FINDER_WORDS[1]}\n`, `What colour? ${end}`];
    const cold = await weigh(start(), texts("Say it."), ANSWER);
    const engine = start();
    await weigh(engine, texts("Please."), ANSWER);
    const warm = await weigh(engine, texts("Say it."), ANSWER);
    expect(warm.evaluated).toBeLessThan(cold.evaluated / 2);
    for (const [at, log] of warm.logs.entries()) expect(log).toBeCloseTo(cold.logs[at] ?? 0, 3);
  });

  it("agrees with what the model says by itself: its own answer is more likely than any other", async () => {
    const engine = start();
    const own = await weigh(
      engine,
      [`Paint:${FINDER_WORDS[1]}`, "What colour?"],
      `The door is${FINDER_WORDS[1]}.`,
    );
    const other = await weigh(engine, [`Paint:${FINDER_WORDS[1]}`, "What colour?"], ANSWER);
    expect(Math.exp(sum(own.logs))).toBeGreaterThan(0.5);
    expect(sum(own.logs)).toBeGreaterThan(sum(other.logs) + 3);
  });

  it("judges as much of a long answer as fits, and says how much that is", async () => {
    const engine = start(FINDER, 512);
    const long = "xy ".repeat(20_000);
    const { answerTokens, logs, promptTokens } = await weigh(engine, ["Be brief.", "Go on."], long, {
      maxAnswerTokens: 100_000,
    });
    expect(answerTokens).toBeGreaterThan(20_000);
    expect(logs).toHaveLength(512 - promptTokens);
    expect((await weigh(engine, ["Be brief.", "Go on."], long, { maxAnswerTokens: 50 })).logs).toHaveLength(
      50,
    );
  });

  it("refuses a prompt that is longer than the window, with both figures, and weighs the next one", async () => {
    const engine = start(FINDER, 512);
    await expect(weigh(engine, ["x".repeat(600), "Go on."], ANSWER)).rejects.toMatchObject({
      code: "context-length",
      detail: { window: 512 },
    });
    expect((await weigh(engine, ["Be brief.", "Go on."], ANSWER)).logs.length).toBeGreaterThan(3);
  });

  it("says of a model without probabilities that it has none, and guesses nothing", async () => {
    const text = { tokenize: () => [1, 2, 3] };
    const without = {
      model: { tokenize: () => [4, 5] },
      format: { generateContextState: () => ({ contextText: text }) },
      sequence: {
        nextTokenIndex: 0,
        adaptStateToTokens: async () => {},
        evaluateWithoutGeneratingNewTokens: async () => {},
        controlledEvaluate: async (
          inputs: readonly unknown[],
          { onTokenResult }: { onTokenResult: (index: number, result: unknown) => void },
        ) => {
          for (const index of inputs.keys()) onTokenResult(index, { next: {} });
        },
      },
      prompt: { messages: [], tools: [] },
    } as unknown as Pick<Parameters<typeof weighAnswer>[0], "model" | "format" | "sequence" | "prompt">;
    await expect(
      weighAnswer(
        { ...without, window: 64, answer: "No.", maxAnswerTokens: 8 },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ code: "no-probabilities", message: expect.stringContaining("how likely") });
  });

  it("stops in the middle, and leaves the conversation's state as it is", async () => {
    const engine = start();
    const prompt = { messages: [{ role: "user" as const, content: `${FILLER}What colour?` }], tools: [] };
    const sampling = { maxOutputTokens: 8, temperature: 0, topP: null, seed: null, stop: [], aside: false };
    const cachedOf = async () => {
      for await (const part of engine.stream(
        { kind: "chat", prompt, sampling },
        new AbortController().signal,
      ))
        if (part.type === "finish") return part.usage.cached;
      return null;
    };
    await cachedOf();
    const stop = new AbortController();
    const stopped = weigh(engine, [FILLER.repeat(4), "Go on."], "x".repeat(2000), { signal: stop.signal });
    stop.abort(new Error("stopped by a test"));
    await expect(stopped).rejects.toThrow("stopped by a test");
    expect((await weigh(engine, ["Be brief.", "Go on."], ANSWER)).logs.length).toBeGreaterThan(3);
    await engine.ask({ kind: "end-weighing" });
    expect(await cachedOf()).toBeGreaterThan(100);
  });
});
