import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

/** One project, and people who each have an overlay folder of their own on it. */
let project: string;
const opened: Person[] = [];
beforeEach(() => {
  project = temporaryProject({
    "agents.yaml": "agents:\n  - id: juno\n    transcriptsDir: transcripts\n  - id: two\n",
    ".satchel/settings.json": JSON.stringify({ timeZone: "UTC" }),
    "workspace/AGENTS.md": "Answer briefly.",
    "workspace/MEMORY.md": "# Memory\n\n- The oven runs at 230 degrees.\n",
  });
});
afterEach(async () => {
  for (const person of opened.splice(0)) await person.core.close();
});

type Person = { core: Core; client: Client; overlay: string | null; userData: string };
const sessions = "agents/juno/sessions";

const arrive = async (overlay: string | null, userData = mkdtempSync(join(tmpdir(), "satchel-user-"))) => {
  const core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  if (overlay !== null) await client.call("settings.set", { user: { overlays: { [project]: overlay } } });
  await client.call("project.open", { folder: project });
  const person = { core, client, overlay, userData };
  opened.push(person);
  return person;
};
const leave = async (person: Person) => {
  opened.splice(opened.indexOf(person), 1);
  await person.core.close();
};
const talk = async ({ client }: Person, text: string) => {
  const { session } = await client.call("sessions.create", {});
  await client.call("chat.send", { session: session.id, text });
  return session.id;
};
const titles = async ({ client }: Person) =>
  (await client.call("sessions.list", { archived: false })).sessions.map(({ id }) => id);
/** Everything of a person that could hold words of another one. */
const everything = async ({ client }: Person, words: string) => {
  await client.call("memory.stats", {});
  const answers = await Promise.all([
    client.call("sessions.list", { archived: false }),
    client.call("sessions.search", { query: words, limit: 10 }),
    client.call("memory.search", { query: words, limit: 10 }),
    client.call("memory.list", { limit: 200 }),
    client.call("memory.entities", {}),
    client.call("context.preview", { message: words, include: ["messages", "manifest"] }),
    client.call("context.runs", {}),
    client.call("changes.list", {}),
    client.call("trash.list", {}),
    client.call("tools.run", { name: "session_logs", args: { action: "search", query: words } }),
    client.call("tools.run", { name: "search_files", args: { query: words, where: "project" } }),
  ]);
  return JSON.stringify(answers);
};
const overlayOf = () => mkdtempSync(join(tmpdir(), "satchel-overlay-"));

describe("conversations of a person with an overlay", () => {
  it("are written to the overlay and not to the project", async () => {
    const ana = await arrive(overlayOf());
    const id = await talk(ana, "my heron is called Hugo");
    const files = readdirSync(join(ana.overlay ?? "", sessions));
    expect(files).toEqual(expect.arrayContaining([`${id}.jsonl`, `${id}.log.jsonl`, "sessions.json"]));
    expect(existsSync(join(project, "workspace", "agents"))).toBe(false);
    expect(existsSync(join(project, "transcripts"))).toBe(false);
    expect(existsSync(join(project, ".satchel", "index.db"))).toBe(false);
    expect((await ana.client.call("sessions.read", { session: id })).entries).toHaveLength(2);
  });

  it("are there again after a restart, and so is what was learned", async () => {
    const overlay = overlayOf();
    const ana = await arrive(overlay);
    const id = await talk(ana, "My sister is Anna. I live in Porto.");
    await leave(ana);
    const again = await arrive(overlay, ana.userData);
    expect(await titles(again)).toEqual([id]);
    await expect.poll(() => everything(again, "sister Anna")).toContain("Anna");
  });

  it("are seen by nobody else: not in lists, search, memory, prompts, runs, changes or the trash", async () => {
    const ana = await arrive(overlayOf());
    await talk(ana, "My sister is Zebulina. Zebulina owns the boat Quorra.");
    const removed = await talk(ana, "Zebulina sold Quorra.");
    await ana.client.call("memory.add", { text: "Zebulina dislikes figs" });
    await ana.client.call("sessions.remove", { session: removed });
    await expect.poll(() => everything(ana, "Zebulina")).toContain("Zebulina");
    await leave(ana);
    for (const overlay of [overlayOf(), null]) {
      const ben = await arrive(overlay);
      expect(await titles(ben)).toEqual([]);
      expect((await everything(ben, "Quorra")).replaceAll('"Quorra"', "")).not.toMatch(
        /Zebulina|owns the boat/,
      );
      await leave(ben);
    }
    const files = readdirSync(project, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
    const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(texts.filter((text) => text.includes("Zebulina"))).toEqual([]);
  });
});

describe("conversations of the project, for a person with an overlay", () => {
  const line = (id: string, parentId: string | null, role: string, content: string) =>
    `${JSON.stringify({ type: "message", id, parentId, timestamp: "2026-11-16T10:00:00.000Z", role, content })}\n`;
  const shared = (folder: string, id: string, word: string) => {
    const lines = line("u1", null, "user", `Hello ${word}`) + line("a1", "u1", "assistant", "Good day");
    put(folder, {
      [`${sessions}/sessions.json`]: JSON.stringify({
        sessions: { [id]: { summary: word, updatedAt: "2026-11-16T10:00:00.000Z" } },
        version: 1,
      }),
      [`${sessions}/satchel.json`]: JSON.stringify({ sessions: { [id]: { kind: "main" } }, version: 1 }),
      [`${sessions}/${id}.jsonl`]: lines,
      [`${sessions}/${id}.log.jsonl`]: lines,
      [`${sessions}/${id}.results/r.txt`]: "long",
    });
  };

  it("are listed beside the overlay's, each once", async () => {
    const overlay = overlayOf();
    shared(join(project, "workspace"), "base-1", "base");
    shared(overlay, "mine-1", "mine");
    const ana = await arrive(overlay);
    expect((await titles(ana)).sort()).toEqual(["base-1", "mine-1"]);
    expect((await ana.client.call("sessions.search", { query: "Hello", limit: 10 })).hits).toHaveLength(2);
  });

  it("are copied to the overlay before the first word of the person", async () => {
    const overlay = overlayOf();
    shared(join(project, "workspace"), "base-1", "base");
    const before = readFileSync(join(project, "workspace", sessions, "base-1.log.jsonl"), "utf8");
    const ana = await arrive(overlay);
    await ana.client.call("chat.send", { session: "base-1", text: "Mine alone" });
    await ana.client.call("sessions.rename", { session: "base-1", title: "My own title" });
    const read = await ana.client.call("sessions.read", { session: "base-1" });
    expect(read.entries).toHaveLength(4);
    expect(read.session.title).toBe("My own title");
    expect(await titles(ana)).toEqual(["base-1"]);
    expect(readFileSync(join(project, "workspace", sessions, "base-1.log.jsonl"), "utf8")).toBe(before);
    expect(readFileSync(join(overlay, sessions, "base-1.results", "r.txt"), "utf8")).toBe("long");
    await leave(ana);
    const ben = await arrive(overlayOf());
    expect((await ben.client.call("sessions.read", { session: "base-1" })).entries).toHaveLength(2);
  });

  it("come back to the layer they were removed from", async () => {
    const overlay = overlayOf();
    shared(join(project, "workspace"), "base-1", "base");
    const ana = await arrive(overlay);
    const mine = await talk(ana, "Hello");
    for (const session of ["base-1", mine]) {
      const { undo } = await ana.client.call("sessions.remove", { session });
      expect(await titles(ana)).not.toContain(session);
      await ana.client.call("sessions.undoRemove", { undo: undo ?? "" });
      expect((await ana.client.call("sessions.read", { session })).entries).toHaveLength(2);
    }
    expect(existsSync(join(project, "workspace", sessions, "base-1.log.jsonl"))).toBe(true);
    expect(existsSync(join(overlay, sessions, "base-1.log.jsonl"))).toBe(false);
    expect(existsSync(join(overlay, sessions, `${mine}.log.jsonl`))).toBe(true);
  });
});

it("does not let another agent read the conversations of an overlay", async () => {
  const ana = await arrive(overlayOf());
  const id = await talk(ana, "my heron is called Hugo");
  const read = (agent: string) =>
    ana.client.call("tools.run", {
      name: "read_file",
      args: { path: `${sessions}/${id}.log.jsonl` },
      agent,
    });
  expect(JSON.stringify(await read("juno"))).toContain("Hugo");
  await expect(read("two")).rejects.toMatchObject({ code: "not-found" });
});

it("changes to another overlay as a whole", async () => {
  const ana = await arrive(null);
  const inProject = await talk(ana, "Said in the project");
  await ana.client.call("settings.set", { user: { overlays: { [project]: overlayOf() } } });
  const own = await talk(ana, "Said in the overlay");
  expect((await titles(ana)).sort()).toEqual([inProject, own].sort());
  await ana.client.call("settings.set", { user: { overlays: { [project]: null } } });
  expect(await titles(ana)).toEqual([inProject]);
});

it("refuses to open a project whose overlay cannot be written", async () => {
  const file = join(overlayOf(), "file");
  put(join(file, ".."), { file: "x" });
  await expect(arrive(join(file, "inside"))).rejects.toMatchObject({ code: "overlay-not-usable" });
});

describe("an overlay that is not apart from the project", () => {
  /** The project itself, a folder inside it, one inside it by a link, and one around it. */
  const nested = () => [
    project,
    join(project, "mine", "own"),
    join(linkTo(project), "own"),
    dirname(project),
  ];

  it("refuses the project, and makes nothing in it", async () => {
    for (const overlay of nested()) {
      await expect(arrive(overlay)).rejects.toMatchObject({ code: "overlay-not-usable" });
    }
    expect(readdirSync(project)).toEqual([".satchel", "agents.yaml", "workspace"]);
  });

  it("is refused by the settings of an open project, which keeps the overlay it had", async () => {
    const own = overlayOf();
    const ana = await arrive(own);
    const id = await talk(ana, "Said in the overlay");
    for (const overlay of nested()) {
      const change = ana.client.call("settings.set", { user: { overlays: { [project]: overlay } } });
      await expect(change).rejects.toMatchObject({ code: "overlay-not-usable" });
    }
    expect((await ana.client.call("settings.get", {})).user.overlays).toEqual({ [project]: own });
    expect(await titles(ana)).toEqual([id]);
  });
});

const linkTo = (folder: string) => {
  const link = join(overlayOf(), "link");
  symlinkSync(folder, link);
  return link;
};
