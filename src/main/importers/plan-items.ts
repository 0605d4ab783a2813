import type { ImportItem, ImportItemKind } from "#shared/model/import-plan.ts";
import type { KnownLines } from "../memory/index/known-lines.ts";
import { SECTION_FILES } from "./found.ts";
import type { PlannedItem } from "./import-messages.ts";

/** What the project has of it already. */
export type ProjectFacts = {
  /** Entries of a conversation that is here; null when it is not. */
  readonly entriesOf: (session: string) => Promise<ReadonlySet<string> | null>;
  /** Keys of what earlier runs wrote and nobody undid. */
  readonly written: ReadonlySet<string>;
  /** The lines of a file of the workspace, to compare with. */
  readonly linesOf: (path: string) => Promise<KnownLines>;
  /** SHA-256 of a file of the workspace; null when there is none. */
  readonly fileAt: (path: string) => Promise<string | null>;
  readonly hasAgent: (id: string) => boolean;
};

/** Each thing of a source with what would become of it. Pure but for what it asks about the project. */
export const planItems = async (
  items: readonly PlannedItem[],
  facts: ProjectFacts,
): Promise<readonly ImportItem[]> => {
  const planned: ImportItem[] = [];
  const taken = new Set<string>();
  for (const item of items) planned.push(await planItem(item, facts, taken));
  return planned;
};

const planItem = async (item: PlannedItem, facts: ProjectFacts, taken: Set<string>): Promise<ImportItem> => {
  switch (item.kind) {
    case "session":
      return planSession(item, facts);
    case "memory":
      return planLine(item, facts);
    case "document": {
      const { path, bytes, refused } = item;
      const found = await freePath(path, item.sha256, facts, taken);
      return ticking(item, {
        kind: "document",
        title: path.slice(path.lastIndexOf("/") + 1),
        to: found.path,
        bytes,
        state: refused === null ? found.state : "refused",
        why: refused,
      });
    }
    case "section": {
      const state = facts.written.has(item.key) ? "same" : "new";
      const title = item.from.slice(item.from.lastIndexOf("/") + 1);
      const bytes = Buffer.byteLength(item.text);
      return ticking(item, { kind: "section", title, to: SECTION_FILES[item.target], bytes, state });
    }
    case "agent":
      return ticking(item, {
        kind: "agent",
        title: item.displayName,
        to: "agents.yaml",
        bytes: Buffer.byteLength(item.systemPromptTemplate),
        state: facts.hasAgent(item.id) ? "same" : "new",
      });
    case "skill": {
      const path = `skills/${item.name}/SKILL.md`;
      const isThere = (await facts.fileAt(path)) !== null;
      const bytes = Buffer.byteLength(item.text);
      return ticking(item, {
        kind: "skill",
        title: item.name,
        to: path,
        bytes,
        state: isThere ? "same" : "new",
      });
    }
    case "graph": {
      const title = `${item.entities.length} names and ${item.relations.length} relations`;
      const state = facts.written.has(item.key) ? "same" : "new";
      return ticking(item, { kind: "graph", title, to: "", bytes: 0, state });
    }
  }
};

const planSession = async (
  item: Extract<PlannedItem, { kind: "session" }>,
  facts: ProjectFacts,
): Promise<ImportItem> => {
  const here = await facts.entriesOf(item.id);
  const lacking = here ? (item.ids ?? []).filter((id) => !here.has(id)).length : item.entries;
  const isDeleted = here === null && facts.written.has(item.key);
  return ticking(
    { ...item, off: item.off ?? (isDeleted ? "deleted" : null) },
    {
      kind: "session",
      title: item.title,
      to: "",
      bytes: item.bytes,
      messages: item.messages,
      added: lacking,
      date: item.updatedAt.slice(0, 10),
      state: here === null ? "new" : lacking > 0 ? "grown" : "same",
    },
  );
};

const LINE_FILES = {
  memory: "MEMORY.md",
  user: "USER.md",
  agents: "AGENTS.md",
  identity: "IDENTITY.md",
} as const;

const planLine = async (
  item: Extract<PlannedItem, { kind: "memory" }>,
  facts: ProjectFacts,
): Promise<ImportItem> => {
  const { target, text, date } = item;
  const to = target === "daily" ? `memory/${date ?? "undated"}.md` : LINE_FILES[target];
  const isKnown = facts.written.has(item.key) || (await facts.linesOf(to)).has(text);
  return ticking(item, {
    kind: target,
    title: text,
    to,
    bytes: Buffer.byteLength(text),
    date,
    state: isKnown ? "same" : "new",
  });
};

/** A path that is free, or has the same content: `note.md`, `note-2.md` … */
const freePath = async (
  path: string,
  sha256: string,
  facts: ProjectFacts,
  taken: Set<string>,
): Promise<{ readonly path: string; readonly state: "new" | "same" }> => {
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? path : path.replace(/(\.[^./]+)?$/, `-${n}$1`);
    if (taken.has(tried.toLowerCase())) continue;
    const found = await facts.fileAt(tried);
    if (found !== null && found !== sha256) continue;
    taken.add(tried.toLowerCase());
    return { path: tried, state: found === null ? "new" : "same" };
  }
};

type Given = Pick<ImportItem, "title" | "to" | "bytes" | "state"> & {
  readonly kind: ImportItemKind;
  readonly messages?: number;
  readonly added?: number;
  readonly date?: string | null;
  readonly why?: string | null;
};

const ticking = (
  { key, from, off }: Pick<PlannedItem, "key" | "from" | "off">,
  given: Given,
): ImportItem => ({
  key,
  from,
  off,
  messages: null,
  added: given.state === "new" ? 1 : 0,
  date: null,
  why: null,
  ...given,
  ticked: off === null && (given.state === "new" || given.state === "grown"),
});
