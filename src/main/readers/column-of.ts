import type { Signal } from "#shared/contract/index.ts";
import type { XrayCell, XrayColumn } from "#shared/contract/readers.ts";
import type { ReadCell } from "#shared/model/reader.ts";
import { cutPlace, lineAt } from "./cut-place.ts";
import type { ListedFile } from "./file-set.ts";
import type { Reader, ReaderAnswer, ReaderInput } from "./reader.ts";
import { sentIn, sizeIn } from "./size-in.ts";
import type { TextTokens } from "./text-tokens.ts";
import { maxBytesOf } from "./tools/codex.ts";

type Around = {
  readonly index: ReadonlyMap<string, number>;
  readonly tokens: TextTokens;
  readonly shown: (path: string) => string;
};

/** One reader's column: its cells, and how much of its limit they use. */
export const columnOf = async (
  reader: Reader,
  answer: ReaderAnswer,
  input: ReaderInput,
  around: Around,
  signal?: Signal,
): Promise<XrayColumn> => {
  const { files } = input;
  const unit = reader.limit?.unit ?? "bytes";
  const cells: XrayCell[] = [];
  let [order, used, tokens, count] = [0, 0, 0, 0];
  for (const cell of answer.loaded) {
    const file = files.get(cell.path);
    const at = around.index.get(cell.path);
    if (!file) continue;
    const cut = cell.cut ? await cutOf(cell, input, around.tokens, signal) : null;
    if (cell.how === "always") {
      order += 1;
      count += 1;
      if (reader.isLimited?.(cell) ?? true) used = add(used, sentIn(file, cell, unit), reader);
      tokens += cut ? (cut.tokens ?? 0) : tokensOf(file, around.tokens);
    }
    if (at !== undefined)
      cells.push({ ...base(cell, at, around), ...(cell.how === "always" && { order }), ...(cut && { cut }) });
  }
  for (const cell of answer.dropped) {
    if (cell.reason === "not-its-file") continue;
    const at = around.index.get(cell.path);
    if (at !== undefined) cells.push(base(cell, at, around));
  }
  const max = reader.id === "codex" ? maxBytesOf(input) : (reader.limit?.max ?? null);
  return { reader: reader.id, used, tokens, files: count, max, cells };
};

/** Of a file whose beginning was read, the rest counts like its beginning. */
const tokensOf = ({ text, partial, bytes }: ListedFile, counts: TextTokens): number => {
  const counted = counts.of(text ?? "") ?? 0;
  const read = partial ? Buffer.byteLength(text ?? "") : 0;
  return read === 0 ? counted : Math.round((counted * bytes) / read);
};

/** With a limit for each file, the fullest file counts. */
const add = (used: number, size: number, reader: Reader): number =>
  reader.limit?.per === "file" ? Math.max(used, size) : used + size;

const base = (cell: ReadCell, file: number, { shown }: Around): XrayCell => {
  const { how, reason, rule, by, when, met, shown: listed } = cell;
  return {
    file,
    how,
    reason,
    rule,
    ...(by !== undefined && { by: shown(by) }),
    ...(when !== undefined && { when: reason === "below-on-read" ? shown(when) : when }),
    ...(met !== undefined && { met }),
    ...(listed !== undefined && { shown: listed }),
  };
};

const cutOf = async (
  cell: ReadCell,
  { files }: ReaderInput,
  counts: TextTokens,
  signal?: Signal,
): Promise<NonNullable<XrayCell["cut"]> | null> => {
  const file = files.get(cell.path);
  if (!cell.cut || !file) return null;
  const text = file.text ?? "";
  const { from, to } = cutPlace(text, cell.cut);
  const kept = text.slice(0, from) + (cell.cut.tail === undefined ? "" : text.slice(to));
  await counts.count([kept], signal);
  const unit = cell.cut.unit === "lines" ? "bytes" : cell.cut.unit;
  return {
    ...cell.cut,
    line: lineAt(text, from),
    sent: sentIn(file, cell, unit),
    of: sizeIn(file, unit),
    tokens: counts.of(kept),
  };
};
