import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { Author } from "../workspace/recorder.ts";
import { closeCounter, temporaryProject } from "../workspace/test-workspace.ts";
import { openTestChanges, textAt, type TestChanges } from "./test-changes.ts";

/** In memory where the system has such a disk: thousands of writes that wait for a shared disk take minutes. */
const disk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const made: string[] = [];
const projectWith = (files: Readonly<Record<string, string>>): string => {
  const project = temporaryProject(files, disk);
  made.push(project);
  return project;
};

afterAll(async () => {
  await closeCounter();
  for (const project of made) rmSync(project, { recursive: true, force: true });
});

const FILES = 10;
const LINES = 110;
const EDITS = 500;
const actors = ["you", "agent", "outside", "restore"] as const;
type Actor = (typeof actors)[number];

const pathOf = (file: number) => `workspace/file-${file}.md`;
/** Crockford's generator: the same edits for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
const shuffled = <T>(values: readonly T[], random: (below: number) => number): T[] => {
  const out = [...values];
  for (let index = out.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [out[index], out[other]] = [out[other] as T, out[index] as T];
  }
  return out;
};

const by: Record<Exclude<Actor, "outside">, Author> = {
  you: { actor: "you", kind: "save", title: "Saved" },
  agent: { actor: "agent:main", title: "Wrote", session: "s", turn: "t" },
  restore: { actor: "you", kind: "restore", title: "Restored" },
};

const write = async (test: TestChanges, project: string, actor: Actor, path: string, text: string) => {
  const { workspace, changes } = test;
  if (actor === "outside") {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
    // Noticed at once, or only by the next write.
    if (text.length % 2 === 0) await workspace.counts.recount([path]);
    await changes.settled();
  } else if (actor === "restore") {
    await workspace.exact.put({ path, layer: "base" }, Buffer.from(text), by.restore);
  } else await workspace.write("", path, text, undefined, by[actor]);
};

const clockFrom = (minutes: () => number) => {
  let now = Date.parse("2026-11-17T08:00:00Z");
  return { now: () => new Date((now += minutes() * 60_000)) };
};

/** Each line is edited once at most, and no two edited lines touch; so every undo can be merged, in any order. */
const disjointEdits = async (seed: number) => {
  const random = randomFrom(seed);
  const original = (file: number) =>
    Array.from({ length: LINES }, (_, line) => `file ${file} line ${line}\n`);
  const now = Array.from({ length: FILES }, (_, file) => original(file));
  const project = projectWith(Object.fromEntries(now.map((lines, file) => [pathOf(file), lines.join("")])));
  const test = await openTestChanges(project, { clock: clockFrom(() => random(4)) });
  const places = shuffled(
    Array.from({ length: FILES * (LINES / 2) }, (_, n) => [n % FILES, 2 * Math.floor(n / FILES)] as const),
    random,
  ).slice(0, EDITS);
  for (const [n, [file, line]] of places.entries()) {
    const replacements = ["", `edit ${n}\n`, `edit ${n}\nand one more ${n}\n`, `Bearbeitung ${n} — 編集\r\n`];
    now[file]![line] = replacements[random(4)]!;
    await write(test, project, actors[random(4)]!, pathOf(file), now[file]!.join(""));
  }
  for (const [file] of now.entries()) await test.workspace.counts.recount([pathOf(file)]);
  await test.changes.settled();
  const { changes: listed } = await test.changes.list({ limit: 1000 });
  for (const change of shuffled(listed, random)) {
    const touched = await linesOf(test, change.id, original);
    const undone = await test.changes.undo(change.id);
    expect(undone.status).toBe("done");
    for (const { file, line } of touched) now[file]![line] = original(file)[line]!;
    for (const { file } of touched) expect(textAt(project, pathOf(file))).toBe(now[file]!.join(""));
  }
  expect(new Set(listed.map(({ actor }) => actor))).toEqual(new Set(["you", "agent:main", "outside"]));
  await test.close();
  const files = [...now.keys()];
  return {
    left: files.map((file) => textAt(project, pathOf(file))),
    original: files.map((file) => original(file).join("")),
  };
};

/** Lines of the original that a change replaced: those in its text before and not in its text after. */
const linesOf = async (test: TestChanges, id: string, original: (file: number) => string[]) => {
  const { files } = await test.changes.get(id);
  const touched: { file: number; line: number }[] = [];
  for (const { path } of files) {
    const { before, after } = await test.changes.diff(id, path);
    const file = Number(/file-(\d+)/.exec(path)?.[1]);
    for (const [line, text] of original(file).entries()) {
      if (before?.includes(text) && !after?.includes(text)) touched.push({ file, line });
    }
  }
  return touched;
};

/** One that stays the same and two new ones per run. The name of a failed test has its seed, to run it again. */
const newSeed = () => Math.floor(Math.random() * 2 ** 32);
const again = process.env.SATCHEL_SEED;
const seeds = again === undefined ? [20_261_117, newSeed(), newSeed()] : [Number(again)];

it.each(seeds)(
  "ends in the right bytes after each of 500 edits by four actors is undone, in random order (SATCHEL_SEED=%i)",
  async (seed) => {
    const { left, original } = await disjointEdits(seed);
    expect(left).toEqual(original);
  },
  240_000,
);

const linesIn = (text: string | null): string[] =>
  (text ?? "").split(/(?<=\n)/).filter((line) => line !== "");
const without = (lines: readonly string[], some: readonly string[]) =>
  lines.filter((line) => !some.includes(line));

/** Edits of the same and of neighbouring lines. Every line that is ever written is there once, so it names its edit. */
const collidingEdits = async (seed: number) => {
  const random = randomFrom(seed);
  const original = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: 60 }, (_, line) => `file ${file} line ${line}\n`).join(""),
  );
  const now = original.map((text) => linesIn(text));
  const project = projectWith(Object.fromEntries(original.map((text, file) => [pathOf(file), text])));
  const test = await openTestChanges(project, { clock: clockFrom(() => random(4)) });
  const last = now.map(() => 0);
  for (let n = 0; n < EDITS; n += 1) {
    const file = random(FILES);
    const lines = now[file]!;
    // Half of them beside, or on, what was edited before.
    const near = last[file]! - 1 + random(3);
    const line = Math.max(0, Math.min(lines.length - 1, random(2) === 0 ? near : random(lines.length)));
    const replacements = [
      [],
      [`edit ${n}\n`],
      [`edit ${n}\n`, `more ${n}\r\n`],
      [`edit ${n} — 編集\n`, lines[line]!],
    ];
    // A line that an edit added is not deleted alone: undoing the edit would find it gone and write nothing, and
    // undoing the deletion afterwards rightly brings it back.
    const isFirst = lines[line]!.startsWith("file ");
    lines.splice(line, 1, ...replacements[isFirst ? random(4) : 1 + random(3)]!);
    last[file] = line;
    await write(test, project, actors[random(4)]!, pathOf(file), lines.join(""));
  }
  for (const [file] of now.entries()) await test.workspace.counts.recount([pathOf(file)]);
  await test.changes.settled();
  const { changes: listed } = await test.changes.list({ limit: 1000 });
  const left: (typeof listed)[number][] = [];
  let merged = 0;
  for (const change of shuffled(listed, random)) {
    const outcome = await undoChecked(test, project, change.id);
    if (outcome === "conflict") left.push(change);
    else if (outcome === "merged") merged += 1;
  }
  // Nothing that was made later is in the way of the newest one.
  const inOrder = listed.filter((change) => left.includes(change));
  for (const { id } of inOrder) expect(await undoChecked(test, project, id)).not.toBe("conflict");
  await test.close();
  const texts = original.map((_, file) => textAt(project, pathOf(file)));
  return { texts, original, merged, conflicts: left.length };
};

/** Undoes one change, and compares each file with what its lines say must be there now. */
const undoChecked = async (test: TestChanges, project: string, id: string) => {
  const { files } = await test.changes.get(id);
  const sides = await Promise.all(
    files.map(async ({ path }) => ({
      ...(await test.changes.diff(id, path)),
      was: textAt(project, path),
    })),
  );
  const undone = await test.changes.undo(id);
  if (undone.status === "conflict") {
    expect(undone.conflicts.length).toBeGreaterThan(0);
    for (const { path, before, after, was } of sides) {
      expect(textAt(project, path)).toBe(was);
      const conflict = undone.conflicts.find((each) => each.path === path);
      if (conflict)
        expect(conflict).toMatchObject({ base: after, mine: was, theirs: before, decidable: true });
    }
    return "conflict";
  }
  for (const { path, before, after, was } of sides) {
    const added = without(linesIn(after), linesIn(before));
    const removed = without(linesIn(before), linesIn(after));
    const left = linesIn(textAt(project, path));
    expect(left.toSorted()).toEqual([...without(linesIn(was), added), ...removed].toSorted());
    expect(without(left, removed)).toEqual(without(linesIn(was), added));
    expect(left.filter((line) => linesIn(before).includes(line))).toEqual(
      linesIn(before).filter((line) => left.includes(line)),
    );
  }
  return sides.some(({ after, was }) => after !== was) ? "merged" : "restored";
};

it.each(seeds.slice(0, 2))(
  "merges or reports 500 edits of the same and neighbouring lines, undone in random order (SATCHEL_SEED=%i)",
  async (seed) => {
    const { texts, original, merged, conflicts } = await collidingEdits(seed);
    expect(texts).toEqual(original);
    expect(merged).toBeGreaterThan(20);
    expect(conflicts).toBeGreaterThan(20);
  },
  240_000,
);

const step = fc.record({
  actor: fc.constantFrom(...actors),
  what: fc.constantFrom("write", "write", "write", "remove", "move"),
  file: fc.integer({ min: 0, max: 4 }),
  to: fc.integer({ min: 0, max: 4 }),
  text: fc.string({ unit: fc.constantFrom("a\n", "b\n", "c", "\r\n", "ü"), maxLength: 12 }),
});

/** Everything in the workspace, by path. */
const snapshot = (project: string): Record<string, string> => {
  const names = readdirSync(join(project, "workspace"), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path, readFileSync(path, "latin1")]),
  );
};

it.each([12, newSeed() | 0])(
  "undoes writes, removals and moves of every kind step by step (seed %i)",
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const project = projectWith({ "workspace/file-0.md": "zero\n", "workspace/file-1.md": "one\n" });
        // Half an hour between two steps, so that no two saves are one change.
        const test = await openTestChanges(project, { clock: clockFrom(() => 30) });
        const { workspace, changes } = test;
        const known = new Map<string, Record<string, string>>();
        for (const { actor, what, file, to, text } of steps) {
          const before = snapshot(project);
          const seen = new Set((await changes.list({ limit: 1000 })).changes.map(({ id }) => id));
          const [path, target] = [pathOf(file), pathOf(to)];
          const isThere = textAt(project, path) !== null;
          if (what === "write") await write(test, project, actor, path, text);
          else if (what === "remove" && isThere) {
            if (actor === "outside") rmSync(join(project, path));
            else await workspace.remove("", path, by[actor]);
          } else if (what === "move" && isThere && textAt(project, target) === null) {
            if (actor === "outside") renameSync(join(project, path), join(project, target));
            else await workspace.rename("", path, target, by[actor]);
          }
          await workspace.counts.recount([path, target]);
          await changes.settled();
          const made = (await changes.list({ limit: 1000 })).changes.filter(({ id }) => !seen.has(id));
          expect(made.length).toBeLessThanOrEqual(1);
          for (const { id } of made) known.set(id, before);
        }
        for (const [id, before] of [...known].reverse()) {
          expect((await changes.undo(id)).status).toBe("done");
          expect(snapshot(project)).toEqual(before);
        }
        await test.close();
      }),
      { numRuns: 40, seed },
    );
  },
  240_000,
);
