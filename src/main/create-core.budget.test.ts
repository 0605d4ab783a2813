import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Offer } from "#shared/contract/budget.ts";
import type { ListedChange } from "#shared/contract/changes.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { PromptEdit } from "#shared/model/prompt-edit.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;

const words = (count: number) => `${"word ".repeat(count).trim()}\n`;

const own = {
  id: "own",
  title: "Own",
  from: "layered",
  builtIn: false,
  kind: "layered",
  perFile: 200,
  total: 450,
};

const project = {
  "agents.yaml": `agents:
  - id: main
    displayName: Main
    profile: own
    maxContextTokens: 8000
    workspaceFiles: {includeTags: [team], exclude: [hidden.md]}
  - id: plain
    displayName: Plain
`,
  ".satchel/profiles/own.json": JSON.stringify(own, null, 2),
  "workspace/AGENTS.md": words(20),
  "workspace/a.md": `<!-- tags: team -->\n${words(150)}`,
  "workspace/b.md": `<!-- tags: team -->\n${words(400)}`,
  "workspace/c.md": `<!-- tags: team -->\n${words(190)}`,
  "workspace/untagged.md": words(30),
  "workspace/hidden.md": `<!-- tags: team -->\n${words(30)}`,
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "satchel-budget-"));
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const userData = mkdtempSync(join(tmpdir(), "satchel-user-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  await ask("project.open", { folder });
});
afterEach(async () => {
  await core.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw Object.assign(new Error(JSON.stringify(reply)), reply.error);
  return reply.value as T;
};

type Applied = { change: string | null; place: string; name: string; profile: string | null };

const read = (path: string) => readFileSync(join(folder, path), "utf8");
const apply = (edit: object, more: object = {}) => ask<Applied>("budget.apply", { edit, ...more });
const undo = (id: string | null) => ask<{ status: string }>("changes.undo", { id });
const preview = async (overrides: object = {}) =>
  (await ask<{ manifest: Manifest }>("context.preview", { overrides })).manifest;
const offersOf = async (part: string, more: object = {}) =>
  (await ask<{ offers: Offer[] }>("budget.offers", { pick: { part }, ...more })).offers;
const everything = () => Object.fromEntries(Object.keys(project).map((path) => [path, read(path)]));

const edits: readonly PromptEdit[] = [
  { kind: "limit", limit: "files", tokens: 180 },
  { kind: "limit", limit: "memory", tokens: 1 },
  { kind: "limit", limit: "reserved", tokens: 1000 },
  { kind: "raise", fields: { perFile: 400, total: 700 } },
  { kind: "pin", path: "workspace/untagged.md", on: true },
  { kind: "exclude", path: "workspace/a.md", on: true },
  { kind: "exclude", path: "workspace/hidden.md", on: false },
  { kind: "priority", path: "workspace/c.md", priority: 3 },
  { kind: "tag", path: "workspace/untagged.md", tag: "team" },
  { kind: "window", tokens: 5000 },
  {
    kind: "all",
    edits: [
      { kind: "raise", fields: { perFile: 400 } },
      { kind: "priority", path: "workspace/b.md", priority: 1 },
    ],
  },
];

it.each(edits.map((edit) => [JSON.stringify(edit), edit] as const))(
  "writes what a preview showed, as one change that is undone to the last byte: %s",
  async (_, edit) => {
    const before = everything();
    const shown = await preview({ edits: [edit] });
    const { change } = await apply(edit);
    const after = await preview();
    const account = ({ window, segments }: Manifest) => ({
      window,
      segments: segments.map(({ id, status, sent }) => `${id} ${status} ${sent.tokens}`).toSorted(),
    });
    expect(account(after)).toEqual(account(shown));
    const { changes } = await ask<{ changes: ListedChange[] }>("changes.list", {});
    expect(changes.map(({ id }) => id)).toEqual([change]);
    expect(changes[0]).toMatchObject({ actor: "you" });
    expect(await undo(change)).toMatchObject({ status: "done" });
    expect(everything()).toEqual(before);
  },
);

it("keeps what was changed since when an edit is undone", async () => {
  await ask("profiles.save", { profile: own });
  const { change } = await apply({ kind: "limit", limit: "files", tokens: 300 });
  await apply({ kind: "pin", path: "workspace/c.md", on: true });
  expect(await undo(change)).toMatchObject({ status: "done" });
  expect(JSON.parse(read(".satchel/profiles/own.json"))).toMatchObject({
    total: 450,
    pin: ["workspace/c.md"],
  });
});

it("gives an agent with a shipped profile a copy, and takes both files back at once", async () => {
  const agents = read("agents.yaml");
  const applied = await apply({ kind: "limit", limit: "files", tokens: 90 }, { agent: "plain" });
  expect(applied).toMatchObject({ place: "copy", name: "Plain, layered", profile: "plain-layered" });
  expect(read("agents.yaml")).toContain("profile: plain-layered");
  expect(JSON.parse(read(".satchel/profiles/plain-layered.json"))).toMatchObject({ total: 90, perFile: 90 });
  await undo(applied.change);
  expect(read("agents.yaml")).toBe(agents);
  expect(existsSync(join(folder, ".satchel/profiles/plain-layered.json"))).toBe(false);
});

it("writes nothing when a part of an edit cannot be written", async () => {
  const before = everything();
  const all = (...parts: readonly object[]) => ({ kind: "all", edits: parts });
  const raise = { kind: "raise", fields: { perFile: 300 } };
  const gone = { kind: "priority", path: "workspace/gone.md", priority: 1 };
  await expect(apply(all(raise, gone))).rejects.toMatchObject({ code: "not-found" });
  await expect(apply({ kind: "raise", fields: { total: 0 } })).rejects.toMatchObject({
    code: "profile-invalid",
  });
  await expect(apply({ kind: "tag", path: "workspace/a.md", tag: "a --> b" })).rejects.toMatchObject({
    code: "invalid-input",
  });
  await expect(apply({ kind: "priority", path: "../out.md", priority: 1 })).rejects.toMatchObject({
    code: "path-traversal",
  });
  expect(everything()).toEqual(before);
  expect(await ask("changes.list", {})).toMatchObject({ changes: [] });
});

it("takes edits that come at once one after the other", async () => {
  await Promise.all(
    ["a.md", "b.md", "c.md"].map((name) => apply({ kind: "pin", path: `workspace/${name}`, on: true })),
  );
  const { pin } = JSON.parse(read(".satchel/profiles/own.json")) as { pin: string[] };
  expect(pin.toSorted()).toEqual(["workspace/a.md", "workspace/b.md", "workspace/c.md"]);
});

it("offers each way to bring a file back with what it would do", async () => {
  const offers = await offersOf("files:workspace/c.md");
  expect(offers.map(({ id, place }) => [id, place])).toEqual([
    ["raise", "profile"],
    ["priority", "file"],
    ["pin", "profile"],
  ]);
  const [raise, priority] = offers;
  expect(raise?.effect?.grown.map(({ key }) => key)).toContain("files:workspace/c.md");
  expect(raise?.effect?.pushedOut).toEqual([]);
  expect(priority?.effect?.pushedOut.map(({ source }) => source)).not.toEqual([]);
  expect(await offersOf("files:workspace/c.md", { limit: 1 })).toHaveLength(1);
  for (const { edit, effect } of offers) {
    const before = await preview();
    const { change } = await apply(edit);
    expect((await preview()).window.used - before.window.used).toBe(effect?.tokens);
    await undo(change);
  }
});

it("says of an offer that nothing could be sent with it, and of a part that it is none", async () => {
  const offers = await offersOf("files:workspace/a.md", { overrides: { window: 6000 } });
  expect(offers.map(({ id }) => id)).toEqual(["pin", "exclude"]);
  await expect(offersOf("files:workspace/none.md")).rejects.toMatchObject({ code: "part-not-found" });
});

it("offers the limit at which everything fits for a divider", async () => {
  const { offers } = await ask<{ offers: Offer[] }>("budget.offers", { pick: { limit: "files" } });
  expect(offers).toMatchObject([{ id: "raise", field: "total", place: "profile" }]);
  expect(offers[0]?.effect?.comesIn.map(({ source }) => source)).toEqual(["workspace/c.md"]);
});

it("writes what an agent uses from now on", async () => {
  const applied = await apply({ kind: "agent", window: 4096, profile: "layered" });
  expect(applied).toMatchObject({ place: "agents", name: "agents.yaml", profile: null });
  expect(read("agents.yaml")).toContain("maxContextTokens: 4096");
  expect(read("agents.yaml")).toContain("profile: layered");
});
