import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  generationFolder,
  generationsToKeep,
  keepBeforeUpdate,
  keepGeneration,
  listGenerations,
} from "./backup-generations.ts";

const days = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(2026, 10, 18) - n * 86_400_000).toISOString().slice(0, 10),
  );

it("keeps 7 days, then the newest day of each of 4 weeks, and upgrades", () => {
  const kept = generationsToKeep([
    ...days(60),
    "before-version-9",
    "before-version-11",
    "evil",
    "2026-99-99",
  ]);
  expect(kept.slice(0, 7)).toEqual(days(7));
  expect(kept.slice(7)).toEqual([
    "2026-11-11",
    "2026-11-08",
    "2026-11-01",
    "2026-10-25",
    "before-version-11",
    "before-version-9",
  ]);
});

it("copies the backups once per day, whole, and lets the oldest go", async () => {
  const backup = mkdtempSync(join(tmpdir(), "satchel-generations-"));
  await keepGeneration(backup, "2026-01-01");
  expect(await listGenerations(backup)).toEqual([]);
  for (const day of days(20).toReversed()) {
    writeFileSync(join(backup, "facts.jsonl"), `${day}\n`);
    await keepGeneration(backup, day);
    writeFileSync(join(backup, "facts.jsonl"), "later that day\n");
    await keepGeneration(backup, day);
  }
  expect((await listGenerations(backup)).slice(0, 7)).toEqual(days(7));
  expect(await listGenerations(backup)).toHaveLength(7 + 3);
  const [newest = ""] = days(1);
  expect(readFileSync(join(generationFolder(backup, newest), "facts.jsonl"), "utf8")).toBe(`${newest}\n`);
});

it("makes a generation again that a crash left unfinished", async () => {
  const backup = mkdtempSync(join(tmpdir(), "satchel-generations-"));
  writeFileSync(join(backup, "facts.jsonl"), "whole\n");
  mkdirSync(join(backup, "kept", "2026-11-18.part"), { recursive: true });
  writeFileSync(join(backup, "kept", "2026-11-18.part", "facts.jsonl"), "wh");
  await keepGeneration(backup, "2026-11-18");
  expect(readFileSync(join(generationFolder(backup, "2026-11-18"), "facts.jsonl"), "utf8")).toBe("whole\n");
  expect(await listGenerations(backup)).toEqual(["2026-11-18"]);
});

it("keeps the backups of an earlier version of the app, once", async () => {
  const backup = mkdtempSync(join(tmpdir(), "satchel-update-"));
  writeFileSync(join(backup, "runs.jsonl"), "{}\n");
  await keepBeforeUpdate(backup, "0.1.0");
  expect(await listGenerations(backup)).toEqual([]);
  await keepBeforeUpdate(backup, "0.2.0");
  await keepBeforeUpdate(backup, "0.2.0");
  expect(await listGenerations(backup)).toEqual(["before-update-0.2.0"]);
  rmSync(backup, { recursive: true, force: true });
});
