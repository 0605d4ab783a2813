import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { isTemporaryName } from "../base/write-atomic.ts";
import { closeCounter, openTestWorkspace, temporaryProject } from "./test-workspace.ts";

const fixture = join(import.meta.dirname, "save-many.fixture.ts");
afterAll(closeCounter);

/** True when it was killed in time, false when all 500 saves were done before. */
const saveAndKill = async (project: string, afterMs: number): Promise<boolean> => {
  const child = spawn(process.execPath, [fixture, project], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  await delay(afterMs);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  return signal === "SIGKILL";
};

it(
  "leaves the old or the new text, and an index that opens, whenever the process is killed",
  { timeout: 180_000 },
  async () => {
    const project = temporaryProject({ "workspace/a.md": "0\n".repeat(20_000) });
    let killed = 0;
    for (let round = 0; round < 6; round++) {
      if (await saveAndKill(project, Math.random() * 600)) killed++;
      const text = readFileSync(join(project, "workspace", "a.md"), "utf8");
      const [line = ""] = text.split("\n");
      expect(text === `${line}\n`.repeat(20_000)).toBe(true);
      const others = readdirSync(join(project, "workspace")).filter((name) => name !== "a.md");
      expect(others.filter((name) => !isTemporaryName(name))).toEqual([]);
    }
    expect(killed).toBeGreaterThan(0);

    const opened = openTestWorkspace(project, { watch: false });
    const { workspace, store } = opened;
    workspace.start();
    expect(store.recovered).toBeNull();
    const { hash } = await workspace.read("workspace", "a.md");
    expect((await workspace.rows("workspace")).map((row) => [row.path, row.content_sha256])).toEqual([
      ["workspace/a.md", hash],
    ]);
    await opened.close();
  },
);
