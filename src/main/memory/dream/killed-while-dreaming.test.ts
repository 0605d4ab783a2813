import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { openStore } from "../../store/open-store.ts";
import { temporaryProject } from "../../workspace/test-workspace.ts";

const fixture = join(import.meta.dirname, "dream-many.fixture.ts");

const dreamAndKill = async (folder: string, round: number): Promise<boolean> => {
  const child = spawn(process.execPath, [fixture, folder, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  await delay(30 + Math.random() * 300);
  child.kill("SIGKILL");
  const [, signal] = await exited;
  return signal === "SIGKILL";
};

it("leaves the old or the new MEMORY.md and a sound database, whenever the process is killed", async () => {
  const folder = temporaryProject({ "workspace/MEMORY.md": "# Memory\n\n- Old.\n" });
  let before = "# Memory\n\n- Old.\n";
  for (let round = 0; round < 5; round++) {
    expect(await dreamAndKill(folder, round)).toBe(true);
    const text = readFileSync(join(folder, "workspace", "MEMORY.md"), "utf8");
    expect(text.startsWith(before)).toBe(true);
    // Complete sections of 20 facts, each line complete, no fact twice.
    const facts = text.split("\n").filter((line) => line.startsWith("- Fact "));
    expect(facts.length).toBe(20 * text.split("## Dreamed ").slice(1).length);
    expect(
      facts.every((line) => /^- Fact \d+x\d+x\d+ _\(score=0\.\d\d, hits=3, days=\d\)_$/.test(line)),
    ).toBe(true);
    expect(new Set(facts.map((line) => line.split(" ")[2])).size).toBe(facts.length);
    const store = openStore(join(folder, ".satchel", "index.db"));
    expect(store.recovered).toBeNull();
    expect(store.db.pragma("integrity_check", { simple: true })).toBe("ok");
    store.close();
    before = text;
  }
  expect(before).toContain("## Dreamed ");
}, 60_000);
