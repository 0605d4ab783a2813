/** The rows of a CSV text with a heading, as records. Quotes are doubled inside quotes. */
export function* csvRecords(text: string): Generator<Record<string, string>> {
  let heading: readonly string[] | null = null;
  for (const row of rowsOf(text.replace(/^\uFEFF/, ""))) {
    if (heading) yield Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ""]));
    else heading = row;
  }
}

function* rowsOf(text: string): Generator<readonly string[]> {
  const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const found = FIELD.exec(text);
    row.push(found?.[1]?.replaceAll('""', '"') ?? found?.[2] ?? "");
    at += found?.[0].length ?? 0;
    // What stands after a closing quote belongs to nothing.
    while (at < text.length && text[at] !== "," && text[at] !== "\n") at += 1;
    if (text[at] === "\n" || at >= text.length) {
      if (row.length > 1 || row[0] !== "") yield row;
      row = [];
    }
    at += 1;
  }
}
