import {
  appendFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { failingDisk } from "../base/test-disk.ts";
import { temporaryName } from "../base/write-atomic.ts";
import type { Author } from "../workspace/recorder.ts";
import { closeCounter, put, temporaryProject } from "../workspace/test-workspace.ts";
import { sha256 } from "../workspace/read-file.ts";
import { openTestChanges, textAt, type TestChanges } from "./test-changes.ts";

const opened: TestChanges[] = [];
const open = async (...args: Parameters<typeof openTestChanges>) => {
  const test = await openTestChanges(...args);
  opened.push(test);
  return test;
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);

const you: Author = { actor: "you", kind: "save", title: "Saved" };
const agent: Author = { actor: "agent:main", title: "Wrote", session: "s1", turn: "t1" };
const all = async ({ changes }: TestChanges) => (await changes.list({ limit: 100 })).changes;
const journalOf = (project: string) => join(project, ".satchel/versions/journal.jsonl");
const minutes = (start: { at: number }) => ({ now: () => new Date(start.at * 60_000) });

describe("a group of files", () => {
  const before = { "workspace/a.md": "a\n", "workspace/b.md": "b\n" };
  const group = [
    { path: "workspace/a.md", text: "A\n", baseHash: sha256(Buffer.from("a\n")) },
    { path: "workspace/b.md", text: "B\n", baseHash: sha256(Buffer.from("b\n")) },
  ];
  const texts = (project: string) => Object.keys(before).map((path) => textAt(project, path));

  /** Leaves the disk as a kill after the first file does: the group's end is not in the journal. */
  const interrupted = async (project: string) => {
    const test = await openTestChanges(project);
    const [written] = await test.workspace.writeAll("", group, agent);
    await test.close();
    const lines = readFileSync(journalOf(project), "utf8").trimEnd().split("\n");
    expect(lines.pop()).toBe(JSON.stringify({ id: written!.change, group: "ended" }));
    writeFileSync(journalOf(project), `${lines.join("\n")}\n`);
    put(project, { "workspace/b.md": "b\n" });
  };

  it("is undone when the process ended between two of its files", async () => {
    const project = temporaryProject(before);
    await interrupted(project);
    expect(texts(project)).toEqual(["A\n", "b\n"]);
    const test = await open(project);
    expect(texts(project)).toEqual(["a\n", "b\n"]);
    const changes = await all(test);
    expect(changes.map(({ actor, kind, title }) => [actor, kind, title])).toEqual([
      ["app", "undo", "Undid: Wrote (it was interrupted)"],
      ["agent:main", "write", "Wrote"],
    ]);
    expect(readFileSync(journalOf(project), "utf8")).toContain('"group":"ended"');
  });

  it("is undone at the next opening when the disk failed, and failed again while it was put back", async () => {
    const project = temporaryProject(before);
    let writes = 0;
    const rename: typeof fs.rename = async (from, to) => {
      writes += 1;
      if (writes > 1) throw Object.assign(new Error("EIO"), { code: "EIO" });
      await fs.rename(from, to);
    };
    const test = await openTestChanges(project, {}, { disk: { ...fs, rename } });
    await expect(test.workspace.writeAll("", group, agent)).rejects.toMatchObject({ name: "Failure" });
    await test.close();
    expect(texts(project)).toEqual(["A\n", "b\n"]);
    await open(project);
    expect(texts(project)).toEqual(["a\n", "b\n"]);
  });

  it("is undone before an older one that did not end either", async () => {
    const project = temporaryProject(before);
    await interrupted(project);
    const lines = readFileSync(journalOf(project), "utf8");
    // A second group began on what the first one left, and did not get further than its first file either.
    const file = {
      path: "workspace/a.md",
      layer: "base",
      before: sha256(Buffer.from("A\n")),
      after: sha256(Buffer.from("AA\n")),
      kept: true,
    };
    const second = { ...agent, id: "second", at: new Date(0).toISOString(), kind: "write", files: [file] };
    const more = [second, { id: "second", group: "open" }].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(journalOf(project), lines + more.join(""));
    put(project, { "workspace/a.md": "AA\n" });
    await open(project);
    expect(texts(project)).toEqual(["a\n", "b\n"]);
  });

  it("is undone by every state that was recorded, when the disk failed while a file was put back", async () => {
    const project = temporaryProject(before);
    await interrupted(project);
    const lines = readFileSync(journalOf(project), "utf8");
    const id = (
      JSON.parse(lines.split("\n").find((line) => line.includes('"group":"open"'))!) as { id: string }
    ).id;
    const hashes = { before: sha256(Buffer.from("A\n")), after: sha256(Buffer.from("a\n")) };
    const backAgain = { path: "workspace/a.md", layer: "base", ...hashes, kept: true };
    // The list says that the first file was put back, then that the group never was; neither was done.
    writeFileSync(journalOf(project), `${lines}${JSON.stringify({ id, more: [backAgain] })}\n`);
    await open(project, { retention: () => ({ days: 30, changes: 1, bytes: 1 }) });
    expect(texts(project)).toEqual(["a\n", "b\n"]);
    writeFileSync(journalOf(project), `${lines}${JSON.stringify({ id, gone: true })}\n`);
    put(project, { "workspace/a.md": "A\n" });
    await open(project);
    expect(texts(project)).toEqual(["a\n", "b\n"]);
  });

  it("keeps the states of a group that did not end when the list is shortened", async () => {
    const project = temporaryProject(before);
    const rename: typeof fs.rename = async (from, to) => {
      if (String(to).endsWith(".md") && existsSync(join(project, "fails"))) {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      }
      await fs.rename(from, to);
      if (String(to).endsWith("a.md")) writeFileSync(join(project, "fails"), "");
    };
    const test = await open(
      project,
      { retention: () => ({ days: 30, changes: 0, bytes: 0 }) },
      { disk: { ...fs, rename } },
    );
    await expect(test.workspace.writeAll("", group, agent)).rejects.toMatchObject({ name: "Failure" });
    await test.changes.prune();
    expect(texts(project)).toEqual(["A\n", "b\n"]);
    await opened.pop()!.close();
    await open(project);
    expect(texts(project)).toEqual(["a\n", "b\n"]);
  });

  /** Calls of `sync` fail, counted from the first line of the group, when `fails` says so. */
  const withFailingSyncs = async (
    project: string,
    fails: (nth: number) => boolean,
    work: () => Promise<unknown>,
  ) => {
    const probe = await fs.open(project, "r");
    const prototype = Object.getPrototypeOf(probe) as { sync: typeof probe.sync };
    const { sync } = prototype;
    await probe.close();
    let count = 0;
    prototype.sync = async function (this: typeof probe) {
      count += 1;
      if (fails(count)) throw Object.assign(new Error("EIO"), { code: "EIO" });
      await sync.call(this);
    };
    try {
      return await work().then(
        () => "done",
        () => "failed",
      );
    } finally {
      prototype.sync = sync;
    }
  };
  const isEnded = (project: string) => readFileSync(journalOf(project), "utf8").includes('"group":"ended"');

  it.each([
    ["from its end on", (after: number) => after >= 0 && after < 3],
    ["at its end, and then at every second call", (after: number) => after >= 0 && after % 2 === 0],
    ["at its end, and again when a file is put back", (after: number) => after === 0 || after === 2],
    ["at its end, and again in the file that is put back", (after: number) => after === 0 || after === 3],
  ])("is whole or undone when the disk fails %s, although its end is on the disk", async (_, fails) => {
    const project = temporaryProject(before);
    const test = await openTestChanges(project);
    let since = -1;
    const isFailing = () => {
      if (since >= 0 || isEnded(project)) since += 1;
      return since >= 0 && fails(since);
    };
    const how = await withFailingSyncs(project, isFailing, () => test.workspace.writeAll("", group, agent));
    await test.close();
    expect(how).toBe("failed");
    await open(project);
    expect([
      ["a\n", "b\n"],
      ["A\n", "B\n"],
    ]).toContainEqual(texts(project));
  });

  it("is whole or undone after any burst of failing syncs", async () => {
    for (let start = 1; start <= 14; start += 1) {
      for (const length of [1, 3]) {
        const project = temporaryProject(before);
        const test = await openTestChanges(project);
        const fails = (nth: number) => nth >= start && nth < start + length;
        const how = await withFailingSyncs(project, fails, () => test.workspace.writeAll("", group, agent));
        await test.close();
        const again = await openTestChanges(project);
        await again.close();
        const whole = [how === "done" ? null : ["a\n", "b\n"], ["A\n", "B\n"]];
        expect(whole, `${length} from ${start}`).toContainEqual(texts(project));
      }
    }
  });

  it("puts back the file whose write failed after it had happened", async () => {
    const project = temporaryProject(before);
    // Windows and some network disks report an error of a rename that was done.
    const rename: typeof fs.rename = async (from, to) => {
      await fs.rename(from, to);
      if (String(to).endsWith("b.md") && textAt(project, "workspace/b.md") === "B\n") {
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      }
    };
    const test = await open(project, {}, { disk: { ...fs, rename } });
    await expect(test.workspace.writeAll("", group, agent)).rejects.toMatchObject({ name: "Failure" });
    expect(texts(project)).toEqual(["a\n", "b\n"]);
    const base = { layer: "base", mode: undefined } as const;
    const exact = group.map(({ path, text, baseHash }) => ({
      ...base,
      path,
      expected: baseHash,
      bytes: Buffer.from(text),
    }));
    const by = { ...agent, change: "exact" };
    await expect(test.workspace.exact.replaceAll(exact, by)).rejects.toMatchObject({ name: "Failure" });
    expect(texts(project)).toEqual(["a\n", "b\n"]);
  });

  it("is one change, and undone as a whole, when it has more files than a change usually may", async () => {
    const paths = Array.from({ length: 505 }, (_, n) => `workspace/n${n}.md`);
    const project = temporaryProject({ "workspace/a.md": "a\n" });
    const test = await openTestChanges(project);
    const many = paths.map((path) => ({ path, text: "new\n", baseHash: null }));
    await test.workspace.writeAll("", many, agent);
    await test.close();
    const lines = readFileSync(journalOf(project), "utf8").trimEnd().split("\n");
    expect(lines.pop()).toContain('"group":"ended"');
    writeFileSync(journalOf(project), `${lines.join("\n")}\n`);
    rmSync(join(project, paths.at(-1)!));
    await open(project);
    expect(paths.filter((path) => textAt(project, path) !== null)).toEqual([]);
  }, 60_000);

  it("is left alone when it ended, and when one of its files was changed since", async () => {
    const whole = temporaryProject(before);
    const first = await open(whole);
    await first.workspace.writeAll("", group, agent);
    await opened.pop()!.close();
    await open(whole);
    expect(texts(whole)).toEqual(["A\n", "B\n"]);
    const edited = temporaryProject(before);
    await interrupted(edited);
    put(edited, { "workspace/a.md": "mine\n" });
    await open(edited);
    expect(texts(edited)).toEqual(["mine\n", "b\n"]);
  });
});

it("removes what killed saves left beside files outside the workspace, and nothing that may be in use", async () => {
  const project = temporaryProject({ "workspace/a.md": "a\n", "orders/today.md": "1\n" });
  const test = await openTestChanges(project);
  await test.workspace.write("", "orders/today.md", "2\n", undefined, you);
  await test.close();
  const [left, used] = [join(project, "orders", temporaryName()), join(project, "orders", temporaryName())];
  for (const path of [left, used]) writeFileSync(path, "Half of a fi");
  utimesSync(left, 1_000_000, 1_000_000);
  await open(project);
  expect([existsSync(left), existsSync(used), textAt(project, "orders/today.md")]).toEqual([
    false,
    true,
    "2\n",
  ]);
});

it("ends a move that left both names", async () => {
  const project = temporaryProject({ "workspace/a.md": "a\n" });
  const test = await openTestChanges(project);
  await test.workspace.rename("", "workspace/a.md", "workspace/b.md", you);
  await test.close();
  linkSync(join(project, "workspace/b.md"), join(project, "workspace/a.md"));
  await open(project);
  expect([textAt(project, "workspace/a.md"), textAt(project, "workspace/b.md")]).toEqual([null, "a\n"]);
});

describe("recording", () => {
  it("has the text before on disk when the write is acknowledged", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n" });
    const test = await open(project);
    const { change } = await test.workspace.write("", "workspace/a.md", "new\n", undefined, you);
    const [found] = await all(test);
    expect(found).toMatchObject({ id: change, actor: "you", title: "Saved", undoneBy: null });
    const { before } = found!.files[0]!;
    const kept = join(project, ".satchel/versions", before!.slice(0, 2), `${before}.gz`);
    expect(statSync(kept).size).toBeGreaterThan(0);
    expect(readFileSync(journalOf(project), "utf8")).toContain(before!);
  });

  it("combines the user's saves of a file within five minutes into one change", async () => {
    const time = { at: 0 };
    const test = await open(temporaryProject({ "workspace/a.md": "0\n" }), { clock: minutes(time) });
    const save = (text: string) => test.workspace.write("", "workspace/a.md", text, undefined, you);
    await save("1\n");
    time.at = 4;
    await save("2\n");
    expect(await all(test)).toHaveLength(1);
    time.at = 6;
    await save("3\n");
    expect(await all(test)).toHaveLength(2);
    const oldest = (await all(test)).at(-1)!;
    expect(await test.changes.diff(oldest.id, "workspace/a.md")).toMatchObject({
      before: "0\n",
      after: "2\n",
    });
  });

  it("starts a new change when a different author wrote between two saves", async () => {
    const test = await open(temporaryProject({ "workspace/a.md": "0\n" }));
    await test.workspace.write("", "workspace/a.md", "1\n", undefined, you);
    await test.workspace.write("", "workspace/a.md", "2\n", undefined, agent);
    await test.workspace.write("", "workspace/a.md", "3\n", undefined, you);
    expect((await all(test)).map(({ actor }) => actor)).toEqual(["you", "agent:main", "you"]);
  });

  it("records nothing for a write that the disk refused", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n" });
    const test = await open(project, {}, { disk: failingDisk("ENOSPC", "rename") });
    const writing = test.workspace.write("", "workspace/a.md", "new\n", undefined, you);
    await expect(writing).rejects.toMatchObject({ code: "disk-full" });
    expect(await all(test)).toEqual([]);
    expect(textAt(project, "workspace/a.md")).toBe("old\n");
  });

  it("survives the loss of the database and a line that was cut off", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n" });
    const first = await openTestChanges(project);
    await first.workspace.write("", "workspace/a.md", "new\n", undefined, agent);
    await first.close();
    for (const name of readdirSync(join(project, ".satchel"))) {
      if (name.startsWith("index.db")) rmSync(join(project, ".satchel", name));
    }
    appendFileSync(journalOf(project), '{"id":"half');
    const test = await open(project);
    await test.workspace.write("", "workspace/b.md", "b\n", undefined, agent);
    const listed = await all(test);
    expect(listed.map(({ files }) => files[0]?.path)).toEqual(["workspace/b.md", "workspace/a.md"]);
    await test.changes.undo(listed[1]!.id);
    expect(textAt(project, "workspace/a.md")).toBe("old\n");
  });

  it("reads what a different process recorded", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n" });
    const [here, there] = [await open(project), await open(project)];
    await there.workspace.write("", "workspace/a.md", "new\n", undefined, agent);
    expect((await all(here)).map(({ actor }) => actor)).toEqual(["agent:main"]);
  });

  it("lists a file over 5 MB and marks it as not kept", async () => {
    const project = temporaryProject({ "workspace/big.bin": Buffer.alloc(5 * 1024 * 1024 + 1, 1) });
    const test = await open(project);
    await test.workspace.remove("", "workspace/big.bin", { actor: "you", title: "Deleted" });
    expect((await all(test))[0]?.files).toMatchObject([{ path: "workspace/big.bin", kept: false }]);
  });
});

describe("changes outside the app", () => {
  it("are recorded with the text that was last known, and can be undone", async () => {
    const project = temporaryProject({ "workspace/a.md": "known\n" });
    const test = await open(project);
    put(project, { "workspace/a.md": "by another program\n" });
    await test.workspace.counts.recount(["workspace/a.md"]);
    await test.changes.settled();
    const [found] = await all(test);
    expect(found).toMatchObject({ actor: "outside", files: [{ path: "workspace/a.md" }] });
    await test.changes.undo(found!.id);
    expect(textAt(project, "workspace/a.md")).toBe("known\n");
  });

  it("are recorded when they happened while the project was closed", async () => {
    const project = temporaryProject({ "workspace/a.md": "known\n", "workspace/b.md": "b\n" });
    await (await openTestChanges(project)).close();
    put(project, { "workspace/a.md": "changed\n" });
    rmSync(join(project, "workspace/b.md"));
    const test = await open(project);
    const paths = (await all(test)).flatMap(({ actor, files }) => files.map(({ path }) => [actor, path]));
    expect(paths.sort(([, a = ""], [, b = ""]) => (a < b ? -1 : 1))).toEqual([
      ["outside", "workspace/a.md"],
      ["outside", "workspace/b.md"],
    ]);
  });

  it("are recorded when the next write is the first to notice them", async () => {
    const project = temporaryProject({ "workspace/a.md": "known\n" });
    const test = await open(project);
    put(project, { "workspace/a.md": "unseen\n" });
    await test.workspace.write("", "workspace/a.md", "mine\n", undefined, agent);
    const listed = await all(test);
    expect(listed.map(({ actor }) => actor)).toEqual(["agent:main", "outside"]);
    await test.changes.undo(listed[0]!.id);
    expect(textAt(project, "workspace/a.md")).toBe("unseen\n");
  });
});

it("offers the base of a conflict from the kept versions, however many texts came after it", async () => {
  const project = temporaryProject({ "workspace/a.md": "first\n" });
  const { workspace } = await open(project);
  const base = await workspace.write("workspace", "a.md", "base\n", undefined, you);
  for (let n = 0; n < 8; n += 1) {
    await workspace.write("workspace", "large.md", `${n}${"x".repeat(1_000_000)}`, undefined, you);
  }
  await workspace.write("workspace", "a.md", "theirs\n", undefined, agent);
  await expect(workspace.write("workspace", "a.md", "mine\n", base.hash, you)).rejects.toMatchObject({
    code: "conflict",
    detail: { base: "base\n", mine: "mine\n", theirs: "theirs\n" },
  });
});

describe("undo", () => {
  it("merges with what was changed since, and can itself be undone", async () => {
    const project = temporaryProject({ "workspace/a.md": "1\n2\n3\n4\n5\n" });
    const test = await open(project);
    const first = await test.workspace.write("", "workspace/a.md", "one\n2\n3\n4\n5\n", undefined, agent);
    await test.workspace.write("", "workspace/a.md", "one\n2\n3\n4\nfive\n", undefined, you);
    const undone = await test.changes.undo(first.change!);
    expect(textAt(project, "workspace/a.md")).toBe("1\n2\n3\n4\nfive\n");
    expect((await all(test)).find(({ id }) => id === first.change)?.undoneBy).not.toBeNull();
    if (undone.status !== "done") throw new Error("expected to be done");
    await test.changes.undo(undone.change!);
    expect(textAt(project, "workspace/a.md")).toBe("one\n2\n3\n4\nfive\n");
    expect((await all(test)).find(({ id }) => id === first.change)?.undoneBy).toBeNull();
  });

  it("returns all three texts and writes nothing where merging fails", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n" });
    const test = await open(project);
    const { change } = await test.workspace.write("", "workspace/a.md", "agent\n", undefined, agent);
    await test.workspace.write("", "workspace/a.md", "mine\n", undefined, you);
    expect(await test.changes.undo(change!)).toMatchObject({
      status: "conflict",
      conflicts: [
        { path: "workspace/a.md", reason: "clash", base: "agent\n", mine: "mine\n", theirs: "old\n" },
      ],
    });
    expect(textAt(project, "workspace/a.md")).toBe("mine\n");
  });

  it("does what the user chose where merging fails, as long as they saw the current text", async () => {
    const project = temporaryProject({ "workspace/a.md": "old\n", "workspace/b.md": "b\n" });
    const test = await open(project);
    const by = { ...agent, change: "c1" };
    await test.workspace.write("", "workspace/a.md", "agent\n", undefined, by);
    await test.workspace.write("", "workspace/b.md", "agent\n", undefined, by);
    await test.workspace.write("", "workspace/a.md", "mine\n", undefined, you);
    const refused = await test.changes.undo("c1");
    if (refused.status !== "conflict") throw new Error("expected a conflict");
    const { path, now } = refused.conflicts[0]!;
    expect(await test.changes.undo("c1", [], [{ path, now: "other", take: "before" }])).toMatchObject({
      status: "conflict",
    });
    expect(textAt(project, "workspace/b.md")).toBe("agent\n");

    await test.changes.undo("c1", [], [{ path, now, take: "text", text: "both\n" }]);
    expect(textAt(project, "workspace/a.md")).toBe("both\n");
    expect(textAt(project, "workspace/b.md")).toBe("b\n");
    const [undo] = await all(test);
    expect(undo).toMatchObject({ title: "Undid: Wrote", undoes: ["c1"] });
    await test.changes.undo(undo!.id);
    expect((await all(test))[0]).toMatchObject({ title: "Redid: Wrote" });
    expect(textAt(project, "workspace/a.md")).toBe("mine\n");

    await test.changes.undo("c1", [], [{ path, now, take: "now" }]);
    expect(textAt(project, "workspace/a.md")).toBe("mine\n");
    expect(textAt(project, "workspace/b.md")).toBe("b\n");
    await test.changes.undo((await all(test))[0]!.id);
    await test.changes.undo("c1", [], [{ path, now, take: "before" }]);
    expect(textAt(project, "workspace/a.md")).toBe("old\n");
  });

  it("restores what it undid of a turn when a later step cannot be undone", async () => {
    const project = temporaryProject({ "workspace/a.md": "a\n", "workspace/b.md": "b\n" });
    const test = await open(project);
    await test.workspace.write("", "workspace/b.md", "agent\n", undefined, agent);
    await test.workspace.rename("", "workspace/a.md", "workspace/c.md", agent);
    await test.workspace.write("", "workspace/b.md", "mine\n", undefined, you);
    expect(await test.changes.undoTurn("s1", "t1")).toMatchObject({ status: "conflict" });
    expect(textAt(project, "workspace/c.md")).toBe("a\n");
    expect(textAt(project, "workspace/a.md")).toBeNull();
  });

  it("redoes a turn with moves as a whole", async () => {
    const project = temporaryProject({ "workspace/a.md": "a\n" });
    const test = await open(project);
    await test.workspace.write("", "workspace/b.md", "agent\n", undefined, agent);
    await test.workspace.rename("", "workspace/a.md", "workspace/c.md", agent);
    const undone = await test.changes.undoTurn("s1", "t1");
    if (undone.status !== "done") throw new Error("expected to be done");
    expect(textAt(project, "workspace/b.md")).toBeNull();
    expect(textAt(project, "workspace/a.md")).toBe("a\n");
    await test.changes.undo(undone.change!, undone.and);
    expect(textAt(project, "workspace/b.md")).toBe("agent\n");
    expect(textAt(project, "workspace/c.md")).toBe("a\n");
  });

  it("undoes all of a turn, or nothing of it", async () => {
    const project = temporaryProject({ "workspace/a.md": "a\n" });
    const test = await open(project);
    await test.workspace.write("", "workspace/a.md", "a1\n", undefined, agent);
    await test.workspace.write("", "workspace/a.md", "a2\n", undefined, agent);
    await test.workspace.write("", "workspace/new.md", "new\n", undefined, agent);
    await test.workspace.write("", "workspace/other.md", "x\n", undefined, { ...agent, turn: "t2" });
    expect(await test.changes.undoTurn("s1", "t1")).toMatchObject({ status: "done" });
    expect(textAt(project, "workspace/a.md")).toBe("a\n");
    expect(existsSync(join(project, "workspace/new.md"))).toBe(false);
    expect(textAt(project, "workspace/other.md")).toBe("x\n");
    await expect(test.changes.undoTurn("s1", "t1")).rejects.toMatchObject({ code: "change-not-found" });
  });

  it("moves a folder back with what was edited in it since", async () => {
    const project = temporaryProject({ "workspace/dir/a.md": "a\n" });
    const test = await open(project);
    const { change: edit } = await test.workspace.write("", "workspace/dir/a.md", "b\n", undefined, agent);
    const { change } = await test.workspace.rename("", "workspace/dir", "workspace/deep/dir");
    await test.workspace.write("", "workspace/deep/dir/b.md", "more\n", undefined, agent);
    // An edit from before the move is undone where the file is now.
    await test.changes.undo(edit!);
    expect(textAt(project, "workspace/deep/dir/a.md")).toBe("a\n");
    await test.changes.undo(change!);
    expect(textAt(project, "workspace/dir/a.md")).toBe("a\n");
    expect(textAt(project, "workspace/dir/b.md")).toBe("more\n");
  });

  it("restores a removed folder, from the trash or from the kept texts", async () => {
    const project = temporaryProject({
      "workspace/dir/a.md": "a\n",
      "workspace/dir/in/b.bin": Buffer.from([0, 1]),
    });
    const test = await open(project);
    const remove = () => test.workspace.remove("", "workspace/dir", { actor: "you", title: "Deleted dir" });
    const { change } = await remove();
    await test.changes.undo(change!);
    expect(textAt(project, "workspace/dir/a.md")).toBe("a\n");
    const again = await remove();
    rmSync(join(project, ".satchel/trash"), { recursive: true });
    expect(await test.changes.undo(again.change!)).toMatchObject({ status: "done", missing: [] });
    expect(readFileSync(join(project, "workspace/dir/in/b.bin"))).toEqual(Buffer.from([0, 1]));
  });

  it("removes a folder that was created, but not one that now contains something", async () => {
    const project = temporaryProject({ "workspace/a.md": "" });
    const test = await open(project);
    const { change } = await test.workspace.create("", "workspace/new", "folder", "");
    put(project, { "workspace/new/x.md": "x" });
    expect(await test.changes.undo(change!)).toMatchObject({
      status: "conflict",
      conflicts: [{ reason: "not-empty" }],
    });
    const keep = { path: "workspace/new", now: "folder", take: "now" } as const;
    expect(await test.changes.undo(change!, [], [keep])).toMatchObject({ status: "done", change: null });
    rmSync(join(project, "workspace/new/x.md"));
    await test.changes.undo(change!);
    expect(existsSync(join(project, "workspace/new"))).toBe(false);
  });

  it("writes into the user's overlay and nowhere else", async () => {
    const project = temporaryProject({ "workspace/a.md": "base\n" });
    const overlay = temporaryProject();
    const test = await open(project, {}, { overlay: () => overlay });
    const { change } = await test.workspace.write("", "workspace/a.md", "mine\n", undefined, agent);
    expect(textAt(overlay, "a.md")).toBe("mine\n");
    await test.changes.undo(change!);
    expect(textAt(overlay, "a.md")).toBeNull();
    expect(textAt(project, "workspace/a.md")).toBe("base\n");
  });

  it("never leaves the project, whatever a journal contains", async () => {
    const outside = temporaryProject({ "x.md": "kept\n" });
    const project = temporaryProject({ "workspace/a.md": "a\n" });
    const files = [
      "../x.md",
      `../${outside.split("/").at(-1)}/x.md`,
      ".satchel/settings.json",
      ".git/hooks/x",
    ];
    put(project, {
      ".satchel/versions/journal.jsonl": files
        .map((path, index) => ({
          id: `c${index}`,
          at: "2026-11-17T00:00:00Z",
          actor: "you",
          kind: "create",
          title: "",
          files: [{ path, before: "folder", after: null }],
        }))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    });
    const test = await open(project);
    for (const index of files.keys())
      await expect(test.changes.undo(`c${index}`)).rejects.toMatchObject({
        code: expect.stringMatching(/path-traversal|private-folder/),
      });
    expect(textAt(outside, "x.md")).toBe("kept\n");
  });
});

describe("retention", () => {
  const write = async (test: TestChanges, count: number) => {
    for (let n = 0; n < count; n += 1) {
      await test.workspace.write("", "workspace/a.md", `${n} ${"x".repeat(n)}\n`, undefined, agent);
    }
  };
  const kept = (project: string) =>
    readdirSync(join(project, ".satchel/versions"), { recursive: true }).filter((name) =>
      String(name).endsWith(".gz"),
    ).length;

  it("keeps what is recent or among the newest", async () => {
    const time = { at: 0 };
    const project = temporaryProject({ "workspace/a.md": "start\n" });
    const retention = () => ({ days: 30, changes: 3, bytes: 1e9 });
    const test = await open(project, { clock: minutes(time), retention });
    await write(test, 6);
    await test.changes.prune();
    expect(await all(test)).toHaveLength(6);
    time.at = 31 * 24 * 60;
    await test.changes.prune();
    expect(await all(test)).toHaveLength(3);
    expect(kept(project)).toBe(4);
  });

  it("keeps a text whose change is about to be written down", async () => {
    const project = temporaryProject({ "workspace/a.md": "start\n" });
    const test = await open(project);
    const { versions } = test.changes;
    const bytes = Buffer.from("about to be replaced\n");
    const hash = sha256(bytes);
    await versions.keep(hash, bytes);
    await test.changes.prune();
    expect((await versions.read(hash))?.bytes).toEqual(bytes);
    // Nothing came of it.
    versions.recorded([hash]);
    await test.changes.prune();
    expect(await versions.read(hash)).toBeNull();
  });

  it("drops the oldest when the texts take too much room", async () => {
    const project = temporaryProject({ "workspace/a.md": "start\n" });
    const test = await open(project, { retention: () => ({ days: 30, changes: 1000, bytes: 120 }) });
    await write(test, 20);
    await test.changes.prune();
    const left = await all(test);
    expect(left.length).toBeLessThan(6);
    const [newest] = left;
    await test.changes.undo(newest!.id);
    expect(textAt(project, "workspace/a.md")).toBe(`18 ${"x".repeat(18)}\n`);
  });
});

it("replaces forgotten words in every kept text, and reports it in the difference", async () => {
  const project = temporaryProject({ "workspace/a.md": "keep\nsecret words\nend\n" });
  const test = await open(project);
  const { change } = await test.workspace.write(
    "",
    "workspace/a.md",
    "keep\nsecret words\nEND\n",
    undefined,
    agent,
  );
  await test.workspace.write("", "workspace/a.md", "keep\nEND\n", undefined, you);
  expect(await test.changes.versions.countSaying("secret words")).toBe(2);
  expect(await test.changes.versions.redact("secret words", "[forgotten]")).toBe(2);
  expect(await test.changes.versions.countSaying("secret words")).toBe(0);
  const diff = await test.changes.diff(change!, "workspace/a.md");
  expect(diff).toMatchObject({ before: "keep\n[forgotten]\nend\n", forgotten: true });
});
