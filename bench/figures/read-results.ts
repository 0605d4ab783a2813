/** The sections of `bench/RESULTS.md` with their tables: the one place where figures are written down. */
export type Results = ReadonlyMap<string, Section>;

export type Section = {
  readonly title: string;
  /** Machine, date and command, as the section says them. */
  readonly run: string;
  readonly tables: readonly Table[];
};

/** Rows by their first cells, cells by the heads of their columns. */
type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A cell of a section: the beginning of its row, the head of its column, and which number of the cell it is. */
export type Cell = {
  readonly section: string;
  readonly row: readonly string[];
  readonly column: string;
  readonly part?: number;
};

export const readResults = (text: string): Results => {
  const sections = new Map<string, Section>();
  for (const [, name = "", body = ""] of text.matchAll(/<!-- ([a-z-]+) -->\n([\s\S]*?)<!-- \/\1 -->/g)) {
    const lines = body.split("\n");
    sections.set(name, {
      title: (lines[0] ?? "").replace(/^#+ /, ""),
      run: lines.find((line, index) => index > 0 && line.trim() !== "") ?? "",
      tables: tablesOf(lines),
    });
  }
  return sections;
};

/** Fails with a sentence when there is no such cell, or no number in it. */
export const numberIn = (results: Results, cell: Cell): number => {
  const { section, row, column, part = 0 } = cell;
  const where = `${section}, row "${row.join(", ")}", column "${column}"`;
  for (const { head, rows } of results.get(section)?.tables ?? []) {
    const at = head.indexOf(column);
    const found = rows.find((cells) => row.every((wanted, index) => plain(cells[index] ?? "") === wanted));
    if (at < 0 || !found) continue;
    const numbers = (found[at] ?? "").replaceAll(",", "").match(/-?\d+(\.\d+)?/g) ?? [];
    const value = numbers[part];
    if (value === undefined) throw new Error(`RESULTS.md has no number in ${where}.`);
    return Number(value);
  }
  throw new Error(`RESULTS.md has no cell in ${where}.`);
};

const tablesOf = (lines: readonly string[]): Table[] => {
  const tables: Table[] = [];
  let rows: string[][] = [];
  const end = () => {
    const [head, , ...others] = rows;
    if (head && others.length > 0) tables.push({ head: head.map(plain), rows: others });
    rows = [];
  };
  for (const line of lines) {
    if (line.startsWith("|"))
      rows.push(
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    else end();
  }
  end();
  return tables;
};

const plain = (text: string): string => text.replaceAll("*", "").trim();
