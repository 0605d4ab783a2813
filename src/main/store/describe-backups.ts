import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupFacts } from "#shared/contract/app.ts";
import { generationFolder, listGenerations } from "./backup-generations.ts";

export type { BackupFacts };

/** The newest state first, then the kept ones. What holds nothing is left out. */
export const describeBackups = async (backup: string): Promise<readonly BackupFacts[]> => {
  const names = [null, ...(await listGenerations(backup))];
  const all: BackupFacts[] = [];
  for (const name of names) {
    const facts = await factsOf(name === null ? backup : generationFolder(backup, name), name);
    if (facts.tables.length > 0) all.push(facts);
  }
  return all;
};

const factsOf = async (folder: string, name: string | null): Promise<BackupFacts> => {
  const tables: { table: string; rows: number }[] = [];
  let bytes = 0;
  let newest = 0;
  const files: readonly string[] = await readdir(folder).catch(() => []);
  for (const file of files.filter((each) => each.endsWith(".jsonl")).toSorted()) {
    const found = await stat(join(folder, file)).catch(() => null);
    if (!found?.isFile()) continue;
    bytes += found.size;
    newest = Math.max(newest, found.mtimeMs);
    const rows = await countRows(join(folder, file));
    if (rows > 0) tables.push({ table: file.replace(/\.jsonl$/, ""), rows });
  }
  return { name, at: new Date(newest).toISOString(), bytes, tables };
};

const countRows = async (path: string): Promise<number> => {
  let rows = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) rows += 1;
  }
  return rows;
};
