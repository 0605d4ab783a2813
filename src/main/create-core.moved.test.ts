import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Client, createClient, type Events } from "#shared/contract/index.ts";
import { FINDER, FINDER_WORDS } from "../../e2e/model-file/finder.ts";
import { type SmallModel, writeSmallModel } from "../../e2e/model-file/small-model.ts";
import type { ChildProcess } from "./base/child-process.ts";
import { forkChild } from "./base/fork-child.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

// Each starts a process with an engine in it.
vi.setConfig({ testTimeout: 180_000 });

const opened: Core[] = [];
afterEach(async () => {
  for (const core of opened.splice(0)) await core.close();
});

const filler = (name: string) => `# ${name}\n\n${"Nothing of this is about doors or paint. ".repeat(6)}\n`;

/** A project with one line that decides the answer, among files that do not. */
const PLANTED = "workspace/PAINT.md";
const files = {
  "SOUL.md": "Be kind.",
  "agents.yaml":
    "agents:\n  - id: juno\n    provider: model-files\n    model: finder\n    maxOutputTokens: 32\n    temperature: 0\n",
  "workspace/AGENTS.md": "# How Juno works\n\nAnswer briefly.",
  [PLANTED]: `# Paint\n\nThe shop paints its doors${FINDER_WORDS[0]} this year.\n`,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`workspace/NOTES-${at}.md`, filler(`Notes ${at}`)]),
  ),
};

const begin = async (options: SmallModel = FINDER) => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-moved-"));
  const path = join(folder, "finder.gguf");
  writeSmallModel(path, options);
  const children: ChildProcess[] = [];
  const core = createCore(
    testPorts({
      startChild: (module, name) => {
        const child = forkChild(module, name);
        // Other work of the core has processes, too.
        if (name === "satchel-model") children.push(child);
        return child;
      },
    }),
    { userData: join(folder, "data"), resources: "resources" },
    { checkOutput: true },
  );
  opened.push(core);
  const events: Events[] = [];
  core.on((event) => events.push(event));
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("settings.set", { user: { engine: { threads: 1 } } });
  await client.call("modelFiles.add", { path });
  const project = temporaryProject(files);
  await client.call("project.open", { folder: project });
  return { client, events, folder, children };
};

const answered = async (client: Client) => {
  const { session } = await client.call("sessions.create", {});
  const { entries } = await client.call("chat.send", {
    session: session.id,
    text: "What colour is the door?",
  });
  const said = entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");
  if (said?.type !== "message" || said.run === undefined) throw new Error("There is no answer.");
  return { run: said.run, answer: said.content, session: session.id };
};

describe("what moved an answer, with a model in a file", () => {
  it("puts the planted file first, and says of the fillers that they moved nothing", async () => {
    const { client, events } = await begin();
    const { run, answer } = await answered(client);
    expect(answer).toBe(`The door is${FINDER_WORDS[0]}.`);
    const { result } = await client.call("influence.measure", { run, model: "finder" });
    expect(result).toMatchObject({
      state: "done",
      judge: { kind: "file", name: "Small finder", isOwn: true },
    });
    const smallest = result.parts.filter(({ kind }) => kind === "file" || kind === "section");
    const [first] = smallest.toSorted((a, b) => b.drop - a.drop);
    expect(first).toMatchObject({ source: PLANTED, moved: true, basis: "whole" });
    expect(first?.drop).toBeGreaterThan(2);
    expect(smallest.filter(({ moved }) => moved)).toHaveLength(1);
    expect(result.evaluated).toBeLessThan(result.naive);
    const last = events.findLast((event) => event.event === "influence.progress");
    expect(last).toMatchObject({ run, done: result.evaluations, evaluated: result.evaluated });
    expect((await client.call("influence.moved", { run })).results).toEqual([result]);
  });

  it("goes on where it was stopped, and keeps what it had", async () => {
    const { client } = await begin();
    const { run } = await answered(client);
    const stop = new AbortController();
    const off = client.on("influence.progress", ({ done }) => {
      if (done === 4) stop.abort();
    });
    await expect(
      client.call("influence.measure", { run, model: "finder" }, stop.signal),
    ).rejects.toBeDefined();
    off();
    await expect
      .poll(async () => (await client.call("influence.moved", { run })).results[0]?.state)
      .toBe("stopped");
    const dones: number[] = [];
    client.on("influence.progress", ({ done }) => dones.push(done));
    const { result } = await client.call("influence.measure", { run, model: "finder" });
    expect(result.state).toBe("done");
    expect(Math.min(...dones)).toBeGreaterThan(4);
  });

  it("keeps what it had when the judge breaks off, says so, and goes on from there", async () => {
    const { client, children } = await begin();
    const { run } = await answered(client);
    const off = client.on("influence.progress", ({ done }) => {
      if (done === 4) for (const child of children) child.kill();
    });
    const { result: broken } = await client.call("influence.measure", { run, model: "finder" });
    off();
    expect(broken).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("stopped unexpectedly"),
    });
    expect(broken.evaluations).toBeGreaterThanOrEqual(4);
    const { result } = await client.call("influence.measure", { run, model: "finder" });
    expect(result).toMatchObject({ state: "done", problem: null });
    expect(result.parts.find(({ source }) => source === PLANTED)).toMatchObject({ moved: true });
  });

  it("gives advice about a file after ten measured answers that it did not move, and none about SOUL.md", async () => {
    const { client } = await begin();
    for (let turn = 0; turn < 10; turn += 1) {
      const { run } = await answered(client);
      await client.call("influence.measure", { run, model: "finder" });
    }
    const { rows } = await client.call("influence.ledger", { agent: "juno" });
    const rowOf = (source: string) => rows.find((row) => row.source === source);
    expect(rowOf("workspace/NOTES-3.md")).toMatchObject({ times: 10, sampled: 10, moved: 0 });
    expect(rowOf("workspace/NOTES-3.md")?.advice?.atMost).toBeCloseTo(0.259, 3);
    // Later conversations remember the answer, so the file alone does not decide it any more.
    expect(rowOf(PLANTED)).toMatchObject({ sampled: 10, advice: null });
    expect(rowOf(PLANTED)?.moved).toBeGreaterThan(0);
    expect(rowOf("SOUL.md")).toMatchObject({ exempt: "soul", advice: null });
    expect(rows[0]?.advice).not.toBeNull();
  });

  it("says that a window is too small, with both figures, and weighs nothing", async () => {
    const { client, folder } = await begin();
    const { run } = await answered(client);
    const path = join(folder, "narrow.gguf");
    writeSmallModel(path, { ...FINDER, window: 512 });
    await client.call("modelFiles.add", { path });
    const { judges } = await client.call("influence.prepare", { run });
    expect(judges.find(({ model }) => model === "narrow")?.problem).toMatch(/window is 512/);
    await expect(client.call("influence.measure", { run, model: "narrow" })).rejects.toMatchObject({
      code: "context-length",
    });
    expect((await client.call("influence.moved", { run })).results).toEqual([]);
  });

  it("names a model that stands in for the one that answered", async () => {
    const { client, folder } = await begin();
    const { run } = await answered(client);
    const path = join(folder, "second.gguf");
    writeSmallModel(path, { ...FINDER, name: "Second finder" });
    await client.call("modelFiles.add", { path });
    const { result } = await client.call("influence.measure", { run, model: "second" });
    expect(result.judge).toEqual({ kind: "file", model: "second", name: "Second finder", isOwn: false });
    expect(result.parts.find(({ source }) => source === PLANTED)).toMatchObject({ moved: true });
  });

  it("fails with a code for a model that is not there, and for a run that is not stored", async () => {
    const { client } = await begin();
    const { run } = await answered(client);
    await expect(client.call("influence.measure", { run, model: "none" })).rejects.toMatchObject({
      code: "model-not-found",
    });
    await expect(client.call("influence.prepare", { run: "r-none" })).rejects.toMatchObject({
      code: "run-unknown",
    });
  });
});
