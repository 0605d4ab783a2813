import type { ReadCell, ReadLimit } from "#shared/model/reader.ts";
import type { ListedFile } from "./file-set.ts";

/** The size of a file in the unit of a limit; bytes where a program has none. */
export const sizeIn = (file: ListedFile, unit: ReadLimit["unit"]): number =>
  unit === "bytes" ? file.bytes : (file.text?.length ?? file.bytes);

/** What is kept of a file, in the unit of a limit. */
export const sentIn = (file: ListedFile, cell: ReadCell, unit: ReadLimit["unit"]): number => {
  const { cut } = cell;
  if (!cut || cut.unit === "lines") return sizeIn(file, unit);
  return Math.min(sizeIn(file, unit), cut.at + (cut.tail ?? 0));
};
