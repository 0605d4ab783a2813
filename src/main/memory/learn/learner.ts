import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { Learned } from "#shared/contract/memory-life.ts";
import { type Origin, withOutsideMark, withoutOutsideMark } from "#shared/model/origin.ts";
import type { NotedLines } from "./noted-lines.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import type { Usage } from "../../providers/provider.ts";
import type { Store } from "../../store/open-store.ts";
import { inProject } from "../../workspace/roots.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { appendedTo, dailyPath, noteLine, oneLine } from "./daily-notes.ts";
import { gapAfter } from "../dream/dream-text.ts";
import type { Accepted } from "./accept-learned.ts";
import { flushSection } from "./flush-prompt.ts";
import type { Graph } from "../tables/graph.ts";
import type { Learning } from "./learning.ts";
import { dateIn } from "../../base/date-in.ts";
import type { Procedures } from "../tables/procedures.ts";
import type { ProfileChange } from "../tables/profile-document.ts";
import type { ProfileStore } from "../tables/profile-store.ts";
import { isKnown } from "../index/same-text.ts";

export type LearnerPorts = {
  readonly store: Store;
  readonly workspace: Workspace;
  readonly graph: Graph;
  readonly procedures: Procedures;
  readonly profiles: ProfileStore;
  readonly origins: NotedLines;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timeZone: () => string | undefined;
  readonly user: () => string;
  /** What is known already, so that nothing is learned twice. */
  readonly known: (agent: Agent) => Promise<readonly string[]>;
  /** Rows of the profile, the graph or procedures changed, so whatever is derived from them must be updated. */
  readonly changed: (workspace: string) => Promise<void>;
  readonly emit: (event: Events) => void;
};

export type Reading = {
  readonly agent: Agent;
  /** Empty outside a conversation. */
  readonly session: string;
  /** The turn whose tool call wrote it, so that undoing the turn undoes it. */
  readonly turn?: string | undefined;
  readonly by: Learned["by"];
  readonly answer: Accepted;
  /** The lowest of what was read. */
  readonly origin: Origin;
  readonly usage: Usage | null;
};

/**
 * Writes what a reading found, tier by tier: notes, profile, graph, procedures. Records what it wrote, so
 * that the user can see and undo it.
 */
export class Learner {
  readonly #ports: LearnerPorts;

  constructor(ports: LearnerPorts) {
    this.#ports = ports;
  }

  /** Null when there was nothing new, and nothing was refused. */
  async keep({ agent, session, turn, by, answer, origin, usage }: Reading): Promise<Learned | null> {
    const { clock, profiles, graph, procedures } = this.#ports;
    const at = clock.now();
    const { workspace } = agent;
    const author: Author = {
      actor: `agent:${agent.id}`,
      title: "Learned from a conversation",
      ...(session !== "" && { session }),
      ...(turn !== undefined && { turn }),
    };
    const items: Item[] = await this.#writeNotes(agent, by, answer, origin, at, author);
    const { found, refused } = withoutProfile(answer, origin);
    const changes = profiles.merge(this.#ports.user(), found.profile, at, origin);
    if (changes.length > 0) items.push({ type: "profile", user: this.#ports.user(), changes });
    const added = graph.upsert(workspace, found, at, origin);
    items.push(...graphItems(graph, workspace, added));
    const learnt = new Set(procedures.upsert(workspace, found.procedures, at, origin));
    for (const { id, name } of procedures.list(workspace)) {
      if (learnt.has(id)) items.push({ type: "procedure", id, text: name });
    }
    if (items.length === 0 && refused === 0) return null;
    if (items.some(({ type }) => type !== "note")) await this.#ports.changed(workspace);
    return this.#record({ agent: agent.id, session, by, usage, at, workspace, items, refused });
  }

  list(session: string | undefined, limit: number): readonly Learned[] {
    return this.#ports.store.db
      .prepare<[string | null, string | null, number], Row>(
        "select * from learned where ? is null or session = ? order by seq desc limit ?",
      )
      .all(session ?? null, session ?? null, limit)
      .map(asLearned);
  }

  /** Values that changed since are kept. */
  async undo(id: string): Promise<{ readonly removed: number; readonly kept: number }> {
    const { store, clock } = this.#ports;
    const row = store.db.prepare<[string], Row>("select * from learned where id = ?").get(id);
    if (!row || row.undone_at !== null) {
      throw new Failure("nothing-to-undo", "This was already undone, or does not exist any more.", {
        learned: id,
      });
    }
    const { workspace, items } = bodyOf(row);
    let removed = 0;
    for (const item of items) if (await this.#takeBack(workspace, item)) removed += 1;
    store.db.prepare("update learned set undone_at = ? where id = ?").run(clock.now().toISOString(), id);
    await this.#ports.changed(workspace);
    return { removed, kept: items.length - removed };
  }

  async #writeNotes(
    agent: Agent,
    by: Reading["by"],
    answer: Accepted,
    origin: Origin,
    at: Date,
    author: Author,
  ): Promise<Item[]> {
    const { workspace, timeZone, known } = this.#ports;
    const told = answer.found.notes.length > 0 ? await known(agent) : [];
    const fresh = freshNotes(answer.found.notes, told);
    const path = dailyPath(dateIn(timeZone(), at));
    const before = await workspace.readManaged(agent.workspace, path);
    const lines = fresh.map((note) => withOutsideMark(noteLine(note), origin));
    const section = flushSection(at, lines);
    const added = by === "model" ? section && gapAfter(before) + section : appendedTo(before, lines);
    if (added === "") return [];
    await this.#ports.origins.note(lines, origin, { at });
    await workspace.append(agent.workspace, path, added, author);
    return lines.map((line) => ({ type: "note", path, line }));
  }

  async #takeBack(workspace: string, item: Item): Promise<boolean> {
    const { graph, procedures, profiles, clock } = this.#ports;
    switch (item.type) {
      case "note":
        return this.#removeLine(workspace, item);
      case "profile":
        profiles.unmerge(item.user, item.changes, clock.now());
        return true;
      case "entity":
        return graph.removeLone(item.id);
      case "relation":
        return graph.remove([item.id]) > 0;
      case "procedure":
        return procedures.remove([item.id]) > 0;
    }
  }

  async #removeLine(root: string, { path, line }: NoteItem): Promise<boolean> {
    const { workspace } = this.#ports;
    const file = await workspace.read(root, path).catch(() => null);
    if (!file) return false;
    const lines = file.text.split("\n");
    const index = lines.findLastIndex((other) => other.replace(/\r$/, "") === line);
    if (index < 0) return false;
    const left = withoutEmptyFlush(lines.toSpliced(index, 1)).join("\n");
    await workspace.write(root, path, left, file.hash, { actor: "you", title: "Took back a learned note" });
    return true;
  }

  #record({ agent, session, by, usage, at, ...body }: Recorded): Learned {
    const { store, ids, emit } = this.#ports;
    const id = ids.next();
    store.db
      .prepare("insert into learned (id, at, agent, session, by, items, usage) values (?, ?, ?, ?, ?, ?, ?)")
      .run(id, at.toISOString(), agent, session, by, JSON.stringify(body), usage && JSON.stringify(usage));
    const row = store.db.prepare<[string], Row>("select * from learned where id = ?").get(id);
    if (!row) throw new Error("A row that was just written is missing.");
    const learned = asLearned(row);
    emit({ event: "memory.learned", ...learned });
    return learned;
  }
}

type NoteItem = { readonly type: "note"; readonly path: string; readonly line: string };
type Item =
  | NoteItem
  | { readonly type: "profile"; readonly user: string; readonly changes: readonly ProfileChange[] }
  | { readonly type: "entity" | "relation" | "procedure"; readonly id: string; readonly text: string };

type Body = {
  readonly workspace: string;
  readonly items: readonly Item[];
  /** Items of the answer that may not be learned; readings of older versions do not say. */
  readonly refused?: number;
};
type Recorded = Body & {
  readonly agent: string;
  readonly session: string;
  readonly by: Reading["by"];
  readonly usage: Usage | null;
  readonly at: Date;
};
type Row = {
  readonly id: string;
  readonly at: string;
  readonly agent: string;
  /** Empty outside a conversation. */
  readonly session: string;
  /** The turn whose tool call wrote it, so that undoing the turn undoes it. */
  readonly turn?: string | undefined;
  readonly by: Learned["by"];
  readonly items: string;
  readonly usage: string | null;
  readonly undone_at: string | null;
};

const bodyOf = ({ items }: Row): Body => JSON.parse(items) as Body;

const asLearned = (row: Row): Learned => {
  const { workspace, items, refused = 0 } = bodyOf(row);
  const { id, at, agent, session, by } = row;
  return {
    id,
    at,
    agent,
    session,
    by,
    items: items.map((item) => shown(item, workspace)),
    refused,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Learned["usage"]),
    undone: row.undone_at !== null,
  };
};

const shown = (item: Item, workspace: string): Learned["items"][number] => {
  switch (item.type) {
    case "note":
      return {
        tier: "daily",
        text: withoutOutsideMark(oneLine(item.line).replace(/^[-*] /, "")),
        path: inProject(workspace, item.path),
      };
    case "profile":
      return {
        tier: "profile",
        text: item.changes.map(({ path, after }) => `${path.join(".")}: ${valueText(after)}`).join("; "),
      };
    case "entity":
    case "relation":
      return { tier: "graph", text: item.text };
    case "procedure":
      return { tier: "procedural", text: item.text };
  }
};

/** Nothing from outside is written to the user document; it is refused and counted. */
const withoutProfile = ({ found, refused }: Accepted, origin: Origin): Accepted =>
  origin === "outside"
    ? { found: { ...found, profile: {} }, refused: refused + Object.keys(found.profile).length }
    : { found, refused };

const valueText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const freshNotes = (notes: Learning["notes"], known: readonly string[]): Learning["notes"] => {
  const fresh: Learning["notes"] = [];
  for (const note of notes) {
    if (!isKnown(note.text, [...known, ...fresh.map(({ text }) => text)])) fresh.push(note);
  }
  return fresh;
};

const graphItems = (
  graph: Graph,
  workspace: string,
  added: { readonly entities: readonly string[]; readonly relations: readonly string[] },
): Item[] => {
  if (added.entities.length + added.relations.length === 0) return [];
  const names = new Map(graph.entities(workspace).map(({ id, name }) => [id, name]));
  const relations = graph.relations(workspace).filter(({ id }) => added.relations.includes(id));
  return [
    // Relations first: removing an entity would remove them along with it.
    ...relations.map(({ id, source, type, target }) => ({
      type: "relation" as const,
      id,
      text: `${names.get(source) ?? "?"} — ${type.replaceAll("_", " ")} → ${names.get(target) ?? "?"}`,
    })),
    ...added.entities.map((id) => ({ type: "entity" as const, id, text: names.get(id) ?? "?" })),
  ];
};

/** A flush heading without notes is removed, too. */
const withoutEmptyFlush = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, index) => {
    if (!line.startsWith("## Memory Flush — ")) return true;
    const next = lines.slice(index + 1).find((other) => other.trim() !== "");
    return next !== undefined && !next.startsWith("## ");
  });
