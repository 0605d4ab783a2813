import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { IgnoreRules } from "../../workspace/ignore-rules.ts";
import { put, temporaryProject } from "../../workspace/test-workspace.ts";
import { listProjectFiles } from "./list-project-files.ts";
import { ProjectReader, type ReadProjectInput } from "./read-project.ts";

let folder: string;
let reader: ProjectReader;
let now: number;
let listings: number;
let warnings: string[];

beforeEach(() => {
  folder = temporaryProject();
  now = 0;
  listings = 0;
  warnings = [];
  reader = new ProjectReader({
    folder,
    env: {},
    originOf: () => "you",
    workspaces: () => ["workspace"],
    clock: { now: () => new Date(now) },
    projectFiles: (known, signal) => {
      listings += 1;
      const rules = new IgnoreRules(folder, () => ["workspace"]);
      return listProjectFiles({ folder, rules, workspaces: ["workspace"], known, signal });
    },
  });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = async (text: string) => text.length;

const read = (input: Partial<ReadProjectInput> = {}, exclude: string[] = []) =>
  reader.read({ exclude }, { activeFile: null, overrides: {}, isRun: false, ...input }, count, warnings);

it("gives every candidate in order, counted, with what its text is", async () => {
  put(folder, { "package.json": "{}", "src/é.ts": "é", "workspace/USER.md": "private", ".env": "KEY=1" });
  expect(await read()).toMatchObject([
    { path: "package.json", text: "{}", tokens: 2, utf8Bytes: 2 },
    { path: "src/é.ts", text: "é", tokens: 1, utf8Bytes: 2 },
  ]);
});

it("never reads a secret or a workspace file through a link", async () => {
  put(folder, { "a.txt": "a", "workspace/USER.md": "private", ".env": "KEY=1" });
  symlinkSync(join(folder, ".env"), join(folder, "harmless.txt"));
  symlinkSync(join(folder, "workspace"), join(folder, "docs"));
  expect((await read()).map((file) => file.path)).toEqual(["a.txt"]);
});

it("does not read what is excluded by hand, and keeps it as a candidate", async () => {
  put(folder, { "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  const files = await read(
    { overrides: { files: { "a.txt": { exclude: true }, "b.txt": { exclude: false } } } },
    ["b.txt", "c.txt"],
  );
  expect(new Map(files.map((file) => [file.path, file.text]))).toEqual(
    new Map([
      ["a.txt", null],
      ["b.txt", "b"],
      ["c.txt", null],
    ]),
  );
});

it("takes the editor's unsaved text for the file's", async () => {
  put(folder, { "a.txt": "saved" });
  const [file] = await read({ overrides: { files: { "a.txt": { text: "typed!" } } } });
  expect(file).toMatchObject({ text: "typed!", tokens: 6 });
});

it("shares a listing among previews for half a second, and looks again for a run", async () => {
  put(folder, { "a.txt": "a" });
  await read();
  now = 499;
  await read();
  expect(listings).toBe(1);
  await read({ isRun: true });
  expect(listings).toBe(2);
  now = 2_000;
  await read();
  expect(listings).toBe(3);
});

it("has the text and the order of a file that was just saved, also within that half second", async () => {
  put(folder, { "a.txt": "a", "b.txt": "b" });
  await read({ isRun: true });
  put(folder, { "b.txt": "b, saved" });
  expect((await read()).map(({ text }) => text)).toEqual(["b, saved", "a"]);
  rmSync(join(folder, "b.txt"));
  expect((await read()).map(({ text }) => text)).toEqual(["a"]);
  expect(warnings).toEqual([]);
});

it("has a file that was made a moment ago, also in a folder that is new", async () => {
  put(folder, { "src/a.txt": "a" });
  await read({ isRun: true });
  put(folder, { "src/b.txt": "just made" });
  expect((await read()).map(({ path }) => path)).toContain("src/b.txt");
  put(folder, { "src/deep/c.txt": "in a new folder" });
  expect((await read()).map(({ path }) => path)).toContain("src/deep/c.txt");
});

it("names a file that vanished while the prompt was put together", async () => {
  put(folder, { "c.txt": "c" });
  const fresh = new ProjectReader({
    folder,
    env: {},
    originOf: () => "you",
    workspaces: () => [],
    clock: { now: () => new Date(0) },
    projectFiles: async () => ({
      isCut: false,
      folders: new Map(),
      files: ["a.txt", "c.txt"].map((path) => ({ path, bytes: 1, changedAt: 0, binary: false })),
    }),
  });
  const files = await fresh.read(
    { exclude: [] },
    { activeFile: null, overrides: {}, isRun: true },
    count,
    warnings,
  );
  expect(files.map((file) => file.path)).toEqual(["c.txt"]);
  expect(warnings).toEqual([expect.stringContaining("a.txt")]);
});
