import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tableOwners } from "./table-owners.ts";

export type TableReport = {
  /** How often a table was named in SQL. */
  readonly uses: number;
  /** One sentence each. */
  readonly refused: readonly string[];
};

/** May name every table: it creates, checks and copies all of them. */
const FREE_ROOM = "store";

/** Reads every file of the main process that is not a test and checks which tables it names in SQL. */
export const checkTables = (top: string): TableReport => {
  const files = globSync("src/main/**/*.ts", { cwd: top }).map((file) => file.replaceAll("\\", "/"));
  const refused: string[] = [];
  let uses = 0;
  for (const file of files.sort()) {
    const source = readFileSync(join(top, file), "utf8");
    if (file.startsWith("src/main/store/migrations/")) refused.push(...unowned(file, source));
    if (isTest(file)) continue;
    const room = file.split("/")[2] ?? "";
    for (const table of tablesIn(source)) {
      uses += 1;
      const owner = tableOwners[table];
      if (owner === room || room === FREE_ROOM) continue;
      refused.push(`${file} names the table ${table} in SQL: it belongs to ${owner}`);
    }
  }
  return { uses, refused };
};

/** Known tables after an SQL keyword that a table follows. */
export const tablesIn = (source: string): string[] =>
  [...withoutComments(source).matchAll(TABLE)]
    .map(([, table = ""]) => table.toLowerCase())
    .filter((table) => Object.hasOwn(tableOwners, table));

const TABLE = /\b(?:from|into|join|update(?:\s+or\s+\w+)?)\s+([a-z_]+)\b/gi;
const CREATED = /\bcreate\s+(?:virtual\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)\b/gi;

const unowned = (file: string, source: string): string[] =>
  [...source.matchAll(CREATED)]
    .map(([, table = ""]) => table)
    .filter((table) => !Object.hasOwn(tableOwners, table))
    .map((table) => `${file} creates the table ${table}, which has no owner in scripts/table-owners.ts`);

/** Prose also contains "from memories". */
const withoutComments = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

const isTest = (file: string) => /\.(?:test|fixture)\.ts$|\/test-[^/]+\.ts$/.test(file);
