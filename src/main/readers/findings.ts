import type { FindingKind } from "#shared/contract/readers.ts";
import { numberText } from "#shared/model/number-text.ts";
import { isHidden, isOverLimit, type ReadCell, type ReaderId } from "#shared/model/reader.ts";
import { reasonText } from "#shared/model/read-reason-text.ts";
import { cutPlace, lineAt } from "./cut-place.ts";
import { chain, folderOf, isBelow } from "./file-set.ts";
import type { Reader, ReaderAnswer, ReaderInput } from "./reader.ts";

export type RuleFinding = {
  readonly kind: FindingKind;
  readonly reader: ReaderId;
  readonly path: string | null;
  readonly line: number;
  readonly rule: string;
  readonly text: string;
};

const MAX_PER_READER = 100;

/** What a user would want to know about one reader without asking, the most useful first. */
export const findingsOf = (
  reader: Reader,
  { loaded, dropped }: ReaderAnswer,
  input: ReaderInput,
  shown: (path: string) => string,
): readonly RuleFinding[] => {
  const findings: RuleFinding[] = [];
  const add = (
    kind: FindingKind,
    cell: ReadCell | null,
    text: string,
    line = 1,
    rule = cell?.rule ?? "places",
  ) => {
    if (findings.length < MAX_PER_READER)
      findings.push({ kind, reader: reader.id, path: cell?.path ?? null, line, rule, text });
  };
  for (const cell of loaded) {
    if (!cell.cut) continue;
    const text = input.files.text(cell.path);
    const line = lineAt(text, cutPlace(text, cell.cut).from);
    add(
      "cut",
      cell,
      `${reader.name} reads ${shown(cell.path)} up to line ${numberText(line)}; the rest is cut.`,
      line,
    );
  }
  for (const cell of dropped) {
    if (cell.reason === "not-its-file") continue;
    if (isOverLimit(cell.reason))
      add("over-limit", cell, `${reader.name} does not read ${shown(cell.path)}: ${reasonText(cell, shown)}`);
    else if (isHidden(cell.reason))
      add("hidden", cell, `${reader.name} does not read ${shown(cell.path)}: ${reasonText(cell, shown)}`);
    else if (INACTIVE.has(cell.reason))
      add("inactive", cell, `${reader.name} never uses ${shown(cell.path)}: ${reasonText(cell, shown)}`);
  }
  const always = loaded.filter(({ how }) => how === "always");
  const texts = new Map<string, ReadCell>();
  for (const cell of always) {
    const text = input.files.text(cell.path).trim();
    const same = texts.get(text);
    if (text !== "" && same)
      add(
        "twice",
        cell,
        `${reader.name} sends the same text twice: ${shown(same.path)} and ${shown(cell.path)}.`,
      );
    else texts.set(text, cell);
    const ground = input.gitRoot ?? input.cwd;
    const isOutside = cell.reason !== "personal" && cell.reason !== "import" && !isBelow(ground, cell.path);
    if (isOutside)
      add(
        "outside",
        cell,
        `${reader.name} reads ${shown(cell.path)}, which is outside the repository.`,
        1,
        "places",
      );
  }
  const outOfOrder = firstOutOfOrder(always, input);
  if (reader.ordered && outOfOrder) {
    add(
      "order",
      outOfOrder,
      `${reader.name} puts ${shown(outOfOrder.path)} before the file of a folder above it.`,
    );
  }
  if (!reader.ordered && always.length > 1 && Object.hasOwn(reader.rules, "order")) {
    add(
      "unstable",
      null,
      `${reader.name} has no stable order: the prompt begins differently from start to start.`,
      1,
      "order",
    );
  }
  return findings;
};

const INACTIVE: ReadonlySet<string> = new Set([
  "never-automatic",
  "wrong-extension",
  "wrong-case",
  "subfolder",
  "invalid-front-matter",
]);

/** A project file that comes before one of a folder above it. */
const firstOutOfOrder = (cells: readonly ReadCell[], { gitRoot, cwd }: ReaderInput): ReadCell | null => {
  const folders = chain(gitRoot ?? cwd, cwd);
  const depth = ({ path }: ReadCell) => folders.indexOf(folderOf(path));
  const onChain = cells.filter((cell) => cell.reason === "name" && depth(cell) >= 0);
  for (const [index, cell] of onChain.entries()) {
    if (onChain.slice(index + 1).some((later) => depth(later) < depth(cell) && sameName(later, cell)))
      return cell;
  }
  return null;
};

const sameName = (a: ReadCell, b: ReadCell): boolean =>
  a.path.slice(folderOf(a.path).length) === b.path.slice(folderOf(b.path).length);
