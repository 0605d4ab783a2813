import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { WorkspaceFile } from "#shared/contract/workspace.ts";
import { type Client, createClient, type EventOf, type Events } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { systemClock } from "./base/clock.ts";
import { openStore } from "./store/open-store.ts";
import { openCalibrations } from "./tokens/calibrations.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";
import { eventually } from "./base/test-eventually.ts";

/** More than one batch of a recount, in words that both encodings count differently. */
const FILES = 40;
const textOf = (n: number) => `Brötchen Nr. ${n}: 今天的面包 🥐 ${"Sauerteig ".repeat(n)}\n`;

const references = { o200k_base: new Tiktoken(o200k), cl100k_base: new Tiktoken(cl100k) };
const CL100K_MODEL = "gpt-4";

let project: string;
let core: Core;
let client: Client;
let events: Events[];

const open = async () => {
  const userData = mkdtempSync(join(tmpdir(), "satchel-tokens-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  events = [];
  core.on((event) => events.push(event));
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
};
beforeEach(async () => {
  project = temporaryProject({ "workspace/AGENTS.md": "# Rules\n" });
  for (let n = 0; n < FILES; n++) put(project, { [`workspace/knowledge/${n}.md`]: textOf(n) });
  await open();
});
afterEach(() => core.close());

const rows = async () => (await client.call("workspace.files", {})).files;
const encodingsOf = (files: readonly WorkspaceFile[]) => [
  ...new Set(files.map((file) => file.token_encoding)),
];
const progress = () =>
  events.filter((event): event is EventOf<"tokens.recounting"> => event.event === "tokens.recounting");
const ended = (status: "finished" | "cancelled") =>
  eventually(() => expect(progress().at(-1)?.status).toBe(status));
/** As the next start would find it, not as memory has it. */
const stored = (encoding: string): number => {
  const db = new Database(join(project, ".satchel", "index.db"), { readonly: true });
  try {
    return db
      .prepare<[string], number>("select count(*) from workspace_files where token_encoding = ?")
      .pluck()
      .get(encoding) as number;
  } finally {
    db.close();
  }
};

/** Texts that were tokenised for this project so far. */
const counts = () => {
  const db = new Database(join(project, ".satchel", "index.db"), { readonly: true });
  try {
    return db.prepare("select max(seq) as last, count(*) as n from token_counts").get();
  } finally {
    db.close();
  }
};

it("counts every row again when the default model changes, and reports its progress", async () => {
  const before = await rows();
  expect(encodingsOf(before)).toEqual(["o200k_base"]);
  await client.call("settings.set", { project: { defaultModel: CL100K_MODEL } });
  await ended("finished");

  const after = await rows();
  expect(encodingsOf(after)).toEqual(["cl100k_base"]);
  for (let n = 0; n < FILES; n++) {
    const row = after.find(({ path }) => path === `workspace/knowledge/${n}.md`);
    expect(row?.token_count).toBe(references.cl100k_base.encode(textOf(n)).length);
  }
  expect(stored("cl100k_base")).toBe(FILES + 1);
  expect(progress().map(({ done }) => done)).toEqual([0, 16, 32, 41]);
  expect(progress().every(({ total, encoding }) => total === 41 && encoding === "cl100k_base")).toBe(true);
  // Their bytes are the same, so no event says that a file changed.
  expect(events.filter(({ event }) => event === "workspace.changed")).toEqual([]);
});

it("has nothing to recount for a model of the same encoding", async () => {
  await rows();
  await client.call("settings.set", { project: { defaultModel: "gpt-4o" } });
  expect(await client.call("tokens.recount", {})).toEqual({ started: false });
  expect(await client.call("tokens.cancelRecount", {})).toEqual({ cancelled: false });
  expect(progress()).toEqual([]);
});

it("can be cancelled, keeps what is done, and goes on after a restart", async () => {
  await rows();
  const cancelled = new Promise<boolean>((resolve) => {
    client.on("tokens.recounting", ({ done, status }) => {
      if (done === 16 && status === "running")
        void client.call("tokens.cancelRecount", {}).then((reply) => resolve(reply.cancelled));
    });
  });
  await client.call("settings.set", { project: { defaultModel: CL100K_MODEL } });
  expect(await cancelled).toBe(true);
  await ended("cancelled");
  const done = progress().at(-1)?.done ?? 0;
  expect(done).toBeGreaterThanOrEqual(16);
  expect(done).toBeLessThan(FILES + 1);
  expect(stored("cl100k_base")).toBe(done);

  await core.close();
  expect(stored("cl100k_base")).toBe(done);
  await open();
  expect(encodingsOf(await rows())).toEqual(["cl100k_base"]);
  expect(stored("cl100k_base")).toBe(FILES + 1);
  const told = events.findLast((event) => event.event === "workspace.indexing");
  expect(told).toMatchObject({ finished: true, total: FILES + 1 - done });
});

it("goes on with a cancelled recount when asked to", async () => {
  await rows();
  const stop = client.on("tokens.recounting", () => void client.call("tokens.cancelRecount", {}));
  await client.call("settings.set", { project: { defaultModel: CL100K_MODEL } });
  await ended("cancelled");
  stop();
  expect(await client.call("tokens.recount", {})).toEqual({ started: true });
  await ended("finished");
  expect(encodingsOf(await rows())).toEqual(["cl100k_base"]);
});

it("gives an agent on another encoding its own count, worked out once", async () => {
  await client.call("settings.set", { project: { defaultModel: "gpt-4o" } });
  put(project, {
    "agents.yaml": `agents:\n  - id: main\n    model: gpt-4o\n  - id: old\n    model: ${CL100K_MODEL}\n`,
  });
  const shown = async (agent: string) => {
    const { manifest } = await client.call("context.preview", { message: "hi", agent });
    return manifest?.segments.find(({ source }) => source === "workspace/AGENTS.md")?.raw.tokens;
  };
  const body = textOf(7);
  await client.call("workspace.write", { path: "AGENTS.md", text: body });
  const row = (await rows()).find(({ path }) => path === "workspace/AGENTS.md");
  expect(row).toMatchObject({
    token_encoding: "o200k_base",
    token_count: references.o200k_base.encode(body).length,
  });
  expect(await shown("old")).toBe(references.cl100k_base.encode(body).length);
  expect(await shown("main")).toBe(references.o200k_base.encode(body).length);

  const once = counts();
  await shown("old");
  await core.close();
  await open();
  await shown("old");
  expect(counts()).toEqual(once);
});

it("counts a context file of the project's root once, though it has no row", async () => {
  put(project, {
    "PREFERENCES.md": textOf(9),
    "agents.yaml":
      "agents:\n  - id: main\n    profile: harness\n    additionalContextFiles: [PREFERENCES.md]\n",
  });
  const shown = async () => {
    const { manifest } = await client.call("context.preview", { message: "hi" });
    return manifest?.segments.find(({ source }) => source === "PREFERENCES.md")?.raw.tokens;
  };
  await rows();
  expect(await shown()).toBe(references.o200k_base.encode(textOf(9)).length);
  const once = counts();
  await shown();
  await core.close();
  await open();
  await shown();
  expect(counts()).toEqual(once);
});

it("shows calibrations, corrects estimates by them, and resets them", async () => {
  const text = "一个 unknown model's text ".repeat(20);
  const plain = await client.call("tokens.count", { text, model: "mystery-1" });
  expect(plain).toEqual({ tokens: plain.tokens, encoding: "estimate", exact: false });
  await core.close();
  // As a finished call leaves it; the chat's own tests see that it is left.
  const store = openStore(join(project, ".satchel", "index.db"));
  const calibrations = openCalibrations(store, systemClock);
  calibrations.recordUsage("mystery-1", 1000, 1500);
  calibrations.recordUsage("gpt-4o", 1000, 1010);
  store.close();
  await open();

  const { calibrations: listed } = await client.call("tokens.calibrations", {});
  expect(listed.map(({ model, ratio, samples }) => [model, ratio, samples])).toEqual([
    ["gpt-4o", 1.01, 1],
    ["mystery-1", 1.5, 1],
  ]);
  expect(await client.call("tokens.count", { text, model: "mystery-1" })).toMatchObject({
    tokens: plain.tokens,
    calibrated: Math.round(plain.tokens * 1.5),
  });
  await client.call("tokens.resetCalibration", { model: "mystery-1" });
  expect(await client.call("tokens.count", { text, model: "mystery-1" })).toEqual(plain);
  await client.call("tokens.resetCalibration", {});
  expect(await client.call("tokens.calibrations", {})).toEqual({ calibrations: [] });
});

it("counts files added while a recount runs in the new encoding", async () => {
  await rows();
  client.on("tokens.recounting", ({ done }) => {
    if (done === 0) writeFileSync(join(project, "workspace", "late.md"), "late\n");
  });
  await client.call("settings.set", { project: { defaultModel: CL100K_MODEL } });
  await ended("finished");
  await eventually(async () =>
    expect((await rows()).some(({ path }) => path === "workspace/late.md")).toBe(true),
  );
  expect(encodingsOf(await rows())).toEqual(["cl100k_base"]);
});

it("marks the count of a file in the tree and of text as an estimate when the model's tokenizer is not known", async () => {
  const marks = async () => {
    await rows();
    const { entries } = await client.call("workspace.tree", { path: "knowledge" });
    return [...new Set(entries.map(({ tokensExact }) => tokensExact))];
  };
  expect(await marks()).toEqual([true]);
  expect(await client.call("tokens.count", { text: "hello" })).toMatchObject({ exact: true });
  await client.call("settings.set", { project: { defaultModel: "mystery-1" } });
  await ended("finished");
  expect(await marks()).toEqual([false]);
  expect(await client.call("tokens.count", { text: "hello" })).toMatchObject({ exact: false });

  await core.close();
  await open();
  expect(await marks()).toEqual([false]);
});

it("means the default agent's model where the project names none, and recounts when that changes", async () => {
  expect(encodingsOf(await rows())).toEqual(["o200k_base"]);
  await client.call("agents.save", { id: "main", values: { model: CL100K_MODEL } });
  await eventually(async () => expect(encodingsOf(await rows())).toEqual(["cl100k_base"]));
  expect((await client.call("tokens.count", { text: "hello" })).encoding).toBe("cl100k_base");
  await client.call("settings.set", { project: { defaultModel: "gpt-4o" } });
  await eventually(async () => expect(encodingsOf(await rows())).toEqual(["o200k_base"]));
});

it("has an edit from outside in the next prompt, with its own count and without a restart", async () => {
  await rows();
  const seen = async () => {
    const { messages, manifest } = await client.call("context.preview", {
      message: "hi",
      include: ["messages", "manifest"],
    });
    const segment = manifest?.segments.find(({ source }) => source === "workspace/AGENTS.md");
    return { text: messages?.[0]?.content ?? "", tokens: segment?.raw.tokens };
  };
  expect((await seen()).text).toContain("# Rules");
  // Until the watcher runs there are no events; the first one shows that it does.
  const edited = textOf(11);
  await eventually(async () => {
    writeFileSync(join(project, "workspace", "AGENTS.md"), edited);
    await vi.waitFor(async () => expect((await seen()).text).toContain(edited.trim()), { timeout: 2_000 });
  });
  expect((await seen()).tokens).toBe(references.o200k_base.encode(edited).length);
});

it("does not tokenise an unchanged file again for an assembly, not even one that is cut, not even after a restart", async () => {
  await client.call("workspace.write", {
    path: "LONG.md",
    text: "Sauerteig and flour, every day. ".repeat(400),
  });
  await rows();
  const overrides = { profile: { perFile: 500 } };
  const cut = async () => {
    const { manifest } = await client.call("context.preview", { message: "hi", overrides });
    return manifest?.segments.find(({ source }) => source === "workspace/LONG.md");
  };
  const first = await cut();
  expect(first).toMatchObject({ status: "truncated", reason: "per-file-limit" });
  const once = counts();
  expect(await cut()).toEqual(first);
  expect(counts()).toEqual(once);
  await core.close();
  await open();
  await rows();
  expect(await cut()).toMatchObject({ status: "truncated", sent: first?.sent });
  expect(counts()).toEqual(once);
});
