import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryProject } from "./test-workspace.ts";
import type { Target } from "./roots.ts";
import { Trash } from "./trash.ts";

const target = (project: string, path: string): Target => ({
  path,
  layer: "base",
  absolute: join(project, path),
  entry: join(project, path),
  found: "file",
  bytes: 0,
  mode: 0o644,
  modifiedMs: 0,
});
const day = (number: number) => new Date(Date.UTC(2026, 10, number));

const filled = async () => {
  const project = temporaryProject({
    "a.md": "a".repeat(100),
    "dir/b.md": "b".repeat(50),
    "dir/in/c.md": "c",
  });
  const trash = new Trash(project);
  await trash.put(target(project, "a.md"), "first", day(1));
  await trash.put(target(project, "dir"), "second", day(10));
  return { project, trash };
};

it("lists what it holds, newest first, with sizes, after a restart as well", async () => {
  const { project } = await filled();
  expect(await new Trash(project).list()).toMatchObject([
    { id: "second", path: "dir", kind: "folder", bytes: 51, at: day(10).toISOString() },
    { id: "first", path: "a.md", kind: "file", bytes: 100, at: day(1).toISOString() },
  ]);
});

it("keeps within the limits of age and size", async () => {
  const old = await filled();
  expect(await old.trash.prune({ days: 5, bytes: 1_000 }, day(12))).toBe(1);
  expect((await old.trash.list()).map(({ id }) => id)).toEqual(["second"]);
  const large = await filled();
  expect(await large.trash.prune({ days: 100, bytes: 120 }, day(12))).toBe(1);
  expect((await large.trash.list()).map(({ id }) => id)).toEqual(["second"]);
});

it("clears away what a crash left behind, and nothing outside of it", async () => {
  const { project, trash } = await filled();
  mkdirSync(join(project, ".satchel/trash/half/content"), { recursive: true });
  writeFileSync(
    join(project, ".satchel/trash/half/from.json"),
    '{"path":"x","layer":"base","name":"../../../a"}',
  );
  await trash.list();
  expect(readdirSync(join(project, ".satchel/trash")).sort()).toEqual(["first", "second"]);
  await trash.remove("..");
  expect(existsSync(join(project, ".satchel/trash/first"))).toBe(true);
});
