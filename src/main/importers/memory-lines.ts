import { headingLine } from "../base/heading-line.ts";

/** One memory of a list that an assistant printed, or of a memory file. */
export type MemoryLine = {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly heading: string;
};

export type MemoryLines = {
  readonly lines: readonly MemoryLine[];
  /** Lines beside a fence: what an assistant says around the list. */
  readonly outside: number;
};

/**
 * Reads memories as assistants and people write them: dated lines, bullets, numbers, Hermes' `§`, paragraphs. If
 * there is a fence, only what is in it counts. Nested bullets join the one they are under.
 */
export const memoryLines = (
  text: string,
  { bulletsOnly = false }: { readonly bulletsOnly?: boolean } = {},
): MemoryLines => {
  const { inside, outside } = fenced(text);
  const reader = new Reader(bulletsOnly);
  for (const line of inside) reader.add(line);
  return { lines: reader.end(), outside };
};

const fenced = (text: string): { readonly inside: readonly string[]; readonly outside: number } => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const fences = lines.flatMap((line, index) => (/^\s*(?:```|~~~)/.test(line) ? [index] : []));
  const [first] = fences;
  if (first === undefined) return { inside: lines, outside: 0 };
  // A list that was cut at the output limit has no second fence.
  const last = fences.length > 1 ? (fences.at(-1) ?? first) : lines.length;
  const beside = [...lines.slice(0, first), ...lines.slice(last + 1)];
  const inside = lines.slice(first + 1, last).filter((line) => !/^\s*(?:```|~~~)/.test(line));
  return { inside, outside: beside.filter((line) => line.trim() !== "").length };
};

const BULLET = /^(\s*)(?:[-*+•]|\d+[.)])\s+(.*)$/;
const DATED = /^\[(\d{4}-\d\d-\d\d|unknown|[^\]]{0,20})\]\.?\s*[-–—:]?\s*(.*)$/;
const DATE_FIRST = /^(\d{4}-\d\d-\d\d)\s*[-–—:]\s+(.*)$/;

/** A line in bold is a heading below all others. */
const BOLD_LEVEL = 7;

type Draft = {
  text: string;
  readonly date: string | null;
  readonly heading: string;
  readonly indent: number;
};

class Reader {
  readonly #bulletsOnly: boolean;
  readonly #drafts: Draft[] = [];
  #headings: { readonly level: number; readonly text: string }[] = [];
  #current: Draft | null = null;

  constructor(bulletsOnly: boolean) {
    this.#bulletsOnly = bulletsOnly;
  }

  add(line: string): void {
    if (line.trim() === "" || /^\s*§\s*$/.test(line)) {
      this.#current = null;
      return;
    }
    const heading = headingLine(line);
    if (heading) {
      const { level, title } = heading;
      this.#headings = this.#headings.filter((each) => each.level < level);
      this.#headings.push({ level, text: plain(title) });
      this.#current = null;
      return;
    }
    const bold = /^\*\*([^*]+)\*\*:?\s*$/.exec(line.trim());
    if (bold && !this.#current) {
      this.#headings = this.#headings.filter((each) => each.level < BOLD_LEVEL);
      this.#headings.push({ level: BOLD_LEVEL, text: plain(bold[1] ?? "") });
      return;
    }
    const bullet = BULLET.exec(line);
    const dated = bullet ? null : DATED.exec(line.trim());
    if (bullet) this.#addBullet((bullet[1] ?? "").length, bullet[2] ?? "");
    else if (dated && isDate(dated[1])) this.#begin(line.trim(), 0);
    else if (this.#current) this.#current.text += ` ${line.trim()}`;
    else if (!this.#bulletsOnly) this.#begin(line.trim(), 0);
  }

  end(): readonly MemoryLine[] {
    return this.#drafts
      .map(({ text, date, heading }) => ({ text: plain(text), date, heading }))
      .filter(({ text }) => text !== "");
  }

  #addBullet(indent: number, text: string): void {
    const above = this.#drafts.at(-1);
    const isNested = above !== undefined && indent > above.indent && this.#current === above;
    if (isNested) above.text += `; ${plain(withoutBox(text))}`;
    else this.#begin(withoutBox(text), indent);
  }

  #begin(given: string, indent: number): void {
    const { text, date } = datedText(given);
    const heading = this.#headings.map((each) => each.text).join(" > ");
    this.#current = { text, date, heading, indent };
    this.#drafts.push(this.#current);
  }
}

const isDate = (text: string | undefined): boolean => /^(?:\d{4}-\d\d-\d\d|unknown)$/i.test(text ?? "");

const datedText = (given: string): { text: string; date: string | null } => {
  const bracketed = DATED.exec(given);
  if (bracketed && isDate(bracketed[1])) {
    const [, date = "", text = ""] = bracketed;
    return { text, date: /^\d/.test(date) ? date : null };
  }
  const [, date = null, text = given] = DATE_FIRST.exec(given) ?? [];
  return { text, date };
};

const withoutBox = (text: string): string => text.replace(/^\[[ xX]\]\s+/, "");

/** Without marks of emphasis: a memory is one plain line. */
const plain = (text: string): string =>
  text
    .replaceAll(/\*\*(.+?)\*\*/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
