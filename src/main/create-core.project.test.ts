import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { eventually } from "./base/test-eventually.ts";
import { temporaryName } from "./base/write-atomic.ts";

const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
const noon = new Date(2026, 10, 16, 12);
let core: Core;
let userData: string;
let events: Events[];

const start = () => {
  const ports = testPorts({ clock: { now: () => noon } });
  core = createCore(ports, { userData, resources: "resources" }, { checkOutput: true });
  core.on((event) => events.push(event));
};
beforeEach(() => {
  userData = temp();
  events = [];
  start();
});
afterEach(() => core.close());

const open = (input: object) => core.dispatch("project.open", input);
const value = async (method: string, input: object = {}) => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value;
};

const NOBODY = 65_534;

/** Permissions do not bind root, so for this long the process is somebody else, with a data folder of their own. */
const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
  if (process.getuid?.() !== 0) return work();
  const owned = readdirSync(userData, { recursive: true, encoding: "utf8" }).map((name) =>
    join(userData, name),
  );
  for (const path of [userData, ...owned]) chownSync(path, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
};

it("removes what a killed process left beside agents.yaml, and no file of the user", async () => {
  const folder = temp();
  const old = new Date(1_000_000_000_000);
  const left = join(folder, temporaryName());
  for (const path of [left, join(folder, ".hidden")]) {
    writeFileSync(path, "agents: []");
    utimesSync(path, old, old);
  }
  await value("project.open", { folder });
  expect(existsSync(left)).toBe(false);
  expect(existsSync(join(folder, ".hidden"))).toBe(true);
});

it("asks for a folder by the host's dialog, where it has one", async () => {
  expect(await value("app.info")).toMatchObject({ picksFolders: false });
  expect(await value("project.pickFolder")).toEqual({ folder: null });
  const folders = ["/home/you/bakery", null];
  const ports = testPorts({ pickFolder: async () => folders.shift() ?? null });
  const other = createCore(ports, { userData: temp(), resources: "resources" }, { checkOutput: true });
  expect(await other.dispatch("app.info", {})).toMatchObject({ value: { picksFolders: true } });
  expect(await other.dispatch("project.pickFolder", {})).toEqual({
    ok: true,
    value: { folder: "/home/you/bakery" },
  });
  expect(await other.dispatch("project.pickFolder", {})).toEqual({ ok: true, value: { folder: null } });
  await other.close();
});

describe("creating a project", () => {
  it("copies the template, without its card and with notes of these days", async () => {
    const folder = join(temp(), "new", "bakery");
    expect(await open({ folder, create: true })).toMatchObject({
      ok: true,
      value: { folder, hasWorkspace: true, workspace: "workspace" },
    });
    expect(existsSync(join(folder, "template.json"))).toBe(false);
    expect(readdirSync(join(folder, "workspace/memory"))).toContain("2026-11-13.md");
    expect(readFileSync(join(folder, "workspace/memory/2026-11-13.md"), "utf8")).toContain("2026-11-13");
    expect(readFileSync(join(folder, ".satchel/.gitignore"), "utf8")).toBe("*\n");
    expect(((await value("project.info")) as ProjectInfo).warnings).toEqual([]);
  });

  it("never overwrites a file that exists", async () => {
    const folder = temp();
    mkdirSync(join(folder, "workspace"));
    writeFileSync(join(folder, "workspace/AGENTS.md"), "mine");
    writeFileSync(join(folder, "SOUL.md"), "");
    expect(await open({ folder, create: true })).toMatchObject({ ok: true });
    expect(readFileSync(join(folder, "workspace/AGENTS.md"), "utf8")).toBe("mine");
    expect(readFileSync(join(folder, "SOUL.md"), "utf8")).toBe("");
    expect(existsSync(join(folder, "workspace/USER.md"))).toBe(true);
  });

  it("leaves nothing half-created when the template cannot be copied", async () => {
    const folder = temp();
    writeFileSync(join(folder, "workspace"), "a file in the way");
    expect(await open({ folder, create: true })).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(["workspace"]);
  });

  it("leaves nothing half-created when the project cannot be opened", async () => {
    const parent = temp();
    const folder = join(parent, "made");
    mkdirSync(join(folder, ".satchel"), { recursive: true });
    const db = new Database(join(folder, ".satchel/index.db"));
    db.pragma("user_version = 9999");
    db.close();
    expect(await open({ folder, create: true })).toMatchObject({
      ok: false,
      error: { code: "database-newer" },
    });
    expect(readdirSync(folder)).toEqual([".satchel"]);
  });

  it("says why a folder cannot be made, and makes nothing on the way", async () => {
    const parent = temp();
    writeFileSync(join(parent, "file"), "text");
    for (const folder of [join(parent, "file"), join(parent, "file/below"), join(parent, "file/far/below")]) {
      expect(await open({ folder, create: true })).toMatchObject({
        ok: false,
        error: { code: "not-a-folder", detail: { folder } },
      });
    }
    expect(readdirSync(parent)).toEqual(["file"]);
  });

  it("refuses a template it does not have, and creates nothing", async () => {
    const folder = join(temp(), "x");
    for (const template of ["nobody", "../bakery", ""]) {
      const reply = await open({ folder, create: true, template });
      expect(reply).toMatchObject({ ok: false, error: { code: "template-not-found" } });
    }
    expect(existsSync(folder)).toBe(false);
  });

  it("lists the templates that ship", async () => {
    expect(await value("project.templates")).toMatchObject({
      templates: [
        expect.objectContaining({ id: "bakery", title: "Harbor Bakery" }),
        expect.objectContaining({ id: "plain", title: "Plain start" }),
      ],
    });
  });
});

describe("opening a project", () => {
  it("refuses what is no folder, with a code for each reason", async () => {
    const folder = temp();
    writeFileSync(join(folder, "file"), "");
    expect(await open({ folder: join(folder, "missing") })).toMatchObject({
      ok: false,
      error: { code: "folder-not-found" },
    });
    expect(await open({ folder: join(folder, "file") })).toMatchObject({
      ok: false,
      error: { code: "not-a-folder" },
    });
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("opens a folder that cannot be written for reading, and writes nothing into it", async () => {
    const folder = temp();
    chmodSync(folder, 0o555);
    const reply = await asNobody(() => open({ folder }));
    expect(reply).toMatchObject({ ok: true, value: { readOnly: { owner: null } } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a folder whose place for the app is taken", async () => {
    const folder = temp();
    writeFileSync(join(folder, ".satchel"), "a file");
    expect(await open({ folder })).toMatchObject({ ok: false, error: { code: "folder-not-writable" } });
  });

  it("only warns about a folder without a workspace, and without AGENTS.md", async () => {
    const folder = temp();
    await open({ folder });
    expect(await value("project.info")).toMatchObject({
      hasWorkspace: false,
      warnings: [{ code: "workspace-missing", path: "workspace" }],
    });
    expect(await value("workspace.tree")).toEqual({ entries: [], leftOut: 0 });
    mkdirSync(join(folder, "workspace"));
    expect(await value("project.info")).toMatchObject({
      hasWorkspace: true,
      warnings: [{ code: "agents-md-missing", path: "workspace/AGENTS.md" }],
    });
  });

  it("says so when a warning comes or goes", async () => {
    const folder = temp();
    await open({ folder });
    await value("project.info");
    events.length = 0;
    await value("workspace.write", { path: "AGENTS.md", text: "<!-- priority: x -->\nHi" });
    await eventually(() =>
      expect(events).toContainEqual({
        event: "project.warnings",
        warnings: [expect.objectContaining({ code: "front-matter", path: "workspace/AGENTS.md", line: 1 })],
      }),
    );
  });

  it("remembers the last twelve projects, newest first, across a restart", async () => {
    const folders = Array.from({ length: 13 }, temp);
    for (const folder of [...folders, folders[5] as string]) await open({ folder });
    await core.close();
    start();
    const { projects } = (await value("project.recent")) as { projects: { folder: string }[] };
    const expected = [5, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1].map((n) => folders[n]);
    expect(projects.map(({ folder }) => folder)).toEqual(expected);
  });

  it("starts a new list when the old one cannot be read", async () => {
    writeFileSync(join(userData, "recent.json"), "{broken");
    expect(await value("project.recent")).toEqual({ projects: [] });
    const folder = temp();
    await open({ folder });
    expect(await value("project.recent")).toMatchObject({ projects: [{ folder }] });
  });
});
