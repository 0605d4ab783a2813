import { platform } from "node:os";
import { Failure, type Signal } from "#shared/contract/index.ts";
import type { Overlap, Xray as Report, XrayColumn, XrayFile, XrayFinding } from "#shared/contract/readers.ts";
import type { ReaderId } from "#shared/model/reader.ts";
import type { ReadFix } from "#shared/model/read-fix.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { cutPlace, lineCount } from "./cut-place.ts";
import { candidatesOf } from "./candidates.ts";
import { columnOf } from "./column-of.ts";
import { type FileSet, isBelow, type ListedFile, nameOf } from "./file-set.ts";
import { findingsOf } from "./findings.ts";
import { effectOf } from "./fixes/effect-of.ts";
import { possibleFixes } from "./fixes/find-fixes.ts";
import type { PossibleFix } from "./fixes/edit.ts";
import { withEdits } from "./fixes/edit.ts";
import { editsOf, oneSourceSteps, type SourceStep } from "./fixes/one-source.ts";
import type { Listing } from "./gather/listing.ts";
import { lookAt, type Looked } from "./look-at.ts";
import { overlapsIn, type RulePlace } from "./overlaps.ts";
import { readerById, readers } from "./readers.ts";
import { TextTokens } from "./text-tokens.ts";

export type Draft = { readonly path: string; readonly text: string };
export type LookInput = {
  readonly cwd: string;
  readonly readers?: readonly ReaderId[] | undefined;
  readonly touched: readonly string[];
  readonly drafts: readonly Draft[];
  readonly again: boolean;
};
export type CellInput = {
  readonly reader: ReaderId;
  readonly path: string;
  readonly cwd: string;
  readonly drafts: readonly Draft[];
};

type FixInput = Omit<CellInput, "drafts"> & { readonly fix: string };

/** Writes texts as one change; see apply-edits.ts. */
export type WriteEdits = (title: string, edits: readonly RelativeEdit[]) => Promise<string | null>;

/** Rows that are returned; the rest is counted. */
const MAX_ROWS = 2_000;
const MAX_FOLDERS = 2_000;
const MAX_QUOTE = 200;
const MAX_SHOWN_CHARS = 300_000;

/** What every reader makes of one folder. Reads files, runs nothing, writes nothing. */
export class Xray {
  readonly #listing: Listing;
  readonly #tokens: TextTokens;
  readonly #encoding: () => string;
  readonly #write: WriteEdits | null;

  /** `write` null: nothing can be applied, as on the command line. */
  constructor(
    listing: Listing,
    counter: TokenCounter,
    encoding: () => string,
    write: WriteEdits | null = null,
  ) {
    this.#listing = listing;
    this.#write = write;
    this.#encoding = encoding;
    this.#tokens = new TextTokens(counter, encoding);
  }

  /** Does what a fix says, as one change. */
  async fix(input: FixInput): Promise<{ change: string | null; title: string }> {
    const { title, edits } = await this.#planFix(input);
    return { change: await this.#apply(title, edits), title };
  }

  /** What keeping one file and making the others point to it would do; `apply` does it. */
  async oneSource(keep: string, apply: boolean) {
    const { steps, edits } = await this.#planOneSource(keep);
    const title = `Kept ${nameOf(keep)} as the one source`;
    return { steps: [...steps], change: apply ? await this.#apply(title, edits) : null };
  }

  async #apply(title: string, edits: readonly RelativeEdit[]): Promise<string | null> {
    if (!this.#write) throw new Failure("read-only", "Nothing can be changed from here.");
    const change = await this.#write(title, edits);
    // The watcher would say so a moment later; the next look must not be older than the write.
    this.#listing.changed(edits.map(({ path }) => path));
    return change;
  }

  async look(input: LookInput, signal?: Signal): Promise<Report> {
    if (input.again) this.#listing.forget();
    const wanted = input.readers ? input.readers.map(readerById) : readers;
    const looked = lookAt(
      await this.#files(input.drafts, signal),
      this.#place(input.cwd, input.touched),
      wanted,
    );
    const shown = (path: string) => this.#listing.shown(path);
    const paths = await this.#rows(looked);
    const index = new Map(paths.slice(0, MAX_ROWS).map((path, at) => [path, at]));
    const { files } = looked.input;
    await this.#tokens.count(
      [...index.keys()].map((path) => files.text(path)),
      signal,
    );
    const columns: XrayColumn[] = [];
    const findings: XrayFinding[] = [];
    for (const reader of wanted) {
      const answer = looked.answers.get(reader.id);
      if (!answer) continue;
      columns.push(
        await columnOf(reader, answer, looked.input, { index, tokens: this.#tokens, shown }, signal),
      );
      for (const { path, ...finding } of findingsOf(reader, answer, looked.input, shown)) {
        findings.push({ ...finding, file: path === null ? null : (index.get(path) ?? null) });
      }
    }
    return {
      cwd: shown(looked.input.cwd),
      gitRoot: looked.input.gitRoot === null ? null : shown(looked.input.gitRoot),
      outside: looked.input.home !== null,
      encoding: this.#encoding(),
      files: [...index.keys()].map((path) => this.#fileOf(files, path)),
      columns,
      findings: findings.sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind)),
      notes: [
        ...this.#listing.notes,
        ...(paths.length > MAX_ROWS ? [{ kind: "rows" as const, shown: MAX_ROWS, count: paths.length }] : []),
      ],
    };
  }

  async overlaps(cwd: string, drafts: readonly Draft[]): Promise<{ overlaps: Overlap[] }> {
    const files = await this.#files(drafts);
    const place = this.#place(cwd, []);
    const compared = candidatesOf(files, place.cwd, place.home).paths.flatMap((path) => {
      const file = files.get(path);
      return file && nameOf(path) !== "SKILL.md" && file.link === undefined ? [file] : [];
    });
    const shown = ({ path, line, text }: RulePlace) => ({
      path: this.#listing.shown(path),
      line,
      text: text.slice(0, MAX_QUOTE),
    });
    return {
      overlaps: overlapsIn(compared).map(({ kind, places }) => ({ kind, places: places.map(shown) })),
    };
  }

  async folders(): Promise<{ folders: string[]; leftOut: number }> {
    const files = await this.#listing.files();
    const { root } = this.#listing;
    const all = [...files.folders()]
      .filter((path) => isBelow(root, path))
      .map((path) => this.#listing.shown(path))
      .filter((path) => !path.split("/").some((name) => name.startsWith(".")))
      .sort();
    return { folders: ["", ...all.slice(0, MAX_FOLDERS)], leftOut: Math.max(0, all.length - MAX_FOLDERS) };
  }

  async cell({ reader: id, path, cwd, drafts }: CellInput) {
    const absolute = this.#listing.absolute(path);
    await this.#listing.text(absolute);
    const looked = lookAt(await this.#files(drafts), this.#place(cwd, []));
    const reader = readerById(id);
    const { files } = looked.input;
    const file = files.get(absolute);
    const cell = cellIn(looked, id, absolute);
    const text = file?.text ?? null;
    const cut = cell?.cut && text !== null ? cutPlace(text, cell.cut) : null;
    const fixes = cell ? this.#fixes(id, absolute, looked) : [];
    const shown = (each: string) => this.#listing.shown(each);
    return {
      text: text === null ? null : text.slice(0, MAX_SHOWN_CHARS),
      partial: file?.partial === true || (text?.length ?? 0) > MAX_SHOWN_CHARS,
      cut,
      fixes: fixes.map((fix): ReadFix => ({
        id: fix.id,
        title: fix.title,
        effect: effectOf(fix, reader, absolute, looked, shown),
        paths: fix.edits.map((edit) => shown(edit.path)),
      })),
    };
  }

  /** The texts that a fix would write, by project-relative path. */
  async #planFix({ reader, path, cwd, fix: id }: FixInput) {
    const looked = lookAt(await this.#files([]), this.#place(cwd, []));
    const fix = this.#fixes(reader, this.#listing.absolute(path), looked).find((each) => each.id === id);
    if (!fix)
      throw new Failure("fix-not-found", "This fix no longer applies. Look at the folder again.", {
        fix: id,
      });
    return { title: fix.title, edits: this.#relative(looked.input.files, fix.edits) };
  }

  async #planOneSource(
    keep: string,
  ): Promise<{ readonly steps: readonly SourceStep[]; readonly edits: readonly RelativeEdit[] }> {
    const files = await this.#files([]);
    const absolute = this.#listing.absolute(keep);
    if (!files.has(absolute) || !isBelow(this.#listing.root, absolute)) {
      throw new Failure("not-found", `There is no file ${keep} in this folder.`, { path: keep });
    }
    const steps = oneSourceSteps(files, absolute);
    return {
      steps: steps.map((step) => ({ ...step, path: this.#listing.shown(step.path) })),
      edits: this.#relative(files, editsOf(files, steps)),
    };
  }

  #relative(files: FileSet, edits: PossibleFix["edits"]): readonly RelativeEdit[] {
    return edits.map(({ path, text }) => ({
      path: this.#listing.shown(path),
      text,
      before: files.get(path)?.text ?? null,
    }));
  }

  /** Only what stays inside the folder can be changed from here. */
  #fixes(id: ReaderId, path: string, looked: Looked): readonly PossibleFix[] {
    const cell = cellIn(looked, id, path) ?? {
      path,
      how: "never" as const,
      reason: "not-its-file" as const,
      rule: "names",
    };
    const { root } = this.#listing;
    return possibleFixes(readerById(id), cell, looked.input).filter(({ edits }) =>
      edits.every((edit) => isBelow(root, edit.path)),
    );
  }

  async #files(drafts: readonly Draft[], signal?: Signal): Promise<FileSet> {
    const edits = drafts.map(({ path, text }) => ({ path: this.#listing.absolute(path), text }));
    const files = await this.#listing.files(signal, edits);
    return edits.length === 0 ? files : withEdits(files, edits);
  }

  #place(cwd: string, touched: readonly string[]) {
    return {
      cwd: this.#listing.absolute(cwd.replace(/\/+$/, "")),
      home: this.#listing.home,
      touched: touched.map((path) => this.#listing.absolute(path)),
      caseSensitive: platform() === "linux",
    };
  }

  /** Files that some reader loads or should, those that are loaded first when there are too many. */
  async #rows({ input, answers }: Looked): Promise<readonly string[]> {
    const loaded = new Set<string>();
    for (const answer of answers.values()) for (const cell of answer.loaded) loaded.add(cell.path);
    const others = new Set(input.candidates.paths.filter((path) => !loaded.has(path)));
    for (const answer of answers.values())
      for (const cell of answer.dropped)
        if (cell.reason !== "not-its-file" && !loaded.has(cell.path)) others.add(cell.path);
    const all = [...[...loaded].slice(0, MAX_ROWS), ...others];
    const rows = all
      .slice(0, MAX_ROWS)
      .map((path) => ({ path, key: this.#rowKey(path) }))
      .sort((a, b) => a.key - b.key || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path);
    return [...rows, ...all.slice(MAX_ROWS)];
  }

  /** The folder's own top first, then deeper, then outside. */
  #rowKey(path: string): number {
    return isBelow(this.#listing.root, path) ? path.split("/").length : 1_000;
  }

  #fileOf(files: FileSet, path: string): XrayFile {
    const file = files.get(path);
    const text = file?.text ?? "";
    return {
      path: this.#listing.shown(path),
      bytes: file?.bytes ?? 0,
      lines: file === null ? 0 : linesIn(file),
      tokens: file === null || file.partial || file.text === null ? null : this.#tokens.of(text),
      outside: !isBelow(this.#listing.root, path),
      kind: nameOf(path) === "SKILL.md" ? "skill" : "instructions",
    };
  }
}

/** Counted once for each text of a file. */
const lines = new WeakMap<ListedFile, number>();

const linesIn = (file: ListedFile): number => {
  const known = lines.get(file) ?? lineCount(file.text ?? "");
  lines.set(file, known);
  return known;
};

export type RelativeEdit = {
  readonly path: string;
  readonly text: string | null;
  readonly before: string | null;
};

const KIND_ORDER: readonly XrayFinding["kind"][] = [
  "cut",
  "over-limit",
  "hidden",
  "inactive",
  "twice",
  "outside",
  "order",
  "unstable",
];

const cellIn = ({ answers }: Looked, id: ReaderId, path: string) => {
  const answer = answers.get(id);
  return (
    answer?.loaded.find((cell) => cell.path === path) ??
    answer?.dropped.find((cell) => cell.path === path) ??
    null
  );
};
