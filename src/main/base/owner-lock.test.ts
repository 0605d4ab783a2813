import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KeptFiles } from "./kept-files.ts";
import {
  type Claimant,
  findOwner,
  type OwnerRecord,
  type Ownership,
  STALE_MS,
  takeOwnership,
} from "./owner-lock.ts";
import { processPlace, thisProcess } from "./process-identity.ts";

let project: string;
let files: KeptFiles;
const held: Ownership[] = [];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "satchel-owner-"));
  mkdirSync(join(project, ".satchel"));
  files = new KeptFiles(project);
});
afterEach(async () => {
  for (const ownership of held.splice(0)) await ownership.close();
});

const claimant: Claimant = { host: "cli", socket: null, now: () => new Date() };
const folder = () => join(project, ".satchel", "owner");

const take = async (from: KeptFiles = files) => {
  const taken = await takeOwnership(from, claimant);
  if ("ownership" in taken) held.push(taken.ownership);
  return taken;
};
const mustTake = async (from?: KeptFiles) => {
  const taken = await take(from);
  if (!("ownership" in taken)) throw new Error("The folder is owned.");
  return taken.ownership;
};

/** A claim as a different process would have left it. */
const leave = async (changes: Partial<OwnerRecord>, ageMs = 0) => {
  const { record } = await mustTake();
  await held.pop()?.close();
  const left = { ...record, nonce: "0".repeat(32), ...changes };
  writeFileSync(join(folder(), "7.json"), `${JSON.stringify(left)}\n`);
  touch(ageMs);
  return left;
};

const touch = (ageMs: number) => {
  const time = new Date(Date.now() - ageMs);
  utimesSync(join(folder(), "7.json"), time, time);
};

it("is taken once, names its owner, and is free again afterwards", async () => {
  const first = await mustTake();
  expect(await take()).toEqual({ owner: first.record });
  expect(await findOwner(files)).toEqual(first.record);
  await first.close();
  expect(await findOwner(files)).toBeNull();
  expect((await mustTake()).record.nonce).not.toBe(first.record.nonce);
  expect(readdirSync(folder())).toHaveLength(1);
});

it("is taken from a process that has ended, and from one whose process id was reused", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  await leave({ process: { ...thisProcess(), pid: child.pid ?? 0 } });
  await (await mustTake()).close();
  // This process's id with a different start time.
  await leave({ process: { ...thisProcess(), started: thisProcess().started - 5 } });
  await mustTake();
  expect(readdirSync(folder())).toHaveLength(1);
});

it("stays with a running process, however old its last heartbeat is", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"]);
  await once(child.stdout, "data");
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const started = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  const left = await leave({ process: { ...thisProcess(), pid: child.pid ?? 0, started } }, 10 * STALE_MS);
  expect(await take()).toEqual({ owner: left });
  child.kill("SIGKILL");
  await once(child, "exit");
  await mustTake();
});

it("judges a claim of an earlier boot, a different machine or a container by its heartbeat only", async () => {
  for (const place of ["another-boot pid:[1]", `${processPlace()}0`]) {
    const left = await leave({ place }, STALE_MS / 2);
    expect(await take()).toEqual({ owner: left });
    touch(STALE_MS * 2);
    await (await mustTake()).close();
  }
});
it("does not treat a claim from the far future as alive", async () => {
  await leave({ place: "elsewhere" });
  touch(-10 * STALE_MS);
  expect(await take()).toHaveProperty("ownership");
});

it("skips a claim that was never written completely", async () => {
  mkdirSync(folder());
  writeFileSync(join(folder(), "3.json"), '{"nonce":');
  utimesSync(join(folder(), "3.json"), new Date(0), new Date(0));
  await mustTake();
  expect(readdirSync(folder())).toEqual(["4.json"]);
});

it("ignores claims that came with a copy of the folder", async () => {
  await mustTake();
  const copy = mkdtempSync(join(tmpdir(), "satchel-owner-copy-"));
  cpSync(project, copy, { recursive: true });
  expect(await take(new KeptFiles(copy))).toHaveProperty("ownership");
});

it.each(["999999999999", "1000000000", "1000000001"])(
  "has one owner also when the folder came with the claim number %s",
  async (number) => {
    mkdirSync(folder());
    writeFileSync(join(folder(), `${number}.json`), "left by a stranger\n");
    utimesSync(join(folder(), `${number}.json`), 1, 1);
    const { record } = await mustTake();
    expect(await take()).toEqual({ owner: record });
    expect((await findOwner(files))?.nonce).toBe(record.nonce);
    await held.pop()?.close();
    await mustTake();
    expect(readdirSync(folder())).toHaveLength(1);
  },
);

it("writes nothing through a link in place of the folder", async () => {
  const outside = mkdtempSync(join(tmpdir(), "satchel-owner-outside-"));
  symlinkSync(outside, folder());
  await expect(take()).rejects.toMatchObject({ code: "linked-folder" });
  expect(readdirSync(outside)).toEqual([]);
});

it("is claimed again when its file is removed, and lost when a different process took it", async () => {
  const taken = await takeOwnership(files, { ...claimant, beatMs: 20 });
  if (!("ownership" in taken)) throw new Error("The folder is owned.");
  const { ownership } = taken;
  rmSync(folder(), { recursive: true });
  for (let n = 0; n < 200 && (await findOwner(files)) === null; n += 1)
    await new Promise((go) => setTimeout(go, 20));
  expect(await findOwner(files)).toEqual(ownership.record);
  expect(await ownership.isHeld()).toBe(true);
  const other = { ...ownership.record, nonce: "1".repeat(32) };
  writeFileSync(join(folder(), "99.json"), `${JSON.stringify(other)}\n`);
  for (let n = 0; n < 200 && (await ownership.isHeld()); n += 1)
    await new Promise((go) => setTimeout(go, 20));
  expect(await ownership.isHeld()).toBe(false);
  await ownership.close();
});

it("goes to exactly one of many concurrent takers, in each round, over the claim of a dead process", async () => {
  const script = join(import.meta.dirname, "take-ownership.fixture.ts");
  const takers = Array.from({ length: 6 }, () => fork(script, [project]));
  const said = (taker: (typeof takers)[number]) =>
    once(taker, "message").then(([answer]) => answer as string);
  await Promise.all(takers.map(said));
  for (let round = 0; round < 10; round += 1) {
    await leave({ process: { ...thisProcess(), started: thisProcess().started - 5 } });
    const answers = Promise.all(takers.map(said));
    for (const taker of takers) taker.send("take");
    expect((await answers).filter((answer) => answer === "owner")).toHaveLength(1);
    const released = Promise.all(takers.map(said));
    for (const taker of takers) taker.send("release");
    await released;
  }
  for (const taker of takers) taker.kill();
});
