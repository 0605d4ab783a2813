import type { ChildProcess } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { cutDatabaseLog } from "./disk/cut-power.ts";

/**
 * Copies the database and its log while the child stands still at a random moment of its work, cuts an unsynced end
 * off the log, and checks what SQLite makes of it. Null when it is sound, or when there was nothing to look at.
 */
export const lookAtDatabase = async (
  child: ChildProcess,
  project: string,
  random: () => number,
): Promise<{ readonly looked: boolean; readonly problem: string | null }> => {
  const file = join(project, ".satchel", "index.db");
  if (process.platform !== "linux" || !existsSync(`${file}-wal`)) return { looked: false, problem: null };
  const folder = mkdtempSync(join(tmpdir(), "satchel-crash-copy-"));
  try {
    child.kill("SIGSTOP");
    if (!(await standsStill(child))) return { looked: false, problem: null };
    for (const ending of ["", "-wal", "-shm"]) copyFileSync(file + ending, join(folder, `copy.db${ending}`));
    child.kill("SIGCONT");
    cutDatabaseLog(join(folder, "copy.db-wal"), random);
    const db = new Database(join(folder, "copy.db"));
    const found = db.pragma("integrity_check", { simple: true });
    db.close();
    return { looked: true, problem: found === "ok" ? null : `a copy of the database: ${String(found)}` };
  } catch (error) {
    // Closing the project removes the log between the look and the copy.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return { looked: false, problem: null };
    }
    throw error;
  } finally {
    child.kill("SIGCONT");
    rmSync(folder, { recursive: true, force: true });
  }
};

const standsStill = async ({ pid }: ChildProcess): Promise<boolean> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
    if (threads.length === 0) return false;
    if (threads.every((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`) === "T")) return true;
    await wait(2);
  }
  return false;
};

const stateOf = (path: string): string => {
  try {
    return /\) (\S)/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  } catch {
    return "T";
  }
};
