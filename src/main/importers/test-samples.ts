import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

export const SAMPLES = join(import.meta.dirname, "samples");

/** A copy of the sample below `scratch`, with databases built from their SQL. */
export const preparedSample = (scratch: string, source: string, input: string): string => {
  const from = join(SAMPLES, source);
  const folder = mkdtempSync(join(scratch, `${source}-`));
  cpSync(from, folder, { recursive: true });
  rmSync(join(folder, "expect.json"));
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".sql")) continue;
    const database = new Database(join(folder, databaseOf(path)));
    database.exec(readFileSync(join(folder, path), "utf8"));
    database.close();
    rmSync(join(folder, path));
  }
  return join(folder, input.endsWith(".sql") ? databaseOf(input) : input);
};

const databaseOf = (path: string): string => {
  if (path.endsWith("openclaw-agent.sql")) return path.replace(/\.sql$/, ".sqlite");
  return /\.(?:vscdb|sqlite|db)\.sql$/.test(path)
    ? path.replace(/\.sql$/, "")
    : path.replace(/\.sql$/, ".db");
};
