import { z } from "zod";
import { type Change, change, changedFile, type ChangedFile } from "#shared/model/change.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { mergeFiles } from "./merge-files.ts";
import { VERSIONS_FOLDER } from "./versions.ts";

const JOURNAL = `${VERSIONS_FOLDER}/journal.jsonl`;

/** A larger journal was not written by Satchel; its newest part is read. */
const MAX_JOURNAL_BYTES = 128 * 1024 * 1024;

/**
 * A line: a whole change (the last one of an id counts), more files of one, the end of one, or whether a group
 * of writes is under way.
 */
const line = z.union([
  z.object({ id: z.string(), gone: z.literal(true) }),
  z.object({ id: z.string(), group: z.enum(["open", "ended"]) }),
  z.object({ id: z.string(), more: z.array(changedFile).max(10_000) }),
  change,
]);
type Line = z.input<typeof line>;

/** A group of writes that has not ended. */
export type OpenGroup = {
  /** As it was last recorded; null when none of its files was begun. */
  readonly change: Change | null;
  /** Every state that was recorded for its files, in order: also of writes that failed or were undone. */
  readonly files: readonly ChangedFile[];
};

/**
 * The list of changes, oldest first: `.satchel/versions/journal.jsonl`, append-only, each line on disk before
 * the write it describes. A line that a crash left unfinished is skipped. A different process on the same
 * folder may append as well; its lines are read before every use.
 */
export class Journal {
  readonly #kept: KeptFiles;
  readonly #changes = new Map<string, Change>();
  readonly #groups = new Map<string, OpenGroup>();
  /** A line that is appended while the file is rewritten would be lost, and two readers would mix their lines. */
  readonly #queue = new OneAtATime();
  #read = 0;
  #inode: bigint | null = null;
  #lines = 0;

  constructor(kept: KeptFiles) {
    this.#kept = kept;
  }

  /** Reads what any process appended since the last time. */
  refresh(): Promise<void> {
    return this.#queue.run(() => this.#refresh());
  }

  async #refresh(): Promise<void> {
    const found = this.#kept.stat(JOURNAL);
    const size = Number(found?.size ?? 0n);
    if (found && this.#inode === found.ino && size === this.#read) return;
    if (!found || this.#inode !== found.ino || size < this.#read) {
      this.#changes.clear();
      this.#groups.clear();
      [this.#read, this.#lines] = [0, 0];
    }
    this.#inode = found?.ino ?? null;
    if (!found) return;
    const from = Math.max(this.#read, size - MAX_JOURNAL_BYTES);
    const text = await this.#readPart(from, size);
    // A line that a different process is still writing is read the next time.
    const end = text.lastIndexOf("\n") + 1;
    this.#read = from + Buffer.byteLength(text.slice(0, end));
    for (const each of text.slice(0, end).split("\n")) this.#take(each);
  }

  get(id: string): Change | null {
    return this.#changes.get(id) ?? null;
  }

  /** Oldest first. */
  all(): readonly Change[] {
    return [...this.#changes.values()];
  }

  /** Newest first. */
  *newest(): Generator<Change> {
    const all = this.all();
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const found = all[index];
      if (found) yield found;
    }
  }

  put(next: Change): Promise<void> {
    return this.#append(next);
  }

  /** Adds files to an existing change. */
  extend(id: string, files: readonly ChangedFile[]): Promise<void> {
    return this.#append({ id, more: [...files] });
  }

  remove(id: string): Promise<void> {
    return this.#append({ id, gone: true });
  }

  /** Whether the files of a change are written as a group that has not ended. */
  group(id: string, state: "open" | "ended"): Promise<void> {
    return this.#append({ id, group: state });
  }

  /** The groups that have not ended, by the id of their change, oldest first. */
  groups(): ReadonlyMap<string, OpenGroup> {
    return this.#groups;
  }

  /** Keeps only these, and rewrites the file when that makes it clearly shorter. */
  keepOnly(kept: (change: Change) => boolean): Promise<void> {
    return this.#queue.run(() => this.#keepOnly(kept));
  }

  async #keepOnly(kept: (change: Change) => boolean): Promise<void> {
    await this.#refresh();
    const left = this.all().filter(kept);
    if (left.length === this.#changes.size && this.#lines <= 2 * left.length + 100) return;
    const lines = left.filter(({ id }) => !this.#groups.has(id)).map((each): Line => each);
    for (const [id, group] of this.#groups) lines.push(...this.#linesOf(id, group, left));
    await this.#kept.write(JOURNAL, lines.map((each) => `${JSON.stringify(each)}\n`).join(""));
    await this.#refresh();
  }

  /** An open group keeps every state of its files, whatever the list shows of its change. */
  #linesOf(id: string, { change: known, files }: OpenGroup, left: readonly Change[]): readonly Line[] {
    const opened: Line = { id, group: "open" };
    if (!known) return [opened];
    const listed = left.find((each) => each.id === id);
    return [opened, { ...known, files: [...files] }, listed ?? { id, gone: true }];
  }

  #append(next: Line): Promise<void> {
    return this.#queue.run(() => this.#appendLine(next));
  }

  async #appendLine(next: Line): Promise<void> {
    const file = await this.#kept.open(JOURNAL, "append");
    try {
      const { size } = await file.stat();
      const last = Buffer.alloc(1);
      if (size > 0) await file.read(last, 0, 1, size - 1);
      const gap = size > 0 && last.toString() !== "\n" ? "\n" : "";
      await file.appendFile(`${gap}${JSON.stringify(next)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#refresh();
  }

  async #readPart(from: number, to: number): Promise<string> {
    const file = await this.#kept.open(JOURNAL, "read");
    try {
      const buffer = Buffer.alloc(Math.max(to - from, 0));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      return buffer.subarray(0, bytesRead).toString("utf8");
    } finally {
      await file.close();
    }
  }

  #take(text: string): void {
    if (text.trim() === "") return;
    this.#lines += 1;
    const parsed = line.safeParse(jsonOf(text));
    if (!parsed.success) return;
    const { data } = parsed;
    const known = this.#changes.get(data.id) ?? null;
    if ("gone" in data) this.#changes.delete(data.id);
    else if ("group" in data) {
      if (data.group === "open") this.#groups.set(data.id, { change: known, files: known?.files ?? [] });
      else this.#groups.delete(data.id);
    } else if ("more" in data) {
      if (known) this.#put({ ...known, files: mergeFiles(known.files, data.more) }, data.more);
    } else this.#put(data, data.files);
  }

  #put(next: Change, files: readonly ChangedFile[]): void {
    this.#changes.set(next.id, next);
    const group = this.#groups.get(next.id);
    if (group) this.#groups.set(next.id, { change: next, files: [...group.files, ...files] });
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
