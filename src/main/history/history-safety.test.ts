import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { thisProcess } from "../base/process-identity.ts";
import { FolderIdentity } from "../base/folder-identity.ts";
import { failingDisk } from "../base/test-disk.ts";
import {
  agent,
  at,
  begin,
  commits,
  end,
  git,
  gitdir,
  history,
  messages,
  project,
  put,
  read,
  reopen,
  tracked,
} from "./test-history.ts";

beforeEach(begin);
afterEach(end);

it("copies no file that looks like a secret, and leaves it alone when an earlier state is restored", async () => {
  const secrets = [".env", "keys/server.key", "deploy/aws-credentials.txt", "id_rsa"];
  for (const path of secrets) put(path, "sk-planted-4711\n");
  put("a.md", "1");
  await history.ensure(agent);
  put("a.md", "2");
  await history.checkpoint(agent);
  expect(tracked()).toEqual([".gitattributes", ".gitignore", "AGENTS.md", "a.md"]);
  expect(git("log", "--all", "-p", "--text")).not.toContain("sk-planted-4711");
  const [first] = (await history.list(agent, null, 10)).toReversed();
  await history.restore(agent, first!.id, null);
  expect(read("a.md")).toBe("1");
  for (const path of secrets) expect(read(path)).toBe("sk-planted-4711\n");
});

it("leaves a repository around the project unchanged", async () => {
  const around = (...args: string[]) =>
    execFileSync("git", ["-C", project, "-c", "user.name=K", "-c", "user.email=k@example.org", ...args], {
      encoding: "utf8",
    });
  around("init", "-q");
  mkdirSync(join(project, ".satchel"));
  writeFileSync(join(project, ".satchel", ".gitignore"), "*\n");
  around("add", ".");
  around("commit", "-qm", "mine");
  put("dirty.md", "not added");
  const state = () => [
    around("status", "--porcelain=v2"),
    around("rev-parse", "HEAD"),
    around("stash", "list"),
  ];
  const before = state();
  const config = readFileSync(join(project, ".git", "config"), "utf8");
  await history.ensure(agent);
  put("a.md", "1");
  await history.checkpoint(agent);
  rmSync(at("a.md"));
  const [, init] = await history.list(agent, null, 2);
  await history.restore(agent, init!.id, null);
  expect(state()).toEqual(before);
  expect(readFileSync(join(project, ".git", "config"), "utf8")).toBe(config);
  expect(tracked()).toContain("dirty.md");
});

it("needs no git executable", async () => {
  const path = process.env.PATH;
  process.env.PATH = "";
  try {
    put("a.md", "1");
    await history.ensure(agent);
    put("a.md", "2");
    expect(await history.checkpoint(agent)).toMatch(/^[0-9a-f]{40}$/);
  } finally {
    process.env.PATH = path;
  }
  git("fsck", "--strict");
});

it("sets a damaged repository aside and starts a new one", async () => {
  await history.ensure(agent);
  await history.close();
  const head = git("rev-parse", "HEAD").trim();
  writeFileSync(join(gitdir(), "objects", head.slice(0, 2), head.slice(2)), "not an object");
  reopen();
  expect(await messages()).toEqual(["workspace init"]);
  const names = readdirSync(join(project, ".satchel", "history"));
  expect(names).toHaveLength(2);
  expect(names[1]).toMatch(/\.corrupt-/);
});

it("can be used after the process was killed while committing", async () => {
  const script = `
    import { HistoryRepo } from ${JSON.stringify(new URL("./history-repo.ts", import.meta.url).href)};
    import { writeFileSync } from "node:fs";
    const place = ${JSON.stringify({
      gitdir: join(project, ".satchel", "history", "killed"),
      folder: join(project, "workspace"),
      transcripts: null,
      project: new FolderIdentity(project).mark,
    })};
    const repo = new HistoryRepo(place);
    for (let n = 0; ; n++) {
      for (let f = 0; f < 20; f++) writeFileSync(place.folder + "/f" + f + ".md", String(n * 20 + f).repeat(200));
      process.stdout.write(".");
      await repo.commit("checkpoint: " + n, { seconds: 1790000000 + n, minutesWest: 0 });
    }`;
  for (const delay of [0, 4, 9, 15]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Kills during the third commit, a little later each time.
    for (let begun = 0; begun < 3;) begun += String((await once(child.stdout, "data"))[0]).length;
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const { HistoryRepo } = await import("./history-repo.ts");
  const place = {
    gitdir: join(project, ".satchel", "history", "killed"),
    folder: join(project, "workspace"),
    project: new FolderIdentity(project).mark,
  };
  const repo = new HistoryRepo({ ...place, transcripts: null });
  put("after.md", "alive");
  await repo.commit("checkpoint: after", { seconds: 1_790_001_000, minutesWest: 0 });
  const listed = await repo.list(null, 1000);
  expect(listed[0]?.message).toBe("checkpoint: after");
  expect(listed.length).toBeGreaterThan(4);
  expect(readdirSync(join(project, ".satchel", "history"))).toEqual(["killed"]);
  git("fsck", "--strict");
});

it("takes over a lock whose owner ended, even if its process id was reused", async () => {
  await history.ensure(agent);
  const lock = join(gitdir(), "satchel.lock");
  const { started, boot } = thisProcess();
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, started: started - 1_000_000, boot }));
  put("a.md", "1");
  expect(await history.checkpoint(agent)).toMatch(/^[0-9a-f]{40}$/);
  expect(existsSync(lock)).toBe(false);
});

it.each([0, 1, 3, 6, 8])(
  "writes nothing at the old place when the folder is moved away in the middle (%i writes), and goes on when it is back",
  async (writes) => {
    const { HistoryRepo } = await import("./history-repo.ts");
    const place = {
      gitdir: join(project, ".satchel", "history", "moved"),
      folder: join(project, "workspace"),
      transcripts: null,
      project: new FolderIdentity(project).mark,
    };
    const moment = { seconds: 1_790_001_000, minutesWest: 0 };
    let left = Number.POSITIVE_INFINITY;
    const disk = {
      ...fs,
      open: (...args: Parameters<typeof fs.open>) => {
        if (String(args[1]).startsWith("wx") && left-- === 0) renameSync(project, `${project}-away`);
        return fs.open(...args);
      },
    };
    const repo = new HistoryRepo(place, disk);
    await repo.ensure(moment);
    for (const n of [1, 2, 3, 4]) put(`notes/n${n}.md`, `note ${n}`);
    left = writes;
    await expect(repo.commit("checkpoint: moved", moment)).rejects.toMatchObject({
      code: "folder-not-found",
    });
    expect(existsSync(project)).toBe(false);
    renameSync(`${project}-away`, project);
    expect(await repo.commit("checkpoint: back", moment)).toMatch(/^[0-9a-f]{40}$/);
    expect(existsSync(join(place.gitdir, "satchel.lock"))).toBe(false);
    expect((await repo.list(null, 10)).map(({ message }) => message)).toEqual([
      "checkpoint: back",
      "workspace init",
    ]);
    git("fsck", "--strict");
  },
);

it("sets a repository aside that loses its objects while it is in use, and says so when a version is read", async () => {
  put("a.md", "1");
  await history.ensure(agent);
  const [first = ""] = commits;
  rmSync(join(gitdir(), "objects"), { recursive: true });
  put("a.md", "2");
  await expect(history.diff(agent, first, null, null)).rejects.toMatchObject({ code: "commit-not-found" });
  expect(await history.checkpoint(agent)).toBeNull();
  expect(await messages()).toEqual(["workspace init"]);
  expect(
    readdirSync(join(project, ".satchel", "history")).filter((n) => n.includes(".corrupt-")),
  ).toHaveLength(1);
  git("fsck", "--strict");
});

it.each([
  ["ENOSPC", "write", "disk-full"],
  ["ENOSPC", "sync", "disk-full"],
  ["EACCES", "rename", "no-access"],
] as const)("keeps the last commit when the disk refuses: %s at %s", async (code, step, expected) => {
  const { HistoryRepo } = await import("./history-repo.ts");
  const place = {
    gitdir: join(project, ".satchel", "history", "full"),
    folder: join(project, "workspace"),
    transcripts: null,
    project: new FolderIdentity(project).mark,
  };
  const moment = { seconds: 1_790_001_000, minutesWest: 0 };
  const full = () => new HistoryRepo(place, failingDisk(code, step));
  await expect(full().commit("checkpoint: begin", moment)).rejects.toMatchObject({ code: expected });
  const sound = new HistoryRepo(place);
  await sound.commit("checkpoint: sound", moment);
  put("AGENTS.md", "# Changed\n");
  await expect(full().commit("checkpoint: lost", moment)).rejects.toMatchObject({ code: expected });
  expect((await sound.list(null, 10)).map(({ message }) => message)).toEqual(["workspace init"]);
  expect(read("AGENTS.md")).toBe("# Changed\n");
  expect(await sound.commit("checkpoint: again", moment)).not.toBeNull();
  git("fsck", "--strict");
});
