import type { UndoConflict, UndoDecision } from "#shared/contract/changes.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ImportUndone } from "#shared/model/import-plan.ts";
import type { Changes } from "../changes/changes.ts";
import type { Graph } from "../memory/tables/graph.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ImportLedgers, Ledger } from "./import-ledger.ts";

export type UndoPorts = {
  readonly changes: Changes;
  readonly sessions: Sessions;
  readonly graph: Graph;
  readonly ledgers: ImportLedgers;
  /** Moves a conversation to the trash, after ending what runs in it. */
  readonly removeSession: (id: string) => Promise<void>;
  readonly tablesChanged: () => Promise<void>;
};

type Kept = { title: string; reason: string };

/** Takes back what a run created and is unchanged since; what was changed stays and is listed. */
export const undoImport = async (ports: UndoPorts, run: string): Promise<ImportUndone> => {
  const ledger = await ports.ledgers.get(run);
  if (!ledger) throw new Failure("import-not-found", "This import is not known any more.", { run });
  if (ledger.state === "undone")
    throw new Failure("nothing-to-undo", "This import was undone already.", { run });
  const kept: Kept[] = [];
  const sessions = await undoSessions(ports, ledger, kept);
  const { lines, files } = await undoFiles(ports, ledger, kept);
  await undoGraph(ports, ledger);
  await ports.ledgers.write({ ...ledger, state: "undone" });
  return { sessions, lines, files, kept };
};

const undoSessions = async (ports: UndoPorts, ledger: Ledger, kept: Kept[]): Promise<number> => {
  let undone = 0;
  for (const { id, title, isNew, added } of ledger.sessions) {
    const loaded = await ports.sessions.load(id).catch((error: unknown) => {
      if (error instanceof Failure && error.code === "session-not-found") return null;
      throw error;
    });
    if (!loaded) continue;
    if (isNew) {
      const isUsed = loaded.log.some(({ imported }) => imported === undefined);
      if (isUsed) kept.push({ title, reason: "The conversation went on here." });
      else {
        await ports.removeSession(id);
        undone += 1;
      }
    } else if (added.length > 0) {
      if (await ports.sessions.takeOut(id, added)) undone += 1;
      else kept.push({ title, reason: "The conversation went on here." });
    }
  }
  return undone;
};

/** As one change that can be redone. A file that was changed since keeps its text; of lists, only whole lines go. */
const undoFiles = async (
  { changes }: UndoPorts,
  ledger: Ledger,
  kept: Kept[],
): Promise<{ readonly lines: number; readonly files: number }> => {
  const [first, ...and] = ledger.changes.filter((id) => changes.has(id));
  if (first === undefined) return { lines: 0, files: 0 };
  let undone = await changes.undo(first, and);
  if (undone.status === "conflict") {
    const decisions = undone.conflicts.map((conflict) => decisionFor(conflict, ledger, kept));
    undone = await changes.undo(first, and, decisions);
  }
  if (undone.status === "conflict")
    throw new Failure("conflict", "Files were changed while the import was undone. Try again.");
  const paths = new Set(undone.paths);
  const stayed = new Set(kept.map(({ title }) => title));
  return {
    lines: ledger.lines.filter(({ path, line }) => paths.has(path) && !stayed.has(line)).length,
    files: ledger.files.filter(({ path }) => paths.has(path)).length,
  };
};

const decisionFor = ({ path, now, mine }: UndoConflict, { lines }: Ledger, kept: Kept[]): UndoDecision => {
  const own = lines.filter((each) => each.path === path).map(({ line }) => line);
  if (own.length === 0 || mine === null) {
    kept.push({ title: path, reason: "It was changed since." });
    return { take: "now", path, now };
  }
  const there = new Set(mine.split(/\r?\n/));
  for (const line of own) {
    if (!there.has(line)) kept.push({ title: line, reason: `The line in ${path} was changed since.` });
  }
  return { take: "text", path, now, text: withoutLines(mine, new Set(own)) };
};

/** Without these lines, and without a heading of an import that has none left. */
const withoutLines = (text: string, lines: ReadonlySet<string>): string => {
  const left = text.split("\n").filter((line) => !lines.has(line.replace(/\r$/, "")));
  return left
    .filter((line, index) => {
      if (!line.startsWith("## Imported from ")) return true;
      const next = left.slice(index + 1).find((each) => each.trim() !== "");
      return next !== undefined && !/^#{1,2} /.test(next);
    })
    .join("\n");
};

const undoGraph = async ({ graph, tablesChanged }: UndoPorts, ledger: Ledger): Promise<void> => {
  const { entities, relations } = ledger.graph;
  if (entities.length + relations.length === 0) return;
  graph.remove(relations);
  for (const id of entities) graph.removeLone(id);
  await tablesChanged();
};
