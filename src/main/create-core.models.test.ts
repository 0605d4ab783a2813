import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TurnEnd } from "#shared/contract/chat.ts";
import { type Client, createClient, type Events, type Failure } from "#shared/contract/index.ts";
import { type SmallModel, STORY, writeSmallModel } from "../../e2e/model-file/small-model.ts";
import type { ChildProcess } from "./base/child-process.ts";
import { forkChild } from "./base/fork-child.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

// Each starts processes with an engine in them.
vi.setConfig({ testTimeout: 180_000 });

const story = STORY.join("");

/** A core with one agent whose model is a file, and the processes it started. */
const begin = async (options: SmallModel = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-model-file-"));
  const path = join(folder, "story.gguf");
  writeSmallModel(path, options);
  const children: ChildProcess[] = [];
  const core = createCore(
    testPorts({
      startChild: (module, name) => {
        const child = forkChild(module, name);
        children.push(child);
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
  // A busy machine is slower with two threads that wait for each other than with one.
  await client.call("settings.set", { user: { engine: { threads: 1 } } });
  const project = temporaryProject({
    "SOUL.md": "Be kind.",
    "workspace/AGENTS.md": "# How Juno works\n\nAnswer briefly.",
    "agents.yaml":
      "agents:\n  - id: juno\n    provider: model-files\n    model: story\n    maxOutputTokens: 64\n    temperature: 0\n",
  });
  return { folder, path, children, core, events, client, project };
};

const opened: Core[] = [];
afterEach(async () => {
  for (const core of opened.splice(0)) await core.close();
});

const talk = async (client: Client, project: string) => {
  await client.call("project.open", { folder: project });
  const { session } = await client.call("sessions.create", {});
  return (text: string): Promise<TurnEnd> => client.call("chat.send", { session: session.id, text });
};

const answerIn = ({ entries }: TurnEnd) =>
  entries.findLast((entry) => entry.type === "message" && entry.role === "assistant");

const isAlive = ({ pid }: ChildProcess): boolean => {
  try {
    process.kill(pid as number, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a chat with a model in a file", () => {
  it("answers, counts exactly, and reuses what it has read", async () => {
    const { client, project, path, events } = await begin();
    const { file } = await client.call("modelFiles.add", { path });
    expect(file).toMatchObject({ id: "story", problem: null, hasTools: false, model: { fit: "fits" } });
    const send = await talk(client, project);

    const first = await send("Tell me a story.");
    expect(first.failure).toBeNull();
    expect(answerIn(first)).toMatchObject({ content: story, provider: "model-files", model: "story" });
    expect(events.some((event) => event.event === "modelFiles.engine" && event.isReady)).toBe(true);

    const { manifest } = await client.call("context.preview", { message: "Tell me a story." });
    expect(manifest).toMatchObject({ exact: true, window: { max: 8192 } });
    const read = first.usage?.input ?? 0;
    const { runs } = await client.call("context.runs", {});
    const sent = await client.call("context.run", { id: runs[0]?.id ?? "" });
    // The same template and vocabulary count before as read afterwards.
    expect(sent.manifest.window.used).toBe(read);
    expect(sent.manifest.warnings.join(" ")).toContain("has no format for calling tools");
    expect(sent.manifest.layers.find(({ id }) => id === "tools")?.tokens ?? 0).toBe(0);

    const second = await send("And another one.");
    expect(second.usage?.cached).toBeGreaterThan(read * 0.8);
    expect(answerIn(second)).toMatchObject({
      receipt: { local: true, cost: null, read: second.usage?.input, reused: second.usage?.cached },
    });
  });

  it("goes on after its process was killed in the middle of an answer", async () => {
    const { client, project, path, children } = await begin({ endless: true });
    await client.call("modelFiles.add", { path });
    const send = await talk(client, project);
    const stop = client.on("chat.delta", ({ at }) => {
      if ((at ?? 0) > 20) process.kill(children.at(-1)?.pid as number, "SIGKILL");
    });
    const first = await send("Go on.");
    stop();
    expect(first.failure).toMatchObject({ code: "model-stopped" });
    expect(answerIn(first)).toMatchObject({
      content: expect.stringContaining("Once upon a time"),
      interrupted: true,
      ending: { kind: "broken", code: "model-stopped" },
    });
    const second = await send("Again.");
    expect(second.failure).toBeNull();
    expect(answerIn(second)).toMatchObject({ ending: { kind: "length" } });
  });

  it.each([
    "when it starts",
    "while it is loaded",
    "when it is ready",
    "at its first word",
    "between two turns",
  ])("goes on after its process was killed %s", async (moment) => {
    const { client, project, path, children, core } = await begin();
    await client.call("modelFiles.add", { path });
    const send = await talk(client, project);
    let isDone = false;
    const kill = () => {
      if (isDone) return;
      isDone = true;
      for (const child of children.filter(isAlive)) process.kill(child.pid as number, "SIGKILL");
    };
    const stop = core.on((event) => {
      const state = event.event === "modelFiles.engine" ? event : null;
      if (moment === "when it starts" && state?.model && state.progress === 0) kill();
      if (moment === "while it is loaded" && state && state.progress > 0 && !state.isReady) kill();
      if (moment === "when it is ready" && state?.isReady) kill();
      if (moment === "at its first word" && event.event === "chat.delta") kill();
    });
    const first = await send("Tell me a story.");
    // Where it died before the answer was whole, one sentence says so.
    const said = answerIn(first);
    const whole = said?.type === "message" ? said.content : null;
    expect(["model-stopped", "model-unusable", story]).toContain(first.failure?.code ?? whole);
    stop();
    if (moment === "between two turns") kill();
    expect(isDone).toBe(true);
    const second = await send("And another one.");
    expect(second.failure).toBeNull();
    expect(answerIn(second)).toMatchObject({ content: story });
    await core.close();
    expect(children.filter(isAlive)).toEqual([]);
  });

  it("leaves no process behind when the core is closed", async () => {
    const { client, project, path, children, core } = await begin();
    await client.call("modelFiles.add", { path });
    const send = await talk(client, project);
    await send("Tell me a story.");
    expect(children.filter(isAlive).length).toBeGreaterThan(0);
    await core.close();
    expect(children.filter(isAlive)).toEqual([]);
  });
});

describe("a file that is no model", () => {
  const added = async (change: (path: string) => void, options: SmallModel = {}) => {
    const { client, path } = await begin(options);
    change(path);
    const failure = await client.call("modelFiles.add", { path }).then(
      () => null,
      (error: unknown) => error as Failure,
    );
    expect((await client.call("modelFiles.list", {})).files).toEqual([]);
    return failure;
  };

  it.each([
    ["something else", "model-file-not-gguf", (path: string) => writeFileSync(path, "not a model")],
    ["empty", "model-file-not-gguf", (path: string) => writeFileSync(path, "")],
    ["cut off in its weights", "model-file-cut-off", (path: string) => truncateSync(path, 500_000)],
    ["cut off in its header", "model-file-cut-off", (path: string) => truncateSync(path, 4_000)],
    ["missing", "model-file-missing", (path: string) => rmSync(path)],
  ])("is refused with a sentence when it is %s", async (_name, code, change) => {
    const failure = await added(change);
    expect(failure).toMatchObject({ code });
    expect(failure?.message).toContain("story.gguf");
  });

  it("is refused when it makes the engine abort", async () => {
    const failure = await added(() => {}, { extraTokens: ["Once"] });
    expect(failure).toMatchObject({ code: "model-unusable" });
    expect(failure?.message).toContain("the engine stopped");
  });

  it("is named when it is larger than the memory, and nothing is loaded", async () => {
    const { client, project, path, children } = await begin({ size: 4 * totalmem() });
    const { file } = await client.call("modelFiles.add", { path });
    expect(file.model).toMatchObject({ fit: "too-large" });
    const send = await talk(client, project);
    const before = children.length;
    const { failure } = await send("Tell me a story.");
    expect(failure).toMatchObject({ code: "model-too-large" });
    expect(failure?.message).toMatch(/needs about .* GB of memory, and this computer has/);
    expect(children.length).toBe(before);
  });

  it("ends only the turn when it disappears between two turns", async () => {
    const { client, project, path } = await begin();
    await client.call("modelFiles.add", { path });
    const send = await talk(client, project);
    expect((await send("Tell me a story.")).failure).toBeNull();
    rmSync(path);
    expect((await send("Another.")).failure).toMatchObject({ code: "model-file-missing" });
    writeSmallModel(path);
    expect((await send("Another.")).failure).toBeNull();
  });
});
