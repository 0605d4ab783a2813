import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Reply } from "#shared/contract/index.ts";
import { eventually } from "../base/test-eventually.ts";
import { startSatchel, type TestSatchel } from "./test-satchel.ts";

let project: string;
let data: string;
let running: TestSatchel[];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "satchel-two-"));
  data = mkdtempSync(join(tmpdir(), "satchel-two-data-"));
  mkdirSync(join(project, "workspace"));
  writeFileSync(join(project, "workspace", "AGENTS.md"), "Be kind.\n");
  running = [];
});
afterEach(async () => {
  for (const one of running) await one.kill();
});

const start = (userData = data) => {
  const one = startSatchel(project, userData);
  running.push(one);
  return one;
};
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what it expects.
const valueOf = <T>(reply: Reply): T => {
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value as T;
};
const claims = () => readdirSync(join(project, ".satchel", "owner"));
const ownerPid = () => {
  const [claim = ""] = claims();
  const [line = ""] = readFileSync(join(project, ".satchel", "owner", claim), "utf8").split("\n");
  return (JSON.parse(line) as { process: { pid: number } }).process.pid;
};
const textOf = (path: string) => readFileSync(join(project, "workspace", path), "utf8");

/** The first one owns the project; the other one uses its core. */
const startTwo = async () => {
  const first = start();
  valueOf(await first.call("project.info"));
  const second = start();
  expect(valueOf(await second.call("project.info"))).toMatchObject({ readOnly: null });
  expect(ownerPid()).toBe(first.child.pid);
  return [first, second] as const;
};

it("loses no acknowledged write of two processes", async () => {
  const both = await startTwo();
  const each = <T>(count: number, ask: (one: TestSatchel, n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => ask(both[n % 2 === 0 ? 0 : 1], n)));

  const appended = each(300, (one, n) =>
    one.call("workspace.append", { path: "log.md", text: `line ${n}\n` }),
  );
  const remembered = each(200, (one, n) => one.call("memory.add", { text: `Fact number ${n} is kept.` }));
  const created = each(32, (one, n) => one.call("sessions.create", { title: `Talk ${n}` }));
  expect((await appended).filter(({ ok }) => !ok)).toEqual([]);
  expect((await remembered).filter(({ ok }) => !ok)).toEqual([]);
  const sessions = (await created).map((reply) => valueOf<{ session: { id: string } }>(reply).session.id);

  expect(new Set(textOf("log.md").trimEnd().split("\n")).size).toBe(300);
  const notes = readdirSync(join(project, "workspace", "memory")).map((name) => textOf(join("memory", name)));
  expect(new Set(notes.join("\n").match(/Fact number \d+/g)).size).toBe(200);
  for (const one of both) {
    const listed = valueOf<{ sessions: { id: string }[] }>(await one.call("sessions.list"));
    expect(listed.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(sessions));
  }
  for (const one of [...both].reverse()) await one.end();
  expect(claims()).toEqual([]);
  const again = start();
  const listed = valueOf<{ sessions: { id: string }[] }>(await again.call("sessions.list"));
  expect(listed.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(sessions));
});

it("overwrites nothing silently: of two saves over one text, one is refused", async () => {
  const both = await startTwo();
  const path = "shared.md";
  valueOf(await both[0].call("workspace.write", { path, text: "0\n" }));
  let acknowledged = 0;
  const save = async (one: TestSatchel, name: string) => {
    for (let n = 0; n < 141; n += 1) {
      const { text, hash } = valueOf<{ text: string; hash: string }>(
        await one.call("workspace.read", { path }),
      );
      const reply = await one.call("workspace.write", { path, text: `${text}${name}${n}\n`, baseHash: hash });
      if (reply.ok) acknowledged += 1;
    }
  };
  await Promise.all([save(both[0], "a"), save(both[1], "b")]);
  // Every acknowledged save added its line to all lines before it.
  expect(textOf(path).trimEnd().split("\n")).toHaveLength(acknowledged + 1);
  expect(acknowledged).toBeGreaterThan(141 / 2);
});

it("continues in the second process when the owner is killed, and loses nothing", async () => {
  const [first, second] = await startTwo();
  const acknowledged = new Set<number>();
  const append = async (one: TestSatchel, n: number) => {
    const reply = await one.call("workspace.append", { path: "log.md", text: `line ${n}\n` });
    if (reply.ok) acknowledged.add(n);
    return reply;
  };
  const before = Array.from({ length: 100 }, (_, n) => append(n % 2 === 0 ? first : second, n));
  await before[20];
  await first.kill();
  await Promise.all(before);
  // Sent while the project has no owner: the second process takes it over first.
  const after = await Promise.all(Array.from({ length: 50 }, (_, n) => append(second, 100 + n)));
  expect(after.filter(({ ok }) => !ok)).toEqual([]);
  expect(ownerPid()).toBe(second.child.pid);
  const lines = new Set(textOf("log.md").trimEnd().split("\n"));
  expect([...acknowledged].filter((n) => !lines.has(`line ${n}`))).toEqual([]);
  expect(second.events.map(({ event }) => event)).toContain("app.resync");
  // A third process finds the new owner.
  const third = start();
  valueOf(await third.call("workspace.append", { path: "log.md", text: "third\n" }));
  expect(ownerPid()).toBe(second.child.pid);
});

it("goes on without a failed request when the owner closes the project", async () => {
  const [first, second] = await startTwo();
  const appended: Promise<Reply>[] = [];
  const append = (n: number) =>
    appended.push(second.call("workspace.append", { path: "log.md", text: `line ${n}\n` }));
  for (let n = 0; n < 50; n += 1) append(n);
  const ended = first.end();
  for (let n = 50; n < 100; n += 1) append(n);
  await ended;
  expect((await Promise.all(appended)).filter(({ ok }) => !ok)).toEqual([]);
  expect(new Set(textOf("log.md").trimEnd().split("\n")).size).toBe(100);
  expect(ownerPid()).toBe(second.child.pid);
});

it("opens read-only, and says so, where the owner cannot be reached; takes it over once the owner is gone", async () => {
  const first = start();
  valueOf(await first.call("workspace.write", { path: "note.md", text: "Bread.\n" }));
  // A process with a different data folder has no key to the owner's socket, as a different user has none.
  const stranger = start(mkdtempSync(join(tmpdir(), "satchel-other-data-")));
  const info = valueOf<{ readOnly: { owner: string } | null }>(await stranger.call("project.info"));
  expect(info.readOnly?.owner).toContain(`process ${first.child.pid}`);
  expect(valueOf(await stranger.call("workspace.read", { path: "note.md" }))).toMatchObject({
    text: "Bread.\n",
  });
  const writes: readonly [string, unknown][] = [
    ["workspace.write", { path: "note.md", text: "Cake.\n" }],
    ["workspace.append", { path: "note.md", text: "Cake.\n" }],
    ["memory.add", { text: "Cake is good." }],
    ["sessions.create", {}],
    ["settings.set", { project: { name: "Mine" } }],
    ["history.checkpoint", {}],
  ];
  const before = listing();
  for (const [method, input] of writes) {
    expect(await stranger.call(method, input)).toMatchObject({
      ok: false,
      error: { code: "project-owned-elsewhere", message: expect.stringContaining("reading only") },
    });
  }
  expect(listing()).toEqual(before);
  const doctor = valueOf<{ lines: { id: string; detail: string }[] }>(await stranger.call("app.doctor"));
  expect(doctor.lines.find(({ id }) => id === "owner")?.detail).toContain("reading only");
  await first.end();
  await eventually(async () =>
    expect(await stranger.call("workspace.append", { path: "note.md", text: "Cake.\n" })).toMatchObject({
      ok: true,
    }),
  );
  expect(textOf("note.md")).toBe("Bread.\nCake.\n");
});

/** Names and bytes of the project's files, without what only its owner's database changes on its own. */
const listing = () =>
  readdirSync(project, { recursive: true, encoding: "utf8" })
    .filter((name) => !/index\.db|[/\\]owner([/\\]|$)/.test(name))
    .toSorted();

it("makes one of two concurrent starts the owner and lets the other use it", async () => {
  const both = [start(), start()];
  for (const one of both) expect(valueOf(await one.call("project.info"))).toMatchObject({ readOnly: null });
  expect(claims()).toHaveLength(1);
  expect(both.map(({ child }) => child.pid)).toContain(ownerPid());
});

it("does not confuse a copied folder with the open one", async () => {
  const first = start();
  valueOf(await first.call("project.info"));
  const copy = `${project}-copy`;
  cpSync(project, copy, { recursive: true });
  const second = startSatchel(copy, data);
  running.push(second);
  valueOf(await second.call("workspace.write", { path: "only-here.md", text: "x" }));
  expect([
    existsSync(join(copy, "workspace", "only-here.md")),
    existsSync(join(project, "workspace", "only-here.md")),
  ]).toEqual([true, false]);
});
