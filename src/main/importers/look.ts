import { decodeBytes } from "./input/decode-text.ts";
import { jsonBeginning } from "./input/json-beginning.ts";
import { beginningOf, type SourceFile, type SourceFiles } from "./input/source-files.ts";
import { isRecord, parsedOr } from "./values.ts";

/** Bytes that are read of a file to recognise it. */
const MAX_LOOK_BYTES = 64 * 1024;
/** Elements of an array that are looked at: the first one proves nothing. */
const MAX_LOOK_ELEMENTS = 50;
/** Files of a folder that are looked into for one source. */
const MAX_LOOK_FILES = 200;

/** A first look at what was chosen: names, and the beginnings of files, each read once. */
export class Look {
  readonly input: SourceFiles;
  readonly #beginnings = new Map<string, Promise<Beginning>>();

  constructor(input: SourceFiles) {
    this.input = input;
  }

  /** Files whose path fits, as far as they are worth looking into. */
  files(path: RegExp): readonly SourceFile[] {
    return this.input.files.filter((file) => path.test(file.path)).slice(0, MAX_LOOK_FILES);
  }

  has(path: RegExp): boolean {
    return this.input.files.some((file) => path.test(file.path));
  }

  /** The first file that fits by path and by its beginning. */
  async find(path: RegExp, fits: (beginning: Beginning) => boolean): Promise<SourceFile | null> {
    for (const file of this.files(path)) if (fits(await this.beginning(file))) return file;
    return null;
  }

  beginning(file: SourceFile): Promise<Beginning> {
    const known = this.#beginnings.get(file.path);
    if (known) return known;
    const read = beginningOf(file, MAX_LOOK_BYTES).then((bytes) => new Beginning(bytes));
    this.#beginnings.set(file.path, read);
    return read;
  }
}

/** How a file begins. */
export class Beginning {
  readonly bytes: Buffer;
  #text: string | null = null;
  #json: { readonly value: unknown } | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get text(): string {
    return (this.#text ??= decodeBytes(this.bytes).text);
  }

  get json(): unknown {
    return (this.#json ??= { value: jsonBeginning(this.text) }).value;
  }

  /** The object itself, or the first elements of an array that are objects. */
  get objects(): readonly Record<string, unknown>[] {
    const { json } = this;
    if (Array.isArray(json)) return json.slice(0, MAX_LOOK_ELEMENTS).filter(isRecord);
    return isRecord(json) ? [json] : [];
  }

  get isArray(): boolean {
    return Array.isArray(this.json);
  }

  /** First lines that are JSON objects; the last one as far as it goes. */
  get lines(): readonly Record<string, unknown>[] {
    const lines = this.text.split("\n").slice(0, MAX_LOOK_ELEMENTS);
    return lines.flatMap((line, index) => {
      const value = index === lines.length - 1 ? jsonBeginning(line) : parsedOr(line);
      return isRecord(value) ? [value] : [];
    });
  }
}

/** Paths of files by the end of their name. */
export const JSON_FILES = /\.json$/i;

export const JSONL_FILES = /\.jsonl(?:\.|$)/i;
