import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { silentLog } from "../base/log.ts";
import type { Happened } from "./other-files.ts";
import { closeCounter, openTestWorkspace, temporaryProject, type TestWorkspace } from "./test-workspace.ts";
import { type FileWatcher, watchFiles } from "./watch-files.ts";
import { type StartWatching, watchInWorker, type WatchNews } from "./watch-source.ts";
import { eventually } from "../base/test-eventually.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(closeCounter);

/** A system that refuses to watch, like one that has run out of watches or file handles. */
const refusing =
  (code: string): StartWatching =>
  (_place, tell) => {
    queueMicrotask(() => tell({ kind: "error", code, message: `${code}: no watches left` }));
    return { rulesChanged: () => {}, close: async () => {} };
  };

const changesIn = ({ events }: TestWorkspace) =>
  events.flatMap((event) => (event.event === "workspace.changed" ? event.changes : []));

describe("without watches", () => {
  it.each(["ENOSPC", "EMFILE", "ENFILE"])("still notices edits: %s", async (code) => {
    const project = temporaryProject({ "workspace/AGENTS.md": "one" });
    const test = openTestWorkspace(project, { startWatching: refusing(code) });
    opened.push(test);
    test.workspace.start();
    await test.workspace.watching();
    await test.workspace.settled();
    for (const text of ["two and more", "three and more"]) {
      test.events.length = 0;
      writeFileSync(join(project, "workspace", "AGENTS.md"), text);
      await eventually(() =>
        expect(changesIn(test)).toMatchObject([{ path: "workspace/AGENTS.md", kind: "changed" }]),
      );
      expect(test.workspace.files.get("workspace/AGENTS.md")?.text()).toBe(text);
    }
  });
});

it("without watches still notices files outside the workspaces: changed, added and removed", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "one", "src/a.ts": "1", "src/b.ts": "1" });
  const test = openTestWorkspace(project, { startWatching: refusing("ENOSPC") });
  opened.push(test);
  test.workspace.start();
  await test.workspace.watching();
  writeFileSync(join(project, "src/a.ts"), "22");
  writeFileSync(join(project, "src/c.ts"), "1");
  rmSync(join(project, "src/b.ts"));
  await eventually(() =>
    expect(Object.fromEntries(changesIn(test).map(({ path, kind }) => [path, kind]))).toEqual({
      "src/a.ts": "changed",
      "src/b.ts": "removed",
      "src/c.ts": "added",
    }),
  );
});

describe("a watcher", () => {
  const watched = async (folder: string, grounds: readonly string[] | null = []) => {
    const batches: ReadonlyMap<string, Happened>[] = [];
    const watcher: FileWatcher = watchFiles({
      folder,
      grounds,
      startWatching: watchInWorker,
      isUrgent: (path) => path.startsWith("workspace/"),
      onBatch: (batch) => batches.push(batch),
      onLost: async () => {},
      onPoll: async () => {},
      log: silentLog,
    });
    opened.push(watcher);
    await watcher.ready;
    const paths = () => batches.flatMap((batch) => [...batch.keys()]);
    return { watcher, batches, paths };
  };
  it("reports what was added, changed and removed", async () => {
    const folder = temporaryProject({ "workspace/a.md": "1", "workspace/b.md": "1" });
    const { batches } = await watched(folder);
    writeFileSync(join(folder, "workspace", "a.md"), "22");
    writeFileSync(join(folder, "workspace", "a.md"), "333");
    writeFileSync(join(folder, "workspace", "c.md"), "1");
    rmSync(join(folder, "workspace", "b.md"));
    // On a machine that stalls in between there are two batches; the later one is right.
    const told = () => Object.fromEntries(batches.flatMap((batch) => [...batch]));
    await eventually(() =>
      expect(told()).toEqual({
        "workspace/a.md": "changed",
        "workspace/b.md": "removed",
        "workspace/c.md": "added",
      }),
    );
  });

  it("never reports git's files, the app's, temporary or ignored ones, and follows changed rules", async () => {
    const folder = temporaryProject({ ".gitignore": "logs/\n", ".git/HEAD": "x", ".satchel/a": "x" });
    const { watcher, paths } = await watched(folder);
    const writeAll = (names: readonly string[]) => {
      for (const name of names) writeFileSync(join(folder, name), String(Math.random()));
    };
    mkdirSync(join(folder, "logs"));
    writeAll([".git/HEAD", ".satchel/a", ".satchel-tmp-0123", "logs/x.log", "seen.txt"]);
    await eventually(() => expect(paths()).toContain("seen.txt"));
    expect(paths()).toEqual(["seen.txt"]);

    writeFileSync(join(folder, ".gitignore"), "logs/\n*.tmp\n");
    watcher.rulesChanged([]);
    // Rules and files are sent separately; the worker has the rules once it reported this file.
    writeAll(["between.txt"]);
    await eventually(() => expect(paths()).toContain("between.txt"));
    writeAll(["new.tmp", "later.txt"]);
    await eventually(() => expect(paths()).toContain("later.txt"));
    expect(paths()).not.toContain("new.tmp");
  });

  it("reports that its worker ended, and starts a new one", async () => {
    const errors: WatchNews[] = [];
    // A missing folder is the only thing that the worker cannot survive.
    const nowhere = { folder: undefined as unknown as string, grounds: [] };
    opened.push(watchInWorker(nowhere, (news) => errors.push(news)));
    await eventually(() => expect(errors.length).toBeGreaterThanOrEqual(2));
    expect(errors[0]).toMatchObject({ kind: "error", code: null });
  });

  it("ignores only temporary files where no rules apply", async () => {
    const folder = temporaryProject({ ".gitignore": "*.log\n" });
    const { paths } = await watched(folder, null);
    writeFileSync(join(folder, "a.log"), "x");
    await eventually(() => expect(paths()).toEqual(["a.log"]));
  });

  it("does not let a noisy file delay an edited prompt file", async () => {
    const folder = temporaryProject({ "noise.log": "", "workspace/a.md": "1" });
    const { batches } = await watched(folder);
    let noises = 0;
    const noise = setInterval(() => writeFileSync(join(folder, "noise.log"), String(noises++)), 50);
    writeFileSync(join(folder, "workspace", "a.md"), "22");
    await eventually(() => expect(batches.length).toBeGreaterThan(0));
    clearInterval(noise);
    expect([...(batches[0]?.keys() ?? [])]).toEqual(["workspace/a.md"]);
  });
});
