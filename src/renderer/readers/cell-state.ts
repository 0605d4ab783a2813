import type { Xray, XrayCell } from "#shared/contract/readers.ts";
import type { ReaderId } from "#shared/model/reader.ts";

/** What a glyph shows. */
export type CellState = "whole" | "cut" | "conditional" | "ondemand" | "never" | "lost";

/** `lost`: never read although it would be, because of another file or a limit. */
export const stateOf = (cell: XrayCell | undefined): CellState => {
  if (!cell) return "never";
  if (cell.cut) return "cut";
  if (cell.how === "always") return "whole";
  if (cell.how !== "never") return cell.how;
  return LOST.has(cell.reason) ? "lost" : "never";
};

const LOST: ReadonlySet<string> = new Set([
  "other-name-wins",
  "blank-in-front",
  "replaced",
  "budget-spent",
  "too-large",
  "import-depth",
  "list-full",
  "wrong-extension",
  "wrong-case",
  "subfolder",
  "invalid-front-matter",
  "never-automatic",
]);

/** Cells by file index, one map per column. */
export const cellMaps = (report: Xray): readonly ReadonlyMap<number, XrayCell>[] =>
  report.columns.map(({ cells }) => new Map(cells.map((cell) => [cell.file, cell])));

export const cellAt = (report: Xray, reader: ReaderId, path: string): XrayCell | undefined => {
  const file = report.files.findIndex((each) => each.path === path);
  return report.columns.find((column) => column.reader === reader)?.cells.find((cell) => cell.file === file);
};
