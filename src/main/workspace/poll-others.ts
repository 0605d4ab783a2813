import { setImmediate } from "node:timers/promises";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { Happened } from "./other-files.ts";
import { privateFolder } from "./path-policy.ts";
import type { Roots } from "./roots.ts";
import { walkFiles } from "./walk.ts";

/** Files that are compared; a limit for folders of any size. */
const MAX_POLLED = 100_000;
/** Files between two pauses for other work. */
const FILES_PER_SLICE = 500;

export type PollOptions = {
  readonly roots: Roots;
  readonly rules: IgnoreRules;
  /** Whether a file is examined with the workspaces. */
  readonly isIndexed: (path: string) => boolean;
  readonly signal: AbortSignal;
};

/**
 * Finds changed files outside the workspaces by size and time, for when the system has no watches left. The first
 * look only remembers what is there.
 */
export class PollOthers {
  readonly #options: PollOptions;
  #before: ReadonlyMap<string, string> | null = null;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  async look(): Promise<Map<string, Happened>> {
    const before = this.#before;
    const now = await this.#marks();
    this.#before = now;
    const happened = new Map<string, Happened>();
    if (!before) return happened;
    for (const [path, mark] of now) {
      const last = before.get(path);
      if (last !== mark) happened.set(path, last === undefined ? "added" : "changed");
    }
    const isCut = now.size >= MAX_POLLED;
    for (const path of before.keys()) if (!isCut && !now.has(path)) happened.set(path, "removed");
    return happened;
  }

  async #marks(): Promise<Map<string, string>> {
    const { roots, rules, isIndexed, signal } = this.#options;
    const marks = new Map<string, string>();
    let seen = 0;
    const skip = (folder: string) => folder === privateFolder || folder.split("/").includes(".git");
    for await (const file of walkFiles(roots, rules, { root: "", skip, signal })) {
      seen += 1;
      if (seen % FILES_PER_SLICE === 0) await setImmediate();
      if (seen > MAX_POLLED) break;
      if (!isIndexed(file.path)) marks.set(file.path, `${file.bytes}:${file.modifiedMs}`);
    }
    return marks;
  }
}
