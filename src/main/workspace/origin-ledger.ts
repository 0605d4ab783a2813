import { hash } from "node:crypto";
import { z } from "zod";
import { lowestOrigin, type Origin, origin, OUTSIDE_MARK, withoutOutsideMark } from "#shared/model/origin.ts";
import { errnoOf } from "../base/errno.ts";
import type { KeptFiles } from "../base/kept-files.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { privateFolder } from "./path-policy.ts";

const LEDGER = `${privateFolder}/origins.jsonl`;
const MAX_LEDGER_BYTES = 64 * 1024 * 1024;
/** Lines with fewer letters and digits (`}`, `## Notes`) are in files of everybody. */
const MIN_LINE_LETTERS = 8;

const entry = z.object({
  at: z.string().max(40),
  origin,
  lines: z.array(z.string().max(64)).max(200_000),
  /** The user said that the lines may stand where they do. Their origin stays. */
  approved: z.boolean().optional(),
});

/**
 * The origins of lines in plain files. A line is known by the hash of its words, wherever it stands: moved to the
 * archive, copied to MEMORY.md or restored from git it keeps its origin. What nobody recorded was typed by the user.
 *
 * A file of its own, because the database can be deleted and built again. A project may bring one: entries only ever
 * lower an origin, so nothing is gained by that. A line from outside also carries `OUTSIDE_MARK`, which survives the
 * loss of this file, and so do the headings under which models write.
 */
export class OriginLedger {
  readonly #files: KeptFiles;
  readonly #writes = new OneAtATime();
  readonly #origins = new Map<string, Origin>();
  readonly #approved = new Set<string>();

  constructor(files: KeptFiles) {
    this.#files = files;
  }

  async load(): Promise<void> {
    for (const line of (await this.#text()).split("\n")) {
      const parsed = entry.safeParse(jsonOf(line));
      if (parsed.success) this.#take(parsed.data);
    }
  }

  /** The origin of each line of a text. */
  ofLines(text: string): readonly Origin[] {
    let isModelSection = false;
    return text.split("\n").map((line) => {
      if (/^#{1,2} /.test(line)) isModelSection = MODEL_HEADING.test(line);
      const section: Origin = isModelSection && line.trim() !== "" ? "agent" : "you";
      return lowestOrigin(section, this.ofLine(line));
    });
  }

  /** The lowest origin of a text's lines. */
  of(text: string): Origin {
    if (this.#origins.size === 0 && !text.includes(OUTSIDE_MARK) && !text.includes("## ")) return "you";
    return lowestOrigin(...new Set(this.ofLines(text)));
  }

  ofLine(line: string): Origin {
    if (line.includes(OUTSIDE_MARK)) return "outside";
    if (this.#origins.size === 0) return "you";
    return this.#origins.get(keyOf(line)) ?? "you";
  }

  isApproved(line: string): boolean {
    return this.#approved.size > 0 && this.#approved.has(keyOf(line));
  }

  /** Settles when it is on disk. Called before the lines themselves are written. */
  note(
    lines: readonly string[],
    from: Origin,
    { at, approved = false }: { readonly at: Date; readonly approved?: boolean },
  ): Promise<void> {
    const keys = [...new Set(lines.filter(isTelling).map(keyOf))];
    const isNew = (key: string) =>
      (approved && !this.#approved.has(key)) ||
      lowestOrigin(this.#origins.get(key) ?? "you", from) !== (this.#origins.get(key) ?? "you");
    const fresh = keys.filter(isNew);
    if (fresh.length === 0) return Promise.resolve();
    return this.#writes.run(async () => {
      const written = { at: at.toISOString(), origin: from, lines: fresh, ...(approved && { approved }) };
      const file = await this.#files.open(LEDGER, "append");
      try {
        // A line of its own, also after one that a crash cut off.
        await file.appendFile(`\n${JSON.stringify(written)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      this.#take(written);
    });
  }

  #take({ origin: from, lines, approved }: z.output<typeof entry>): void {
    for (const key of lines) {
      const lowest = lowestOrigin(this.#origins.get(key) ?? "you", from);
      if (lowest !== "you") this.#origins.set(key, lowest);
      if (approved === true) this.#approved.add(key);
    }
  }

  async #text(): Promise<string> {
    try {
      return (await this.#files.read(LEDGER, MAX_LEDGER_BYTES)).toString("utf8");
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return "";
      throw error;
    }
  }
}

/** What stands under them was written by a model or by a dream. */
const MODEL_HEADING = /^## (?:Memory Flush — |Dreamed |Consolidated )/;

const FURNITURE =
  /^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\]\s+)?(?:\[?(?:decision|outcome|strategy|note|interaction)(?:\]|:)\s*)?/i;

/** A line as it is compared: its words, without bullet, kind of note, marks and figures of a dream. */
const wordsOf = (line: string): string =>
  withoutOutsideMark(line)
    .replace(/ _\(score=[^)]*\)_\s*$/, "")
    .replace(FURNITURE, "")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const isTelling = (line: string): boolean => wordsOf(line).replaceAll(" ", "").length >= MIN_LINE_LETTERS;

const keyOf = (line: string): string => hash("sha256", wordsOf(line), "hex").slice(0, 20);

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
