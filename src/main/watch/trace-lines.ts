import type { WatchedPlace } from "#shared/model/watched-request.ts";

/**
 * Finds lines of the open folder's files in texts that another program sent. Programs put files into their prompts in
 * many ways: whole, indented, with numbers in front of the lines. So lines are compared without what surrounds them,
 * and a place is told only when what was found is too much to be chance.
 */
export type TracedFile = { readonly path: string; readonly sha: string; readonly text: () => string };

/** What is looked at: files, characters of one file and of all, lines of all. */
const MAX_FILES = 5_000;
const MAX_FILE_CHARS = 512 * 1024;
const MAX_ALL_CHARS = 32 * 1024 * 1024;
const MAX_LINES = 400_000;
/** A line that is in more places says nothing about where it came from. */
const MAX_PLACES_OF_LINE = 16;
/** Shorter lines, such as brackets and list marks, only continue what was found. */
const MIN_TELLING_CHARS = 12;
/** One line on its own is told when it is at least this long. */
const MIN_SINGLE_CHARS = 24;
/** Places of one part, the longest first. */
const MAX_PLACES = 40;
/** Lines of a part that are looked up. */
const MAX_PART_LINES = 50_000;

type FileLines = { readonly sha: string; readonly lines: readonly string[]; readonly chars: number };
type LineAt = { readonly file: string; readonly line: number };

export type Traced = {
  readonly places: readonly WatchedPlace[];
  /** Share of the part's telling characters that was found, 0 to 1. */
  readonly share: number;
};

export class LineTrace {
  #files = new Map<string, FileLines>();
  #index = new Map<string, LineAt[]>();
  /** Whether files were left out because of the limits. */
  isPart = false;

  /** Takes the files as they are now; those that did not change are not read again. */
  use(files: readonly TracedFile[]): void {
    const known = this.#files;
    const now = new Map<string, FileLines>();
    let [chars, lines] = [0, 0];
    this.isPart = files.length > MAX_FILES;
    for (const { path, sha, text } of files.slice(0, MAX_FILES)) {
      const old = known.get(path);
      const file = old?.sha === sha ? old : { sha, ...linesOf(text()) };
      if (chars + file.chars > MAX_ALL_CHARS || lines + file.lines.length > MAX_LINES) {
        this.isPart = true;
        continue;
      }
      chars += file.chars;
      lines += file.lines.length;
      now.set(path, file);
    }
    if (now.size === known.size && [...now].every(([path, file]) => known.get(path) === file)) return;
    this.#files = now;
    this.#index = indexOf(now);
  }

  find(text: string): Traced {
    const lines = text.split("\n", MAX_PART_LINES).map(bare);
    const found: (WatchedPlace & { readonly chars: number })[] = [];
    let [telling, traced] = [0, 0];
    for (const line of lines) telling += isTelling(line) ? line.length : 0;
    for (let at = 0; at < lines.length;) {
      const best = this.#longestAt(lines, at);
      if (!best) {
        at += 1;
        continue;
      }
      found.push({
        path: best.file,
        line: best.line,
        lastLine: best.line + best.length - 1,
        at: at + 1,
        chars: best.chars,
      });
      traced += best.chars;
      at += best.length;
    }
    const places = found
      .toSorted((a, b) => b.chars - a.chars)
      .slice(0, MAX_PLACES)
      .toSorted((a, b) => a.at - b.at)
      .map(({ path, line, lastLine, at }) => ({ path, line, lastLine, at }));
    return { places, share: telling === 0 ? 0 : traced / telling };
  }

  /** The longest run of lines of one file that begins here. */
  #longestAt(lines: readonly string[], at: number) {
    const first = lines[at] ?? "";
    if (!isTelling(first)) return null;
    let best: (LineAt & { length: number; chars: number }) | null = null;
    for (const place of this.#index.get(first) ?? []) {
      const own = this.#files.get(place.file)?.lines ?? [];
      let [length, chars, last] = [0, 0, 0];
      while (at + length < lines.length && lines[at + length] === own[place.line - 1 + length]) {
        const line = lines[at + length] ?? "";
        length += 1;
        if (!isTelling(line)) continue;
        chars += line.length;
        last = length;
      }
      if (chars > (best?.chars ?? 0)) best = { ...place, length: last, chars };
    }
    if (!best) return null;
    return best.length > 1 || best.chars >= MIN_SINGLE_CHARS ? best : null;
  }
}

const linesOf = (text: string): Pick<FileLines, "lines" | "chars"> => {
  const used = text.slice(0, MAX_FILE_CHARS);
  return { lines: used.split("\n").map(bare), chars: used.length };
};

const indexOf = (files: ReadonlyMap<string, FileLines>): Map<string, LineAt[]> => {
  const index = new Map<string, LineAt[]>();
  for (const [file, { lines }] of files) {
    for (const [at, line] of lines.entries()) {
      if (!isTelling(line)) continue;
      const known = index.get(line);
      if (!known) index.set(line, [{ file, line: at + 1 }]);
      else if (known.length < MAX_PLACES_OF_LINE) known.push({ file, line: at + 1 });
    }
  }
  return index;
};

/** Without white space around it, and without the number that programs write in front of a line. */
const bare = (line: string): string =>
  line
    .slice(0, 2_000)
    .replace(/^\s{0,12}\d{1,7}(?:→|\t|\| ?|: )/, "")
    .trim();

const isTelling = (line: string): boolean => line.length >= MIN_TELLING_CHARS && /\p{L}{2}/u.test(line);
