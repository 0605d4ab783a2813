import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { STORY, writeSmallModel } from "../../../../e2e/model-file/small-model.ts";
import { forkChild } from "../../base/fork-child.ts";
import { ModelRunner, type RunnableModel } from "./model-runner.ts";

// Each starts a process with an engine in it.
vi.setConfig({ testTimeout: 180_000 });

const opened: ModelRunner[] = [];
afterEach(async () => {
  for (const runner of opened.splice(0)) await runner.close();
});

const path = join(mkdtempSync(join(tmpdir(), "satchel-runner-")), "story.gguf");
writeSmallModel(path);
const model: RunnableModel = { id: "story", path, window: 512, threads: 1, gpu: false };
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const answer = async (runner: ModelRunner): Promise<string> => {
  let text = "";
  const prompt = { messages: [{ role: "user" as const, content: "Tell me." }], tools: [] };
  const greedy = { maxOutputTokens: 32, temperature: 0, topP: null, seed: null, stop: [], aside: false };
  const request = { kind: "chat" as const, prompt, sampling: greedy };
  for await (const part of runner.chat(model, request, new AbortController().signal))
    if (part.type === "text") text += part.text;
  return text;
};

it("frees the memory of a model that nobody asks for a while, and loads it again for the next question", async () => {
  const states: boolean[] = [];
  const runner = new ModelRunner({
    startChild: forkChild,
    idleMs: () => 1,
    onState: ({ isReady }) => states.push(isReady),
  });
  opened.push(runner);
  expect(await answer(runner)).toContain(STORY.join(""));
  await vi.waitUntil(() => runner.pid === undefined, { timeout: 60_000 });
  await vi.waitUntil(() => states.at(-1) === false, { timeout: 60_000 });
  expect(await answer(runner)).toContain(STORY.join(""));
});

it("keeps a model that is asked again in time, in the same process", async () => {
  const runner = new ModelRunner({ startChild: forkChild, idleMs: () => 600_000, onState: () => {} });
  opened.push(runner);
  await answer(runner);
  const { pid } = runner;
  await answer(runner);
  expect(runner.pid).toBe(pid);
  expect(pid !== undefined && isAlive(pid)).toBe(true);
});
