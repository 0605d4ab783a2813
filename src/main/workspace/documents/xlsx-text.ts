import readXlsxFile, { type CellValue } from "read-excel-file/universal";
import { DocumentError, type DocumentText, TextCollector } from "./document-text.ts";
import { readZip, storedZip, textPart, type ZipParts } from "./read-zip.ts";

const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/;
/** Rows times columns of one sheet: one cell far away makes a table of everything before it. */
const MAX_CELLS = 2_000_000;

/** Each sheet under its name, a line per row, cells divided by ` | `. Empty rows are left out. */
export const xlsxText = async (bytes: Uint8Array): Promise<DocumentText> => {
  const parts = readZip(bytes, PARTS);
  refuseWideSheets(parts);
  const sheets = await sheetsOf(parts);
  const collected = new TextCollector();
  let read = 0;
  for (const { sheet, data } of sheets) {
    read += 1;
    const rows = data.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ""));
    const lines = rows.map((row) => row.join(" | ").replace(/( \| )+$/, ""));
    if (!collected.add(`# Sheet ${sheet}\n\n${lines.join("\n")}`)) break;
  }
  return { text: collected.text(), parts: sheets.length, read, cut: collected.cut || read < sheets.length };
};

const sheetsOf = async (parts: ZipParts) => {
  try {
    return await readXlsxFile(storedZip(parts).buffer);
  } catch (error) {
    throw new DocumentError("document-broken", error);
  }
};

const refuseWideSheets = (parts: ZipParts): void => {
  for (const name of parts.keys()) {
    if (!name.startsWith("xl/worksheets/")) continue;
    let [rows, columns] = [0, 0];
    for (const [, letters = "", digits = ""] of (textPart(parts, name) ?? "").matchAll(CELL)) {
      rows = Math.max(rows, Number(digits));
      columns = Math.max(columns, columnNumber(letters));
    }
    if (rows * columns > MAX_CELLS) throw new DocumentError("document-too-large");
  }
};

const CELL = /\br\s*=\s*["']\s*([A-Z]{1,10})([0-9]{1,10})\b/gi;

const columnNumber = (letters: string): number =>
  Buffer.from(letters.toUpperCase()).reduce((sum, code) => sum * 26 + code - 64, 0);

const cellText = (cell: CellValue | null): string => {
  if (cell === null) return "";
  if (cell instanceof Date) return dateText(cell);
  return String(cell).replaceAll(/\s+/g, " ").trim();
};

/** A day without a time is written as a day. */
const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return "";
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
};
